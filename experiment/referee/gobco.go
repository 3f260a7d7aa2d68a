package referee

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nearmiss/experiment/place"
	"nearmiss/internal/load"
)

// The outside referee, built from the module proxy.
const (
	gobcoModule  = "github.com/rillig/gobco"
	gobcoVersion = "v1.3.4"
)

// noTest is a test that takes no branch: gobco counts nothing in a package without tests.
const noTest = "zznearmissnone_test.go"

// Gobco asks the outside referee. An error says why it cannot judge.
func Gobco(ctx context.Context, p *place.Place) (*Verdict, error) {
	if p.Std != "" {
		return nil, fmt.Errorf("%s cannot be built outside of the standard library", p.Std)
	}
	bin, err := place.Tool(ctx, gobcoModule, gobcoModule, gobcoVersion)
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "gobco-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	c, err := p.Clone(filepath.Join(home, "module"))
	if err != nil {
		return nil, err
	}
	pkg, err := c.Load(ctx)
	if err != nil {
		return nil, err
	}
	if err := prepare(c, pkg); err != nil {
		return nil, err
	}
	tmp, stats := filepath.Join(home, "tmp"), filepath.Join(home, "stats.json")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	said, failed := place.Command(ctx, c.Dir, []string{"TMPDIR=" + tmp, "GOWORK=off"}, bin, "-branch", "-stats", stats, "-test", "-vet=off", ".").CombinedOutput()
	text, err := os.ReadFile(stats)
	if err != nil {
		return nil, fmt.Errorf("gobco has no figure: %s", place.Tail(string(said)))
	}
	v, err := readGobco(text, pkg)
	if failed != nil && err == nil {
		v.Said = place.Tail(string(said))
	}
	return v, err
}

// readGobco reads the figures of gobco, and keeps those of the files that the package is made of.
func readGobco(text []byte, pkg *load.Package) (*Verdict, error) {
	var conds []struct {
		Start, Code           string
		TrueCount, FalseCount int
	}
	if err := json.Unmarshal(text, &conds); err != nil {
		return nil, fmt.Errorf("cannot read gobco's figures: %w", err)
	}
	v := &Verdict{Taken: map[string]bool{}}
	for _, c := range conds {
		pos := path.Base(filepath.ToSlash(c.Start))
		file, _, _ := strings.Cut(pos, ":")
		if !slices.Contains(pkg.GoFiles, filepath.Join(pkg.Dir, file)) {
			continue
		}
		code := " " + strings.Join(strings.Fields(c.Code), " ")
		v.Taken[pos+"/T"+code] = v.Taken[pos+"/T"+code] || c.TrueCount > 0
		v.Taken[pos+"/F"+code] = v.Taken[pos+"/F"+code] || c.FalseCount > 0
	}
	if len(v.Taken) == 0 {
		return nil, errors.New("gobco finds no condition in the package")
	}
	return v, nil
}

// prepare makes up for what gobco does not see: build constraints, packages without tests, and the rest in bridged.
func prepare(p *place.Place, pkg *load.Package) error {
	var errs []error
	for _, name := range pkg.LeftOut() {
		errs = append(errs, os.Remove(name))
	}
	tests := map[string]string{noTest: "package " + pkg.Name + "\n\nimport \"testing\"\n\nfunc TestZZNone(t *testing.T) {}\n"}
	for _, at := range p.Tests() {
		text, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		name, text2, err := bridged(pkg, filepath.Base(at), string(text))
		if err != nil {
			return err
		}
		tests[name] = text2
	}
	return errors.Join(append(errs, p.Clear(), place.Write(p.Dir, tests))...)
}

// bridged returns a test file as gobco needs it, with its name: what test files of the package itself export to tests
// outside is renamed so that it is no test file any more, dot imports of the package, which meet gobco's own names, become
// part of the package, and imports by a path that does not end in the package's name get one.
func bridged(pkg *load.Package, name, text string) (string, string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return "", "", err
	}
	if f.Name.Name == pkg.Name && !slices.ContainsFunc(f.Decls, isTest) {
		name = strings.TrimSuffix(name, "_test.go") + "_zzbridge.go"
	}
	off := func(p token.Pos) int { return int(p - f.FileStart) }
	for _, spec := range f.Imports {
		if spec.Path.Value != strconv.Quote(pkg.ImportPath) {
			continue
		}
		if spec.Name == nil && path.Base(pkg.ImportPath) != pkg.Name {
			text = text[:off(spec.Pos())] + pkg.Name + " " + text[off(spec.Pos()):]
		}
		if spec.Name == nil || spec.Name.Name != "." {
			continue
		}
		text = text[:off(spec.Pos())] + `_ "unsafe"` + text[off(spec.End()):]
		text = text[:off(f.Name.Pos())] + pkg.Name + text[off(f.Name.End()):]
	}
	return name, text, nil
}

// isTest tells the functions that go test runs.
func isTest(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	return ok && f.Recv == nil && slices.ContainsFunc([]string{"Test", "Example", "Fuzz", "Benchmark"}, func(prefix string) bool {
		return strings.HasPrefix(f.Name.Name, prefix)
	})
}
