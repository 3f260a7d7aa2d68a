package linear

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"

	"pgregory.net/rapid"
)

var ctx = context.Background()

// world has slots with few values, so that a test can try all inputs.
type world struct {
	b      *term.Builder
	slots  []*term.Term
	lo, hi []int64
	pure   bool // only sums
}

func newWorld(t *rapid.T) *world {
	w := &world{b: term.NewBuilder(), pure: rapid.Bool().Draw(t, "pure")}
	for i, s := range []term.Sort{term.Signed(8), term.Unsigned(8), term.Signed(64), term.Unsigned(64)} {
		starts := []int64{0, 1, 100}
		if s.Kind == term.Int {
			starts = append(starts, -3, -100)
		}
		lo := rapid.SampledFrom(starts).Draw(t, "lo")
		w.slots = append(w.slots, w.b.Slot(i, s, false))
		w.lo, w.hi = append(w.lo, lo), append(w.hi, lo+rapid.Int64Range(0, 6).Draw(t, "n"))
	}
	return w
}

func (w *world) path() []*term.Term {
	var all []*term.Term
	for i, x := range w.slots {
		all = append(all, w.b.Compare(term.GE, x, w.b.Int(x.Sort, uint64(w.lo[i]))), w.b.Compare(term.LE, x, w.b.Int(x.Sort, uint64(w.hi[i]))))
	}
	return all
}

// possible reports whether some values within the bounds satisfy clauses.
func (w *world) possible(clauses []*term.Term) bool {
	in := make([]uint64, len(w.slots))
	e := term.NewEvaluator(func(slot int) (term.Value, bool) { return term.Value{Bits: in[slot]}, true })
	var from func(i int) bool
	from = func(i int) bool {
		if i == len(in) {
			e.Reset()
			return !slices.ContainsFunc(clauses, func(c *term.Term) bool { return !e.Holds(c) })
		}
		for v := w.lo[i]; v <= w.hi[i]; v++ {
			in[i] = uint64(v)
			if from(i + 1) {
				return true
			}
		}
		return false
	}
	return from(0)
}

var sorts = []term.Sort{term.Signed(8), term.Unsigned(8), term.Signed(32), term.Signed(64), term.Unsigned(64)}

func (w *world) integer(t *rapid.T, s term.Sort, depth int) *term.Term {
	n := rapid.Int64Range(-4, 130).Draw(t, "number")
	if depth == 0 {
		if rapid.IntRange(0, 3).Draw(t, "constant") == 0 {
			return w.b.Int(s, uint64(n))
		}
		return w.b.Convert(rapid.SampledFrom(w.slots).Draw(t, "slot"), s)
	}
	x := w.integer(t, s, depth-1)
	ops := []term.Op{term.Add, term.Sub, term.Sub, term.Neg, term.Mul, term.Shl}
	if !w.pure {
		ops = append(ops, term.Div, term.Rem, term.Rem, term.Convert, term.Xor, term.Ite, term.And)
	}
	switch op := rapid.SampledFrom(ops).Draw(t, "op"); op {
	case term.Neg:
		return w.b.Unary(op, x)
	case term.Mul:
		return w.b.Binary(op, x, w.b.Int(s, uint64(n%6)))
	case term.Div, term.Rem, term.Shl:
		return w.b.Binary(op, x, w.b.Int(s, uint64(n&7)))
	case term.Convert:
		return w.b.Convert(w.integer(t, rapid.SampledFrom(sorts).Draw(t, "from"), depth-1), s)
	case term.Ite:
		return w.b.If(w.clause(t, depth-1), x, w.integer(t, s, depth-1))
	default:
		return w.b.Binary(op, x, w.integer(t, s, depth-1))
	}
}

func (w *world) clause(t *rapid.T, depth int) *term.Term {
	if kind := rapid.IntRange(0, 9).Draw(t, "kind"); !w.pure && depth > 0 && kind < 2 {
		x, y := w.clause(t, depth-1), w.clause(t, depth-1)
		if kind == 0 {
			return w.b.Either(x, y)
		}
		return w.b.Both(x, y)
	}
	s := rapid.SampledFrom(sorts).Draw(t, "of")
	return w.b.Compare(term.Rel(rapid.IntRange(0, 5).Draw(t, "rel")), w.integer(t, s, depth), w.integer(t, s, depth))
}

// TestLaw checks that models are valid and that unsat queries have no model.
func TestLaw(t *testing.T) {
	counts := make(map[string]int)
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		in := make([]uint64, len(w.slots))
		for i := range in {
			in[i] = uint64(rapid.Int64Range(w.lo[i], w.hi[i]).Draw(t, "value"))
		}
		witness := func(slot int) (term.Value, bool) { return term.Value{Bits: in[slot]}, true }
		s := New(Options{})
		path := w.path()
		for range rapid.IntRange(1, 5).Draw(t, "clauses") {
			path = append(path, w.clause(t, rapid.IntRange(1, 3).Draw(t, "depth")))
		}
		for _, c := range path {
			s.Push(c)
		}
		a := s.Solve(ctx, witness)
		counts[fmt.Sprint(a.Verdict)]++
		switch a.Verdict {
		case smt.Sat:
			for _, c := range a.Changes {
				in[c.Slot] = c.Value.Bits
			}
			for _, c := range path {
				if v, ok := term.Eval(c, witness); !ok || v.Bits == 0 {
					t.Fatalf("%v does not hold under %v", c, in)
				}
			}
		case smt.Unsat:
			if w.possible(path) {
				t.Fatalf("%v can hold", path)
			}
		}
	})
	t.Log(counts)
}
