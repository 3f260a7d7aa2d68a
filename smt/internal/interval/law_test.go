package interval

import (
	"testing"

	"nearmiss/term"

	"pgregory.net/rapid"
)

// world has the slots of random terms: two bytes with bounds, and a boolean.
type world struct {
	b      *term.Builder
	slots  []*term.Term
	bounds []Span
}

func newWorld(t *rapid.T) world {
	w := world{b: term.NewBuilder()}
	for i, sort := range []term.Sort{term.Signed(8), term.Unsigned(8), term.BoolSort} {
		all := Limits(sort)
		s := all
		if sort.IsInteger() {
			s.Lo = all.Lo.Add(Int(int64(rapid.SampledFrom([]int{0, 1, 100, 127, 128, 245}).Draw(t, "lo"))))
			s.Hi = Least(s.Lo.Add(Int(int64(rapid.IntRange(0, 10).Draw(t, "n")))), all.Hi)
		}
		w.slots, w.bounds = append(w.slots, w.b.Slot(i, sort, false)), append(w.bounds, s)
	}
	return w
}

func (w world) known(slot int) (Span, bool) { return w.bounds[slot], slot != 2 }

// each calls f for every input within the bounds, until it returns false.
func (w world) each(f func(env term.Env) bool) {
	var in [3]Number
	env := func(slot int) (term.Value, bool) { return term.Value{Bits: in[slot].Bits()}, true }
	var from func(i int) bool
	from = func(i int) bool {
		if i == len(in) {
			return f(env)
		}
		for in[i] = w.bounds[i].Lo; !w.bounds[i].Hi.Less(in[i]); in[i] = in[i].Add(one) {
			if !from(i + 1) {
				return false
			}
		}
		return true
	}
	from(0)
}

func (w world) path() []*term.Term {
	var all []*term.Term
	for i, x := range w.slots[:2] {
		all = append(all, w.b.Compare(term.GE, x, w.b.Int(x.Sort, w.bounds[i].Lo.Bits())),
			w.b.Compare(term.LE, x, w.b.Int(x.Sort, w.bounds[i].Hi.Bits())))
	}
	return all
}

var sorts = []term.Sort{term.Signed(8), term.Unsigned(8), term.Signed(16), term.Signed(64), term.Unsigned(64)}

func (w world) integer(t *rapid.T, sort term.Sort, depth int) *term.Term {
	if depth == 0 {
		if rapid.IntRange(0, 2).Draw(t, "constant") == 0 {
			return w.b.Int(sort, uint64(rapid.SampledFrom([]int{0, 1, 2, 3, 7, -1, -2, 100, 127, -128, 255, -1 << 63}).Draw(t, "number")))
		}
		return w.b.Convert(w.slots[rapid.IntRange(0, 1).Draw(t, "slot")], sort)
	}
	x := w.integer(t, sort, depth-1)
	switch op := rapid.IntRange(int(term.Add)-3, int(term.Com)).Draw(t, "op"); term.Op(op) {
	case term.Neg, term.Com:
		return w.b.Unary(term.Op(op), x)
	case term.Add - 1:
		from := rapid.SampledFrom(sorts).Draw(t, "from")
		return w.b.Convert(w.integer(t, from, depth-1), sort)
	case term.Add - 2:
		return w.b.If(w.truth(t, depth-1), x, w.integer(t, sort, depth-1))
	default:
		if op < int(term.Add) {
			return w.b.Binary(term.Mul, x, x)
		}
		return w.b.Binary(term.Op(op), x, w.integer(t, sort, depth-1))
	}
}

func (w world) truth(t *rapid.T, depth int) *term.Term {
	switch kind := rapid.IntRange(0, 8).Draw(t, "kind"); {
	case kind == 0:
		return w.slots[2]
	case kind == 1 && depth > 0:
		return w.b.Both(w.truth(t, depth-1), w.truth(t, depth-1))
	case kind == 2 && depth > 0:
		return w.b.Either(w.truth(t, depth-1), w.truth(t, depth-1))
	case kind == 3 && depth > 0:
		return w.b.Not(w.truth(t, depth-1))
	case kind == 4 && depth > 0:
		return w.b.If(w.truth(t, depth-1), w.truth(t, depth-1), w.truth(t, depth-1))
	}
	sort := rapid.SampledFrom(sorts).Draw(t, "of")
	return w.b.Compare(term.Rel(rapid.IntRange(0, 5).Draw(t, "rel")), w.integer(t, sort, depth), w.integer(t, sort, depth))
}

// value returns the Number of a value of a sort.
func value(v term.Value, s term.Sort) Number { return NumberOf(v.Bits, s.Kind == term.Int) }

// unbounded reports whether no integer operation in t wraps.
func unbounded(t *term.Term, env term.Env) bool {
	var args [3]Number
	for i, x := range t.Args {
		v, ok := term.Eval(x, env)
		if !ok {
			return true
		}
		if !unbounded(x, env) {
			return false
		}
		args[i] = value(v, x.Sort)
	}
	got, ok := term.Eval(t, env)
	if !ok {
		return true
	}
	x, y := args[0], args[1]
	var want Number
	switch t.Op {
	case term.Add:
		want = x.Add(y)
	case term.Sub:
		want = x.Sub(y)
	case term.Mul:
		want = x.Mul(y)
	case term.Div:
		want = x.Quo(y)
	case term.Neg:
		want = x.Neg()
	case term.Shl:
		want = x.Shl(uint(Least(y, Int(200)).Bits()))
	case term.Convert:
		want = x
	default:
		return true
	}
	return want == value(got, t.Sort)
}

// TestOf checks that every value is in the span of Of, and that no operation wraps if Of says
// so.
func TestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		x := w.truth(t, 2)
		if rapid.Bool().Draw(t, "integer") {
			x = w.integer(t, rapid.SampledFrom(sorts).Draw(t, "sort"), 2)
		}
		s, exact := Of(x, w.known)
		w.each(func(env term.Env) bool {
			v, ok := term.Eval(x, env)
			if ok && !s.Has(value(v, x.Sort)) {
				t.Fatalf("%v = %v, not in %v", x, value(v, x.Sort), s)
			}
			if exact && !unbounded(x, env) {
				t.Fatalf("%v wraps", x)
			}
			return true
		})
	})
}

// TestLearn checks that the bounds learned from a clause exclude no input that satisfies it.
func TestLearn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		box := Box{}
		for _, c := range w.path() {
			if !box.Learn(c) {
				t.Fatalf("%v leave nothing", w.path())
			}
		}
		for i, s := range w.bounds[:2] {
			if box[i] != s {
				t.Fatalf("slot %d is in %v, not %v", i, box[i], s)
			}
		}
		x := w.truth(t, 1)
		ok := box.Learn(x)
		w.each(func(env term.Env) bool {
			if v, defined := term.Eval(x, env); !defined || v.Bits == 0 {
				return true
			}
			if !ok {
				t.Fatalf("%v holds", x)
			}
			for i, slot := range w.slots[:2] {
				if v, _ := env(i); !box[i].Has(value(v, slot.Sort)) {
					t.Fatalf("%v holds with slot %d not in %v", x, i, box[i])
				}
			}
			return true
		})
	})
}
