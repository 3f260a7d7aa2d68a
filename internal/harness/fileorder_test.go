package harness

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// TestFileOrder generates the file of a package of two source files, which enter the file set in
// either order, as they do when they are parsed at the same time. The text is the same.
func TestFileOrder(t *testing.T) {
	sources := map[string]string{
		"a.go": "package p\ntype Shape interface{ Area() int }\ntype A struct{ n int }\nfunc (a A) Area() int { return a.n }\n",
		"b.go": "package p\ntype B struct{ m int }\nfunc (b B) Area() int { return b.m }\nfunc Larger(s Shape) Shape { return s }\n",
	}
	generate := func(order ...string) []byte {
		fset, files := token.NewFileSet(), map[string]*ast.File{}
		for _, name := range order {
			f, err := parser.ParseFile(fset, name, sources[name], parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = f
		}
		list := []*ast.File{files["a.go"], files["b.go"]}
		info := &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
			Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
		}
		sizes := types.SizesFor("gc", "amd64")
		pkg, err := (&types.Config{Sizes: sizes}).Check("p", fset, list, info)
		if err != nil {
			t.Fatal(err)
		}
		c := New(&load.Package{
			ImportPath: "p", Name: "p", Dir: "/p", GoFiles: []string{"/p/a.go", "/p/b.go"},
			Source: cfg.Source{Fset: fset, Files: list, Types: pkg, Info: info, Sizes: sizes},
		})
		fn, err := c.Sign(pkg.Scope().Lookup("Larger").(*types.Func), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c.Generate([]*Fn{fn}, File{Probe: probePath})
	}
	if a, b := generate("a.go", "b.go"), generate("b.go", "a.go"); !bytes.Equal(a, b) {
		t.Errorf("the text hangs on the order in which files are parsed:\n%s\n%s", a, b)
	}
}
