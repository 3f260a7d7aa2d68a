package instrument_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
)

// probeTypes type-checks the probes as rewritten source imports them.
func probeTypes(t testing.TB) *types.Package {
	t.Helper()
	names, err := filepath.Glob("../probe/*.go")
	if err != nil || names == nil {
		t.Fatal("no probes", err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check(instrument.ProbePath, fset, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// importMap imports what a loaded package imports, and the probes.
type importMap struct {
	pkg    *load.Package
	probes *types.Package
}

func (m importMap) Import(path string) (*types.Package, error) {
	if path == instrument.ProbePath {
		return m.probes, nil
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := m.pkg.Imports[path]; p != nil && p.Types != nil {
		return p.Types, nil
	}
	return nil, fmt.Errorf("no package %s", path)
}

// checkTypes type-checks a rewritten package.
func (r *rewritten) checkTypes(probes *types.Package) error {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range r.load.GoFiles {
		var src any
		if text, ok := r.Files[name]; ok {
			src = text
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	var errs []error
	conf := types.Config{
		Importer:    importMap{r.load, probes},
		Sizes:       r.load.Sizes,
		FakeImportC: true,
		Error:       func(err error) { errs = append(errs, err) },
	}
	if m := r.load.Module; m != nil && m.GoVersion != "" {
		conf.GoVersion = "go" + m.GoVersion
	}
	conf.Check(r.load.ImportPath, fset, files, nil)
	return errors.Join(errs...)
}

// sameLines reports the first line of a rewritten file that does not start
// where it did: every line of the original must still be there, in its place,
// with text only put in.
func (r *rewritten) sameLines() error {
	for name, text := range r.Files {
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		was, is := strings.Split(string(src), "\n"), strings.Split(string(text), "\n")
		for i, line := range was {
			if i >= len(is) || len(is[i]) < len(line) {
				return fmt.Errorf("%s:%d: line is gone or shorter", name, i+1)
			}
			if strings.TrimRight(line, ")") != strings.TrimRight(is[i], ")") && !strings.Contains(is[i], "zznm") {
				return fmt.Errorf("%s:%d: %q became %q", name, i+1, line, is[i])
			}
		}
	}
	return nil
}

// usesC reports whether some file of pkg is for cgo, whose declarations the
// type checker here does not see.
func usesC(pkg *load.Package) bool {
	_, ok := pkg.Imports["runtime/cgo"]
	return ok || pkg.Imports["C"] != nil
}

var wholeStd = flag.Bool("std", false, "check the whole standard library, not each fourth package of it")

// TestRewrittenStandardLibraryIsLegal rewrites each fourth package of the standard library, or all
// with the flag -std, and type-checks the outcome.
func TestRewrittenStandardLibraryIsLegal(t *testing.T) {
	patterns := []string{"go/..."}
	if !testing.Short() {
		std, err := goTool(t, ".", "list", "-f", "{{if .GoFiles}}{{.ImportPath}}{{end}}", "std")
		if err != nil {
			t.Fatal(err)
		}
		patterns = nil
		for i, path := range strings.Fields(std) {
			if i%4 == 0 || *wholeStd {
				patterns = append(patterns, path)
			}
		}
	}
	pkgs, err := load.Load(context.Background(), ".", load.Options{}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	probes := probeTypes(t)
	conds, flat, unprobed := 0, 0, 0
	reasons := map[string]int{}
	for _, pkg := range pkgs {
		r := &rewritten{load: pkg, cfg: cfg.Build(pkg.Source)}
		layouts := map[*cfg.Func]*fitness.Layout{}
		for _, f := range r.cfg.Funcs {
			layouts[f] = fitness.Of(f, pkg.Info, pkg.Types)
		}
		r.Result, err = instrument.Rewrite(pkg, r.cfg, layouts, instrument.Options{Sites: r.cfg.FindSites()})
		if err != nil {
			t.Errorf("%s: %v", pkg.ImportPath, err)
			continue
		}
		for _, n := range r.Unprobed {
			reasons[n.Reason]++
		}
		if err := r.checkTypes(probes); err != nil && !usesC(pkg) {
			t.Errorf("%s: %v", pkg.ImportPath, err)
		}
		if err := r.sameLines(); err != nil {
			t.Error(err)
		}
		conds += len(r.cfg.Conds)
		flat += len(r.Flat)
		unprobed += len(r.Unprobed)
	}
	t.Logf("%d packages, %d conditions, %d flat, %d unprobed: %v", len(pkgs), conds, flat, unprobed, reasons)
}
