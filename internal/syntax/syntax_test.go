package syntax

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

const source = `package p

type T struct{ n int; list [3]int; next *T }
type alias[P any] = map[string]P

func (t *T) set()  {}
func (t T) get()   {}
func two() (int, error) { return 0, nil }

func f(t *T, v T, s []int) {
	v.n, s[0] = 1, 2
	t.next.n++
	var a, b = two()
	var c int
	for v.n = range s {
	}
	p := &(v.list[1])
	q := v.list[:]
	r := s[1:]
	v.set()
	t.set()
	v.get()
	h := v.set
	_, _, _, _, _, _, _ = a, b, c, p, q, r, h
}

type setter interface{ set() }

var held = two

func use(s setter) { held(); s.set(); held() }

func g[P any](x []func(P) int, y alias[P], z func() struct{ t *T }) {}
`

func load(t *testing.T) (*ast.File, *types.Info, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return file, info, pkg
}

func TestPlaces(t *testing.T) {
	file, info, _ := load(t)
	var assigned, addressed []string
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == "f" {
			ast.Inspect(d.Body, func(n ast.Node) bool {
				for place, value := range Assignments(n) {
					text := types.ExprString(place)
					if root := Root(info, place); root != nil {
						text += " of " + root.Name()
					}
					if value != nil {
						text += " = " + types.ExprString(value)
					}
					assigned = append(assigned, text)
				}
				if place := Addressed(info, n); place != nil {
					addressed = append(addressed, types.ExprString(place))
				}
				return true
			})
		}
	}
	want := "v.n of v = 1; s[0] of s = 2; t.next.n of t; a of a; b of b; v.n of v; p of p = &(v.list[1]); q of q = v.list[:]; " +
		"r of r = s[1:]; h of h = v.set; _ = a; _ = b; _ = c; _ = p; _ = q; _ = r; _ = h"
	if got := strings.Join(assigned, "; "); got != want {
		t.Errorf("assigned\n%s, want\n%s", got, want)
	}
	if got, want := strings.Join(addressed, "; "), "(v.list[1]); v.list; v; v"; got != want {
		t.Errorf("addressed %s, want %s", got, want)
	}
}

func TestParts(t *testing.T) {
	_, _, pkg := load(t)
	params := pkg.Scope().Lookup("g").(*types.Func).Signature().Params()
	for i, want := range []string{"[func(P) int] [func(P) int]", "[P] [string P]", "[struct{t *p.T}] []"} {
		typ := params.At(i).Type()
		if got := fmt.Sprint(Parts(typ), Inside(typ)); got != want {
			t.Errorf("%s has %s, want %s", typ, got, want)
		}
		if got := Parameterized(typ); got != (i < 2) {
			t.Errorf("%s is parameterized: %v", typ, got)
		}
	}
	signature := pkg.Scope().Lookup("g").Type()
	if AnyPart(signature, IsPointer) != true || AnyPart(signature, IsError) || !AnyPart(pkg.Scope().Lookup("two").Type(), IsError) {
		t.Error("the pointer in a struct, or the error of two, is not found where it is")
	}
}

// TestMentions: a function mentions functions and package variables; a package variable mentions
// those in its initial value.
func TestMentions(t *testing.T) {
	file, info, pkg := load(t)
	m := NewMentions(info, []*ast.File{file})
	names := func(list []types.Object) string {
		var b strings.Builder
		for _, o := range list {
			b.WriteString(" " + o.Name())
		}
		return b.String()
	}
	use, held := pkg.Scope().Lookup("use"), pkg.Scope().Lookup("held")
	if got := names(m.Of(use)); got != " held set" {
		t.Errorf("use mentions%s", got)
	}
	if got := names(m.Of(held)); got != " two" {
		t.Errorf("held mentions%s", got)
	}
	set := pkg.Scope().Lookup("setter").Type().Underlying().(*types.Interface).Method(0)
	if got := names(m.Methods(set)) + names(m.Methods(use)); got != " set" {
		t.Errorf("the interface's method may be%s", got)
	}
	if got := names(Reach(m.Of, use)); got != " use held set two" {
		t.Errorf("use reaches%s", got)
	}
}
