package instrument_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
)

// FuzzRewrite: source that type-checks still does after Rewrite.
func FuzzRewrite(f *testing.F) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range ar.Files {
			if strings.HasSuffix(file.Name, ".go") {
				f.Add(string(file.Data))
			}
		}
	}
	g := &generator{rng: rand.New(rand.NewPCG(9, 9))}
	f.Add(g.program(2))
	probes := probeTypes(f)
	imp := importer.Default()
	f.Fuzz(func(t *testing.T, src string) {
		pkg := checked(src, imp)
		if pkg == nil {
			t.Skip("no valid package")
		}
		r := &rewritten{load: pkg, cfg: cfg.Build(pkg.Source)}
		layouts := map[*cfg.Func]*fitness.Layout{}
		for _, fn := range r.cfg.Funcs {
			layouts[fn] = fitness.Of(fn, pkg.Info, pkg.Types)
		}
		var err error
		r.Result, err = instrument.Rewrite(pkg, r.cfg, layouts, instrument.Options{Sites: r.cfg.FindSites(), Source: map[string][]byte{pkg.GoFiles[0]: []byte(src)}})
		if err != nil {
			t.Fatal(err)
		}
		out, ok := r.Files[pkg.GoFiles[0]]
		if !ok {
			return
		}
		if err := r.checkTypes(probes); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
}

// checked returns the package of one file, nil if it does not type-check.
func checked(src string, imp types.Importer) *load.Package {
	const name = "/fuzz/a.go"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	info := &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
	sizes := types.SizesFor("gc", "amd64")
	conf := types.Config{Importer: imp, Sizes: sizes}
	pkg, err := conf.Check("fuzz", fset, []*ast.File{file}, info)
	if err != nil {
		return nil
	}
	imports := map[string]*load.Package{}
	for _, p := range pkg.Imports() {
		imports[p.Path()] = &load.Package{ImportPath: p.Path(), Source: cfg.Source{Types: p}}
	}
	return &load.Package{
		ImportPath: "fuzz", Name: pkg.Name(), Dir: "/fuzz", GoFiles: []string{name}, Imports: imports,
		Source: cfg.Source{Fset: fset, Files: []*ast.File{file}, Types: pkg, Info: info, Sizes: sizes},
	}
}
