package testgen

import (
	"fmt"
	"go/types"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

// anyOutcome draws words as a run could report them for a t.
func anyOutcome(t *input.Type, rng *rand.Rand, depth int) []uint64 {
	count := rng.Uint64N(3)
	if depth > 5 {
		count = 0
	}
	var vec []uint64
	list := func(n uint64, types ...*input.Type) {
		for range n {
			for _, t := range types {
				vec = append(vec, anyOutcome(t, rng, depth+1)...)
			}
		}
	}
	switch t.Kind {
	case input.Float, input.Complex:
		vec = append(vec, math.Float64bits([]float64{0, 1.5, math.NaN(), math.Inf(1), math.Copysign(0, -1)}[rng.IntN(5)]))
		if t.Kind == input.Complex {
			vec = append(vec, math.Float64bits(2))
		}
	case input.String:
		vec = append(vec, count)
		for range count {
			vec = append(vec, 'a'+rng.Uint64N(26))
		}
	case input.Slice:
		vec = append(vec, count)
		if count > 0 {
			list(count-1, t.Elem)
		}
	case input.Map:
		vec = append(vec, count)
		if count > 0 {
			list(count-1, t.Key, t.Elem)
		}
	case input.ChannelContents:
		if vec = append(vec, rng.Uint64N(input.ChannelLimit+1)); vec[0] != 0 {
			vec = append(vec, count+1)
			list(count, t.Elem)
		}
	case input.Pointer:
		vec = append(vec, min(count, 1))
		list(min(count, 1), t.Elem)
	case input.Array:
		list(uint64(t.Len), t.Elem)
	case input.Struct:
		for _, f := range t.Fields {
			list(1, f.Type)
		}
	case input.Error:
		if vec = append(vec, count); count == 1 {
			vec = append(vec, 1, 'e')
		}
	case input.Sealed:
		if vec = append(vec, rng.Uint64N(2)); t.Text != "" {
			if vec = append(vec, 1+rng.Uint64N(2)); vec[1] == 1 {
				vec = append(vec, 1, 't')
			}
		}
	case input.Dynamic:
		w := rng.Uint64N(uint64(len(t.Alts)) + 2)
		if depth > 5 {
			w = 0
		}
		vec = append(vec, w)
		if a := t.HeldAlt(w); a != nil {
			for _, f := range a.Fields {
				list(1, f.Type)
			}
		}
	default:
		vec = append(vec, rng.Uint64N(2))
	}
	return vec
}

const heldSource = `package p

import (
	"io"
	"sort"
	"time"
)

type hook struct{ f func() }

func (hook) Close() error { return nil }

type Shape interface{ Area() int }
type Square struct{ Side int }

func (s *Square) Area() int { return s.Side * s.Side }

func Order(s sort.Interface)         { sort.Sort(s) }
func Same(s sort.Interface) int      { return s.Len() }
func Open(ok bool) io.Closer         { return hook{func() {}} }
func Value(n int) any {
	switch n {
	case 0:
		return nil
	case 1:
		return 7
	case 2:
		return int64(7)
	case 3:
		return time.Second
	}
	return "s"
}
func List(n int) any   { return []int{n} }
func Grow(n int) Shape { return &Square{n} }
`

// TestHeld: what interfaces hold is asserted, by != where that can be, and
// what can be made stays stable; a stub is compared where the call may change
// it.
func TestHeld(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": heldSource, "go.mod": "module example.com/p\n\ngo 1.24\n"})
	c := harness.New(pkg)
	var funcs []Func
	add := func(name string, cases ...Case) {
		signed, err := c.Sign(pkg.Types.Scope().Lookup(name).(*types.Func), harness.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range cases {
			cases[i].Covers = []Cover{{Branch: fmt.Sprintf("a.go:%d:%d/T", len(funcs)+1, i+1)}}
		}
		funcs = append(funcs, Func{Obj: signed.Obj, Sig: *signed.Sig, Cases: cases})
	}
	sig := func(name string) *input.Signature {
		signed, err := c.Sign(pkg.Types.Scope().Lookup(name).(*types.Func), harness.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return signed.Sig
	}
	word := func(t2 *input.Type, name string) uint64 {
		for i := range t2.Alts {
			if t2.Alts[i].Name == name {
				return uint64(i)
			}
		}
		t.Fatalf("no %s in %s", name, t2.Go)
		return 0
	}
	holds := func(f string, name string, words ...uint64) Outcome {
		return Outcome{Results: append([]uint64{word(sig(f).Results[0].Type, name) + 2}, words...)}
	}
	stub := word(sig("Order").Params[0].Type, "stub")
	left := word(sig("Order").After[0].Type, "stub") + 2
	add("Order", Case{Vector: []uint64{stub, 3, 1, 0}, Outcome: Outcome{Results: []uint64{}, After: []uint64{left, 3, 0, 1}}})
	add("Same", Case{Vector: []uint64{stub, 3, 1, 0}, Outcome: Outcome{Results: []uint64{2}, After: []uint64{left, 3, 1, 0}}})
	add("Open", Case{Vector: []uint64{0}, Outcome: holds("Open", "hook", 1)})
	add("Value",
		Case{Vector: []uint64{0}, Outcome: Outcome{Results: []uint64{0}}},
		Case{Vector: []uint64{1}, Outcome: holds("Value", "int", 7)},
		Case{Vector: []uint64{2}, Outcome: holds("Value", "int64", 7)},
		Case{Vector: []uint64{3}, Outcome: holds("Value", "time.Duration", 1e9)},
		Case{Vector: []uint64{4}, Outcome: holds("Value", "string", 1, 's')})
	add("List", Case{Vector: []uint64{5}, Outcome: holds("List", "[]int", 2, 5)})
	add("Grow", Case{Vector: []uint64{5}, Outcome: holds("Grow", "*Square", 1, 5)})
	s, err := emit(pkg, funcs, goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	next, report := verified(t, s, quick)
	if len(report.Dropped) > 0 || len(next.Funcs) != len(funcs) {
		t.Errorf("dropped\n%s", reasons(report.Dropped))
	}
	text := textOf(next)
	for _, want := range []string{
		"&stubList{list: []int{0, 1}}", "!reflect.DeepEqual(s, wantS)", "var wantS sort.Interface = &stubList{list: []int{1, 0}}",
		`var want any = held{"p.hook", hookView{f: true}}`, "got != tt.want", "want: 7}", "want: int64(7)}", "want: time.Second", `want: "s"}`,
		"var want any = []int{5}", "var want Shape = &Square{Side: 5}", "!reflect.DeepEqual(got, want)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
