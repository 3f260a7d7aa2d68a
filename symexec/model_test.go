package symexec

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestModelNames checks that every function with a model, or with a reason for having none,
// exists.
func TestModelNames(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("some models are of functions in assembly for amd64")
	}
	names := map[string]bool{}
	paths := map[string]bool{}
	for name := range modelTable() {
		if strings.HasPrefix(name, standinPath) {
			continue
		}
		names[name] = true
		path := strings.TrimLeft(name, "(*")
		path = path[:strings.LastIndex(path, "/")+1] + strings.SplitN(path[strings.LastIndex(path, "/")+1:], ".", 2)[0]
		paths[path] = true
	}
	var patterns []string
	for p := range paths {
		patterns = append(patterns, p)
	}
	slices.Sort(patterns)
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedCompiledGoFiles}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, file := range p.CompiledGoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Decls {
				if d, ok := d.(*ast.FuncDecl); ok {
					delete(names, fullName(p.PkgPath, d))
				}
			}
		}
	}
	for name := range names {
		t.Errorf("there is no %s", name)
	}
}

// fullName returns the name of a function or method as the SSA form has it.
func fullName(path string, d *ast.FuncDecl) string {
	if d.Recv == nil {
		return path + "." + d.Name.Name
	}
	typ := types.ExprString(d.Recv.List[0].Type)
	base := strings.TrimPrefix(typ, "*")
	return "(" + strings.TrimSuffix(typ, base) + path + "." + base + ")." + d.Name.Name
}
