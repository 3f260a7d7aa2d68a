package bitvec

import (
	"context"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"

	"pgregory.net/rapid"
)

// env returns the values of slots in the form of term.Value.
func env(values ...uint64) term.Env {
	return func(slot int) (term.Value, bool) {
		if slot >= len(values) {
			return term.Value{}, false
		}
		return term.Value{Bits: values[slot]}, true
	}
}

func holds(t *term.Term, e term.Env) bool {
	v, ok := term.Eval(t, e)
	return ok && v.Bits != 0
}

// gen draws terms over two slots of eight bits.
type gen struct {
	t *rapid.T
	b *term.Builder
}

var slotSorts = []term.Sort{term.Signed(8), term.Unsigned(8)}
var sorts = []term.Sort{term.Signed(8), term.Unsigned(8), term.Signed(16), term.Unsigned(16), term.Signed(32), term.Unsigned(64), term.Signed(64)}

func (g gen) choose(name string, n int) int { return rapid.IntRange(0, n-1).Draw(g.t, name) }

func (g gen) number(s term.Sort) *term.Term {
	v := uint64(rapid.IntRange(-9, 20).Draw(g.t, "n"))
	if g.choose("wide", 4) == 0 {
		v = rapid.Uint64().Draw(g.t, "n")
	}
	return g.b.Int(s, v)
}

func (g gen) integer(s term.Sort, depth int) *term.Term {
	if depth == 0 {
		switch c := g.choose("leaf", 5); c {
		case 0:
			return g.number(s)
		default:
			return g.b.Convert(g.b.Slot(c%2, slotSorts[c%2], false), s)
		}
	}
	switch g.choose("form", 8) {
	case 0:
		return g.b.Unary([]term.Op{term.Neg, term.Com}[g.choose("op", 2)], g.integer(s, depth-1))
	case 1:
		return g.b.Convert(g.integer(sorts[g.choose("from", len(sorts))], depth-1), s)
	case 2:
		return g.b.If(g.boolean(depth-1), g.integer(s, depth-1), g.integer(s, depth-1))
	}
	op := term.Add + term.Op(g.choose("op", int(term.Shr-term.Add)+1))
	x := g.integer(s, depth-1)
	var y *term.Term
	switch {
	case op == term.Shl || op == term.Shr:
		y = g.integer(sorts[g.choose("count", len(sorts))], g.choose("depth", depth))
	case g.choose("constant", 3) == 0:
		y = g.number(s)
	default:
		y = g.integer(s, depth-1)
	}
	return g.b.Binary(op, x, y)
}

func (g gen) boolean(depth int) *term.Term {
	if depth > 0 {
		switch g.choose("bool", 6) {
		case 0:
			return g.b.Not(g.boolean(depth - 1))
		case 1:
			return g.b.Both(g.boolean(depth-1), g.boolean(depth-1))
		case 2:
			return g.b.Either(g.boolean(depth-1), g.boolean(depth-1))
		case 3:
			return g.b.Compare(term.EQ, g.boolean(depth-1), g.boolean(depth-1))
		case 4:
			return g.b.If(g.boolean(depth-1), g.boolean(depth-1), g.boolean(depth-1))
		}
	}
	s := sorts[g.choose("sort", len(sorts))]
	r := []term.Rel{term.EQ, term.NE, term.LT, term.LE, term.GT, term.GE}[g.choose("rel", 6)]
	return g.b.Compare(r, g.integer(s, depth), g.integer(s, depth))
}

// TestBitsLaw checks that a circuit computes the same value as Eval.
func TestBitsLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := gen{t, term.NewBuilder()}
		s := sorts[g.choose("sort", len(sorts))]
		x := g.integer(s, rapid.IntRange(1, 3).Draw(t, "depth"))
		values := []uint64{slotSorts[0].Wrap(rapid.Uint64().Draw(t, "a")), slotSorts[1].Wrap(rapid.Uint64().Draw(t, "b")), 0}
		v, ok := term.Eval(x, env(values...))
		is := g.b.Compare(term.EQ, x, g.b.Int(s, v.Bits))
		solver := New(Options{})
		loose := g.b.Slot(2, term.BoolSort, false)
		for i, s := range slotSorts {
			is := g.b.Compare(term.EQ, g.b.Slot(i, s, false), g.b.Int(s, values[i]))
			solver.Push(g.b.Either(is, loose)) // prevents folding to a constant
		}
		solver.Push(g.b.Not(loose))
		a := solver.Check(context.Background(), is, env(values...))
		if want := map[bool]smt.Verdict{true: smt.Sat, false: smt.Unsat}[ok]; a.Verdict != want || len(a.Changes) != 0 {
			t.Fatalf("%v is %v %v under %v, but %+v", x, int64(v.Bits), ok, values, a)
		}
		if a = solver.Check(context.Background(), g.b.Not(is), env(values...)); a.Verdict != smt.Unsat {
			t.Fatalf("%v is %v %v under %v only, but %+v", x, int64(v.Bits), ok, values, a)
		}
	})
}
