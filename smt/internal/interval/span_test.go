package interval

import (
	"testing"

	"nearmiss/internal/probe"
	"nearmiss/term"

	"pgregory.net/rapid"
)

func spanDraw(t *rapid.T, name string) (Span, []int64) {
	lo := rapid.Int64Range(-20, 20).Draw(t, name)
	n := rapid.Int64Range(0, 12).Draw(t, name)
	var all []int64
	for v := lo; v <= lo+n; v++ {
		all = append(all, v)
	}
	return Span{Int(lo), Int(lo + n)}, all
}

type operation struct {
	name  string
	spans func(x, y Span) (Span, bool)
	plain func(x, y int64) (int64, bool)
	tight bool // no smaller span contains the results
}

func total(f func(x, y Span) Span) func(x, y Span) (Span, bool) {
	return func(x, y Span) (Span, bool) { return f(x, y), true }
}

func spanAlways(f func(x, y int64) int64) func(x, y int64) (int64, bool) {
	return func(x, y int64) (int64, bool) { return f(x, y), true }
}

var operations = []operation{
	{"+", total(Add), spanAlways(func(x, y int64) int64 { return x + y }), true},
	{"-", total(Sub), spanAlways(func(x, y int64) int64 { return x - y }), true},
	{"*", total(Mul), spanAlways(func(x, y int64) int64 { return x * y }), true},
	{"neg", total(func(x, _ Span) Span { return Neg(x) }), spanAlways(func(x, _ int64) int64 { return -x }), true},
	{"com", total(func(x, _ Span) Span { return Com(x) }), spanAlways(func(x, _ int64) int64 { return ^x }), true},
	{"/", Quo, func(x, y int64) (int64, bool) {
		if y == 0 {
			return 0, false
		}
		return x / y, true
	}, true},
	{"%", Rem, func(x, y int64) (int64, bool) {
		if y == 0 {
			return 0, false
		}
		return x % y, true
	}, false},
	{"&", And, spanAlways(func(x, y int64) int64 { return x & y }), false},
	{"&^", AndNot, spanAlways(func(x, y int64) int64 { return x &^ y }), false},
	{"|", Or, spanAlways(func(x, y int64) int64 { return x | y }), false},
	{"^", Xor, spanAlways(func(x, y int64) int64 { return x ^ y }), false},
	{"<<", Shl, func(x, y int64) (int64, bool) {
		if y < 0 {
			return 0, false
		}
		return x << y, true
	}, true},
	{">>", Shr, func(x, y int64) (int64, bool) {
		if y < 0 {
			return 0, false
		}
		return x >> y, true
	}, true},
}

func TestContains(t *testing.T) {
	for _, op := range operations {
		t.Run(op.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x, xs := spanDraw(t, "x")
				y, ys := spanDraw(t, "y")
				got, ok := op.spans(x, y)
				var hull Span
				some := false
				for _, a := range xs {
					for _, b := range ys {
						v, defined := op.plain(a, b)
						if !defined {
							continue
						}
						if ok && !got.Has(Int(v)) {
							t.Fatalf("%v %s %v = %v without %d %s %d = %d", x, op.name, y, got, a, op.name, b, v)
						}
						if !some {
							hull = Single(Int(v))
						}
						hull, some = hull.Join(Single(Int(v))), true
					}
				}
				if op.tight && ok && hull != got {
					t.Fatalf("%v %s %v = %v, could be %v", x, op.name, y, got, hull)
				}
				if (op.name == "/" || op.name == "%") && ok != some {
					t.Fatalf("%v %s %v: %v", x, op.name, y, ok)
				}
			})
		})
	}
}

func TestNarrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, xs := spanDraw(t, "x")
		y, ys := spanDraw(t, "y")
		r := rapid.SampledFrom([]term.Rel{term.EQ, term.NE, term.LT, term.LE, term.GT, term.GE}).Draw(t, "rel")
		var left []int64
		for _, a := range xs {
			for _, b := range ys {
				if holds := probe.DistI(probe.Rel(r), a, b) == 0; holds != (probe.DistI(probe.Rel(r.Mirror()), b, a) == 0) {
					t.Fatalf("%v is not the mirror of %v", r.Mirror(), r)
				} else if holds {
					left = append(left, a)
				}
			}
		}
		got, ok := Narrow(r, x, y)
		if ok != (len(left) > 0) {
			t.Fatalf("%v %v %v: %v", x, r, y, ok)
		}
		if !ok {
			return
		}
		want := Single(Int(left[0]))
		for _, a := range left {
			want = want.Join(Single(Int(a)))
		}
		if got != want {
			t.Fatalf("%v %v %v leaves %v, want %v", x, r, y, got, want)
		}
	})
}
