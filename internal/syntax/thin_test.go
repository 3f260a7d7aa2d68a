package syntax

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// TestThin: tables of literals are shortened, and their file still has the same types; elements that name
// something stay.
func TestThin(t *testing.T) {
	const text = `package p

type pair struct {
	a int
	b string
}

type table [9]int

var (
	numbers = [...]uint16{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	pairs   = []pair{{1, "a"}, {a: 2}, {3, "c"}, {4, "d"}, {5, "e"}, {6, "f"}, {7, "g"}, {8, "h"}, {-9, "i"}}
	entity  = map[string]rune{"a": 'a', "b": 'b', "c": 'c', "d": 'd', "e": 'e', "f": 'f', "g": 'g', "h": 'h', "i": 'i'}
	calls   = []func(){f, f, f, f, f, f, f, f, f}
	named   = table{1, 2, 3, 4, 5, 6, 7, 8, 9}
	keyed   = []int{0x8: 1, 7: 2, 6: 3, 5: 4, 4: 5, 3: 6, 2: 7, 1: 8, 0: 9}
	few     = []int{1, 2, 3}
	other   = []int{one: 1, 0: 2}
	letter  = []int{'a': 1, 0: 2}
)

const one = 1

var size [len(numbers)]byte

func f() {
	_ = []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
}
`
	fset := token.NewFileSet()
	check := func(file *ast.File) string {
		pkg, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, name := range pkg.Scope().Names() {
			all = append(all, types.ObjectString(pkg.Scope().Lookup(name), nil))
		}
		return strings.Join(all, "\n")
	}
	file, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	before := check(file)
	Thin(file)
	if after := check(file); after != before {
		t.Errorf("types before\n%s\nand after\n%s", before, after)
	}
	var b bytes.Buffer
	if err := printer.Fprint(&b, fset, file); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"uint16{9: 10}", `[]pair{8: {-9, "i"}}`, `map[string]rune{"a": 'a'}`, `[]string{8: "i"}`,
		"[]func(){f, f, f, f, f, f, f, f, f}", "table{1, 2, 3, 4, 5, 6, 7, 8, 9}", "[]int{0x8: 1}", "[]int{2: 3}", "[]int{one: 1, 0: 2}", `[]int{'a': 1, 0: 2}`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in\n%s", want, &b)
		}
	}
}

// TestHollow: functions lose their bodies and parameters and keep their ranges; generic ones stay.
func TestHollow(t *testing.T) {
	const text = `package p

func f(a, b int) (c int) { return func(d int) int { return d }(a) }

func g[T any](a T) T { return a }
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	f, g := file.Decls[0].(*ast.FuncDecl), file.Decls[1].(*ast.FuncDecl)
	from, to := f.Pos(), f.End()
	Hollow(file)
	if len(f.Body.List) > 0 || len(f.Type.Params.List) > 0 || len(f.Type.Results.List) > 0 || f.Pos() != from || f.End() != to {
		t.Errorf("%d statements, %d parameters, from %d to %d; want %d to %d", len(f.Body.List), len(f.Type.Params.List), f.Pos(), f.End(), from, to)
	}
	if len(g.Body.List) != 1 || len(g.Type.Params.List) != 1 || len(Generics(file)) != 1 || Generics(file)[0] != g {
		t.Error("the generic function has changed")
	}
}
