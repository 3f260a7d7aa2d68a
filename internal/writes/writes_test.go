package writes

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"nearmiss/internal/syntax"
)

// TestMayChange has a method for each way to change an object, and for ways
// that only look like one.
func TestMayChange(t *testing.T) {
	const source = `package p

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"sort"
	"sync/atomic"
	"unsafe"
)

type count int32

type T struct {
	n    int
	list []int
	text []byte
	m    map[string]int
	next *T
	buf  bytes.Buffer
	in   struct{ k int }
	r    io.Reader
	form url.Values
	sum  [4]byte
	at   *int
	all  []T
	c    count
}

func (t *T) Set()             { t.n = 1 }
func (t *T) Count()           { t.n++ }
func (t *T) Elem()            { t.list[0] = 1 }
func (t *T) Key()             { t.m["a"] = 1 }
func (t *T) Delete()          { delete(t.m, "a") }
func (t *T) Deep()            { t.in.k = 2 }
func (t *T) Next()            { t.next.n = 2 }
func (t *T) Whole()           { *t = T{} }
func (t *T) Sort()            { sort.Ints(t.list) }
func (t *T) Alias()           { l := t.list; l[0] = 1 }
func (t *T) Buffer()          { t.buf.WriteString("a") }
func (t *T) Through()         { t.Set() }
func (t *T) Function()        { zero(t.list) }
func (t *T) Ranged()          { for t.n = range t.list {} }
func (t *T) Loop()            { for _, u := range []*T{t} { u.n = 3 } }
func (t *T) Read(p []byte)    { t.r.Read(p) }
func (t *T) Copy()            { copy(t.text, "a") }
func (t *T) Slot() *int       { return &t.n }
func (t *T) Renamed()         { u := t; u.n = 1 }
func (t *T) Lists()           { l := [][]int{t.list}; l[0][0] = 1 }
func (t *T) Filter()          { l := t.list[:0]; l = append(l, 1) }
func (t *T) Sliced()          { l := t.sum[:]; l[0] = 1 }
func (t *T) Pointed()         { *t.at = 1 }
func (t *T) Element()         { t.all[0] = T{} }
func (t *T) Form()            { t.form.Set("a", "b") }
func (t *T) Reflect()         { reflect.ValueOf(t).Elem().Field(0).SetInt(1) }
func (t *T) Unsafe()          { *(*byte)(unsafe.Pointer(t)) = 1 }
func (t *T) Called(c changer) { c.change() }
func (t *T) Literal()         { func() { t.n = 1 }() }
func (t *T) Value()           { f := t.Set; f() }
func (t *T) Atomic()          { atomic.AddInt32((*int32)(&t.c), 1) }

func (t *T) Get() int         { return t.n }
func (t *T) Len() int         { return len(t.list) + len(t.m) }
func (t *T) Print() string    { return fmt.Sprint(t.n, t.list) }
func (t *T) Sum() (n int)     { for _, x := range t.list { n += x }; return n }
func (t *T) Text() string     { return string(bytes.TrimSpace(t.text)) }
func (t *T) Loaded() int32    { return atomic.LoadInt32((*int32)(&t.c)) }
func (t *T) Fresh() *T        { u := &T{}; return u }
func (t *T) Other()           { f := map[bool]bool{}; f[true] = true }
func (t *T) Local() []bool    { var l []bool; l = append(l, true); l[0] = false; return l }

func (t *T) Made() []int      { l := make([]int, 3); l[0] = t.n; l = append(l, t.n); return l }
func (t *T) Buffer2() int     { var b [4]byte; return copy(b[:], t.text) }

func zero(l []int) { l[0] = 0 }

type changer interface{ change() }

type holder struct{ t *T }

func (h holder) change() { h.t.n = 1 }
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	typ := types.NewPointer(pkg.Scope().Lookup("T").Type())
	method := func(name string) *types.Func {
		m, _, _ := types.LookupFieldOrMethod(typ, false, pkg, name)
		return m.(*types.Func)
	}
	w := New(info, pkg, syntax.NewMentions(info, []*ast.File{file}))
	want := map[string]bool{}
	for _, name := range strings.Fields("Set Count Elem Key Delete Deep Next Whole Sort Alias Buffer Through Function Ranged Loop Read Copy Slot Renamed Lists Filter Sliced Pointed Element Form Reflect Unsafe Called Literal Value Atomic") {
		want[name] = true
	}
	for _, name := range strings.Fields("Get Len Print Sum Text Loaded Fresh Other Local Made Buffer2") {
		want[name] = false
	}
	for name, may := range want {
		if got := w.MayChange(method(name), typ); got != may {
			t.Errorf("%s: %v, want %v", name, got, may)
		}
	}
}
