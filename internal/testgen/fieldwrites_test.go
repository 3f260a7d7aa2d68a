package testgen

import (
	"nearmiss/internal/effects"
	"strings"
	"testing"
)

// TestTouches has a method for each way to change an object, and for ways
// that only look like one.
func TestTouches(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import (
	"bytes"
	"fmt"
	"io"
	"sort"
)

type T struct {
	n    int
	list []int
	text []byte
	m    map[string]int
	next *T
	buf  bytes.Buffer
	in   struct{ k int }
	r    io.Reader
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

func (t *T) Get() int         { return t.n }
func (t *T) Len() int         { return len(t.list) + len(t.m) }
func (t *T) Print() string    { return fmt.Sprint(t.n, t.list) }
func (t *T) Sum() (n int)     { for _, x := range t.list { n += x }; return n }
func (t *T) Text() string     { return string(bytes.TrimSpace(t.text)) }
func (t *T) Fresh() *T        { u := &T{}; return u }
func (t *T) Other()           { f := map[bool]bool{}; f[true] = true }
func (t *T) Local() []string  { var l []string; l = append(l, "a"); l[0] = "b"; return l }

func zero(l []int) { l[0] = 0 }
`})
	obj := funcNamed(t, pkg, "(*T).Set")
	typ := obj.Signature().Recv().Type()
	touch := effects.NewFieldWrites(pkg)
	want := map[string]bool{}
	for _, name := range strings.Fields("Set Count Elem Key Delete Deep Next Whole Sort Alias Buffer Through Function Ranged Loop Read Copy Slot") {
		want[name] = true
	}
	for _, name := range strings.Fields("Get Len Print Sum Text Fresh Other Local") {
		want[name] = false
	}
	for name, may := range want {
		if got := touch.MayChange(funcNamed(t, pkg, "(*T)."+name), typ); got != may {
			t.Errorf("%s: %v, want %v", name, got, may)
		}
	}
}

// TestSentinelThatIsNone: an error that only reads like a sentinel, and does
// not wrap it, is compared by its message.
func TestSentinelThatIsNone(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import (
	"errors"
	"fmt"
)

var ErrBad = errors.New("bad thing")

func Wraps(n int) error { return fmt.Errorf("%d: %w", n, ErrBad) }

func Tells(n int) error { return fmt.Errorf("%d: %v", n, ErrBad) }
`})
	s := emitted(t, pkg, `
		func Wraps
		case 1 => is:ErrBad "1: bad thing"
		cover a.go:10:1/T
		func Tells
		case 1 => 1 "1: bad thing"
		cover a.go:12:1/T`)
	s, report := verified(t, s, quick)
	src := textOf(s)
	if report.Rounds != 1 || len(report.Dropped) != 0 || strings.Count(src, "errors.Is(err, ErrBad)") != 1 || !strings.Contains(src, `wantErr := errorText(Tells(1)), "1: bad thing"`) {
		t.Errorf("%d rounds\n%s\n%s", report.Rounds, reasons(report.Dropped), src)
	}
}
