package manual

import (
	"bytes"
	"flag"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write adversary.go anew")

// TestAdversaryIsTheSortItself derives adversary.go from the sort: functions
// become methods of the adversary, and comparisons of numbers in the list
// become calls.
func TestAdversaryIsTheSortItself(t *testing.T) {
	got := derive(t, "../quicksort.go")
	if *update {
		if err := os.WriteFile("adversary.go", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("adversary.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("adversary.go is not what the sort is now; go test -update writes it anew")
	}
}

func derive(t *testing.T, name string) []byte {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]bool{}
	for _, d := range f.Decls {
		own[d.(*ast.FuncDecl).Name.Name] = true
	}
	method := func(name string) ast.Expr { return &ast.SelectorExpr{X: ast.NewIdent("z"), Sel: ast.NewIdent(name)} }
	for _, d := range f.Decls {
		d := d.(*ast.FuncDecl)
		d.Recv = &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{ast.NewIdent("z")}, Type: &ast.StarExpr{X: ast.NewIdent("adversary")}}}}
		ast.Inspect(d.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if id, ok := n.Fun.(*ast.Ident); ok && own[id.Name] {
					n.Fun = method(id.Name)
				}
			case *ast.BinaryExpr:
				if _, ok := n.X.(*ast.IndexExpr); ok {
					n.X = &ast.CallExpr{Fun: method("compare"), Args: []ast.Expr{n.X, n.Y}}
					n.Y = &ast.BasicLit{Kind: token.INT, Value: "0"}
				}
			}
			return true
		})
	}
	f.Name.Name = "manual"
	var b bytes.Buffer
	b.WriteString("// Code generated from quicksort.go of package ese by go test -update; DO NOT EDIT.\n\n")
	if err := format.Node(&b, fset, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
