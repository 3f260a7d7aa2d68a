package fitness_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/fitness"
)

// check type-checks src and returns the layout of its function f, with every
// comparison as a condition.
func check(t *testing.T, src string) (*fitness.Layout, []*cfg.Cond) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Uses:       map[*ast.Ident]types.Object{},
		Defs:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes:     map[ast.Node]*types.Scope{},
		Implicits:  map[ast.Node]types.Object{},
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("a", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	f := &cfg.Func{Name: "f"}
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == "f" {
			f.Decl = d
		}
	}
	var lits []*ast.FuncLit
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.FuncLit); ok {
			lits = append(lits, lit)
		}
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		switch b.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			c := &cfg.Cond{ID: len(f.Conds), Kind: cfg.Compare, Pos: b.Pos(), Expr: b, Func: f}
			for _, lit := range lits {
				if lit.Pos() <= b.Pos() && b.Pos() < lit.End() {
					c.Lit = lit
				}
			}
			f.Conds = append(f.Conds, c)
		}
		return true
	})
	return fitness.Of(f, info, pkg), f.Conds
}

// print gives slots one line each.
func print(slots []fitness.Slot) string {
	var b strings.Builder
	for _, s := range slots {
		fmt.Fprintf(&b, "%d %s %v", s.Index, s.Path, s.Class)
		if s.Elem != types.Invalid {
			fmt.Fprintf(&b, " of %s", types.Typ[s.Elem])
		}
		if g := s.Path.Guards(); g != nil {
			fmt.Fprintf(&b, " if %s", strings.Join(g, ", "))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestLayout(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"doc", `package a
type pair struct{ a, b int }
func f(p *pair, s []int) bool {
	if p.a < len(s) { return s[p.a] == p.b }
	return false
}`, `0 p nil
1 s slice of int
2 p.a int if p
3 p.b int if p
`},
		{"classes", `package a
func f(a int8, b uint16, c float32, d bool, e string, g []string, h [4]bool, m map[int]int, fn func(), i any, ch chan int) {
	x := cap(g) > 1
	_ = x
}`, `0 a int
1 b uint
2 c float
3 d bool
4 e string of uint8
5 g slice
6 h array of bool
7 m nil
8 m len
9 fn nil
10 i nil
11 ch nil
12 ch len
13 x bool
14 g cap
`},
		{"paths", `package a
type in struct{ v *int }
type mid struct{ *in; w in }
type T struct{ m *mid; a [2]int }
var g, unread T
func f(t *T, q *int) bool { return t.m.v == nil || *q < *t.m.w.v || t.a[*q] > g.a[0] }`,
			`0 t nil
1 q nil
2 t.m.in.v nil if t, t.m, t.m.in
3 (*q) int if q
4 (*t.m.w.v) int if t, t.m, t.m.w.v
5 t.a array of int if t
6 g.a array of int
`},
		{"calls destroy", `package a
func h(int) int
func f(a int) bool { b := 1; c := 2; d := h(b); return d < int(int8(c)) }`,
			`0 a int
1 b int
2 c int
3 d int
`},
		{"generic", `package a
func f[T int | string](a T, b []T, c *T) bool { return a == *c }`,
			`0 b slice
1 c nil
`},
		{"foreign embedding", `package a
import "strings"
type T struct{ strings.Builder; n int }
func f(t T) bool { return t.n == 0 }`, `0 t.n int
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, _ := check(t, tt.src)
			if got := print(l.Slots); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// TestScope: a slot is offered only where its root means itself.
func TestScope(t *testing.T) {
	l, conds := check(t, `package a
var g int
func f(a, x int) bool {
	if a > 0 {
		a := "s"
		if a == "" { x++ }
	}
	if y := x + g; y == 1 { return true }
	fn := func(b int) bool { return b == x }
	{
		nil := 0
		if nil == x { return false }
	}
	z := 3
	return z == 0 && fn(z)
}`)
	want := []string{
		"a x g",      // a > 0
		"x a g",      // inner a
		"a x y g",    // y == 1
		"x b g",      // in the literal: a is not mentioned there
		"",           // nil means something else
		"a x fn z g", // z == 0
	}
	for i, c := range conds {
		var got []string
		for _, s := range l.At(c) {
			got = append(got, s.Path.Root.Name())
		}
		w := strings.Fields(want[i])
		slices.Sort(got)
		slices.Sort(w)
		if !slices.Equal(got, w) {
			t.Errorf("condition %d: got %v, want %v", i, got, w)
		}
	}
}

// TestCrowded: a function whose hooks would be too large hands over nothing.
func TestCrowded(t *testing.T) {
	src := func(n int) string {
		var b strings.Builder
		b.WriteString("package a\nfunc f(v0 int) bool {\n")
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, "v%d := v%d + 1\n", i, i-1)
		}
		for i := 0; i <= n; i++ {
			fmt.Fprintf(&b, "if v%d == 0 { return true }\n", i)
		}
		return b.String() + "return false\n}\n"
	}
	l, conds := check(t, src(120))
	if l.TooLarge() || len(l.At(conds[0])) != 121 {
		t.Errorf("120 variables and conditions: %v, %d slots", l.TooLarge(), len(l.At(conds[0])))
	}
	l, conds = check(t, src(130))
	if !l.TooLarge() || l.At(conds[0]) != nil {
		t.Error("130 variables and conditions are not too many")
	}
}
