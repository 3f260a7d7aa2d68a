package mutants

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/experiment/place"
	"nearmiss/internal/edit"
	"nearmiss/internal/load"
)

// A Deletion is a statement of a package that is deleted: an assignment, a call, an increment, a send, or a go statement.
type Deletion struct {
	Name string // file:line:column

	pkg      string // name of the package
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
				pkg:  f.Name.Name, file: path, from: from.Offset, to: fset.Position(s.End()).Offset,
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

// Compiling returns the deletions without which a package compiles: not those of the only use of a variable or an import.
func Compiling(ctx context.Context, p *place.Place, list []Deletion) (some []Deletion, err error) {
	pkg, err := p.Load(ctx)
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		text, err := os.ReadFile(d.file)
		if err != nil {
			return nil, err
		}
		if compiles(pkg, d.file, slices.Concat(text[:d.from], text[d.to:])) {
			some = append(some, d)
		}
	}
	return some, nil
}

// compiles reports whether a package compiles with another text of one of its files.
func compiles(pkg *load.Package, path string, text []byte) bool {
	files := slices.Clone(pkg.Files)
	f, err := parser.ParseFile(pkg.Fset, path, text, parser.SkipObjectResolution)
	i := slices.Index(pkg.GoFiles, path)
	if err != nil || i < 0 {
		return false
	}
	files[i] = f
	version := ""
	if pkg.Module != nil {
		version = "go" + pkg.Module.GoVersion
	}
	conf := types.Config{Importer: importer{pkg}, GoVersion: version, Error: func(error) {}}
	_, err = conf.Check(pkg.ImportPath, pkg.Fset, files, nil)
	return err == nil
}

// An importer has the packages that a package imports.
type importer struct{ *load.Package }

// Import implements types.Importer.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	q := i.Imports[path]
	if q == nil {
		return nil, fmt.Errorf("%s is not imported", path)
	}
	return q.Types, nil
}

// Limits of a run of the tests without a statement.
const (
	leastLimit  = 5 * time.Second
	slowdown    = 10      // times the run with all statements
	memoryLimit = 8 << 20 // KiB of addresses: a loop whose step is deleted may collect values without end
)

// switchName is the name of the variable, and of the environment variable, that has the number of the deleted statement.
const switchName = "ZZNM_DELETED"

// Delete runs the tests that are there without each of the statements, which all stand in one binary behind a switch. The result has
// the names of the deletions by their status: Killed, Lived or TimedOut. The error says so if the tests fail with all statements.
func Delete(ctx context.Context, p *place.Place, list []Deletion) (map[string][]string, error) {
	home, err := os.MkdirTemp("", "deletions-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	files, err := switched(p, list)
	if err != nil {
		return nil, err
	}
	bin := filepath.Join(home, "package.test")
	if err := p.Build(ctx, bin, files, nil); err != nil {
		return nil, err
	}
	began := time.Now()
	if text, err := runTests(ctx, p, bin, "", time.Minute); err != nil {
		return nil, fmt.Errorf("the tests fail with all statements: %w: %s", err, place.Tail(text))
	}
	limit := max(leastLimit, slowdown*time.Since(began))
	m := map[string][]string{}
	for i, d := range list {
		status := Lived
		if said, err := runTests(ctx, p, bin, strconv.Itoa(i), limit); err != nil {
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

// switched returns the files of a package in which statement i does not run if switchName is i.
func switched(p *place.Place, list []Deletion) (map[string][]byte, error) {
	files := map[string][]byte{}
	edits := map[string]*edit.List{}
	for i, d := range list {
		if edits[d.file] == nil {
			edits[d.file] = &edit.List{}
		}
		edits[d.file].Wrap(d.from, d.to, fmt.Sprintf("if %s != %q { ", switchName, strconv.Itoa(i)), " }")
	}
	for path, e := range edits {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files[path] = e.Apply(text)
	}
	if len(list) > 0 {
		files[filepath.Join(p.Dir, "zznmdeleted.go")] = fmt.Appendf(nil, "package %s\n\nimport \"os\"\n\nvar %s = os.Getenv(%[2]q)\n", list[0].pkg, switchName)
	}
	return files, nil
}

// runTests runs a test binary without a statement in the directory of the package, and returns what it prints. Twice the limit ends a process
// that does not end by itself.
func runTests(ctx context.Context, p *place.Place, bin, deleted string, limit time.Duration) (string, error) {
	timed, done := context.WithTimeout(ctx, 2*limit)
	defer done()
	home := filepath.Dir(bin)
	command := fmt.Sprintf("ulimit -v %d; exec '%s' -test.short -test.failfast -test.timeout=%s", memoryLimit, bin, limit)
	cmd := place.Command(timed, p.Dir, []string{"TMPDIR=" + home, "HOME=" + home, switchName + "=" + deleted}, "sh", "-c", command)
	out, err := cmd.CombinedOutput()
	if err == nil && len(out) == 0 {
		err = errors.New("the tests say nothing")
	}
	return string(out), err
}
