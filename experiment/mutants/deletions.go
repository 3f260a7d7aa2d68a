package mutants

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nearmiss/experiment/place"
)

// A Deletion is a statement of a package that is deleted: an assignment, a call, an increment, a send, or a go statement.
type Deletion struct {
	Name string // file:line:column

	file     string // absolute path
	from, to int    // offsets of the statement in the file
}

// Deletions lists the statements of the functions of a package that can be deleted one at a time, by file and position.
// Declarations, which also define a name, and generated files are left out.
func Deletions(ctx context.Context, p *place.Place) (list []Deletion, err error) {
	out, err := p.Go(ctx, nil, "list", "-json=GoFiles", ".")
	if err != nil {
		return nil, err
	}
	var names struct{ GoFiles []string }
	if err := json.Unmarshal([]byte(out), &names); err != nil {
		return nil, fmt.Errorf("cannot read what go list says: %w", err)
	}
	for _, name := range names.GoFiles {
		fset, path := token.NewFileSet(), filepath.Join(p.Dir, name)
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if ast.IsGenerated(f) {
			continue
		}
		for _, s := range deletable(f) {
			from := fset.Position(s.Pos())
			list = append(list, Deletion{
				Name: fmt.Sprintf("%s:%d:%d", name, from.Line, from.Column),
				file: path, from: from.Offset, to: fset.Position(s.End()).Offset,
			})
		}
	}
	return list, nil
}

// deletable lists the statements of blocks and clauses that can be deleted, in the order of the text.
func deletable(f *ast.File) (found []ast.Stmt) {
	ast.Inspect(f, func(n ast.Node) bool {
		var list []ast.Stmt
		switch n := n.(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		for _, s := range list {
			switch s := s.(type) {
			case *ast.ExprStmt, *ast.IncDecStmt, *ast.GoStmt, *ast.SendStmt:
				found = append(found, s)
			case *ast.AssignStmt:
				if s.Tok != token.DEFINE {
					found = append(found, s)
				}
			}
		}
		return true
	})
	slices.SortFunc(found, func(a, b ast.Stmt) int { return int(a.Pos() - b.Pos()) })
	return found
}

// NotBuilt is the status of a deletion without which the package does not compile, as where a variable is not used then.
const NotBuilt = "NOT BUILT"

// Limits of a run of the tests without a statement.
const (
	leastLimit  = 5 * time.Second
	slowdown    = 10      // times the run with all statements
	memoryLimit = 8 << 20 // KiB of addresses: a loop whose step is deleted may collect values without end
)

// Delete runs the tests that are there without each of the statements. The result has the names of the deletions by
// their status: Killed, Lived, TimedOut or NotBuilt. The error says so if the tests fail with all statements.
func Delete(ctx context.Context, p *place.Place, list []Deletion) (map[string][]string, error) {
	home, err := os.MkdirTemp("", "deletions-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	bin := filepath.Join(home, "package.test")
	if err := p.Build(ctx, bin, nil, nil); err != nil {
		return nil, err
	}
	began := time.Now()
	if text, err := runTests(ctx, p, bin, time.Minute); err != nil {
		return nil, fmt.Errorf("the tests fail with all statements: %w: %s", err, place.Tail(text))
	}
	limit := max(leastLimit, slowdown*time.Since(began))
	m := map[string][]string{}
	for _, d := range list {
		text, err := os.ReadFile(d.file)
		if err != nil {
			return nil, err
		}
		text = slices.Replace(text, d.from, d.to, []byte(strings.Repeat("\n", strings.Count(string(text[d.from:d.to]), "\n")))...)
		status := Lived
		if p.Build(ctx, bin, map[string][]byte{d.file: text}, nil) != nil {
			status = NotBuilt
		} else if said, err := runTests(ctx, p, bin, limit); err != nil {
			if status = Killed; strings.Contains(said, "panic: test timed out") {
				status = TimedOut
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m[status] = append(m[status], d.Name)
	}
	return m, nil
}

// runTests runs a test binary in the directory of the package, and returns what it prints. Twice the limit ends a process
// that does not end by itself.
func runTests(ctx context.Context, p *place.Place, bin string, limit time.Duration) (string, error) {
	timed, done := context.WithTimeout(ctx, 2*limit)
	defer done()
	home := filepath.Dir(bin)
	command := fmt.Sprintf("ulimit -v %d; exec '%s' -test.short -test.failfast -test.timeout=%s", memoryLimit, bin, limit)
	cmd := place.Command(timed, p.Dir, []string{"TMPDIR=" + home, "HOME=" + home}, "sh", "-c", command)
	out, err := cmd.CombinedOutput()
	if err == nil && len(out) == 0 {
		err = errors.New("the tests say nothing")
	}
	return string(out), err
}
