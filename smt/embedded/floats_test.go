package embedded_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/smt/order"
	"nearmiss/term"
)

// domain has values for every order relation of three floats with each other and with the
// constants -1, 0 and 1.
func domain() []float64 {
	d := []float64{math.NaN(), math.Inf(-1), math.Inf(1), math.Copysign(0, -1)}
	for i := -7; i <= 7; i++ {
		d = append(d, float64(i)/4)
	}
	return d
}

// triple is an input of three floats.
type triple [3]float64

func (in *triple) env(slot int) (term.Value, bool) {
	return term.Value{Bits: math.Float64bits(in[slot])}, true
}

// search looks for a model in the domain.
func search(clauses []*term.Term, e *term.Evaluator, in *triple) bool {
	d := domain()
	for i := range len(d) * len(d) * len(d) {
		*in = triple{d[i%len(d)], d[i/len(d)%len(d)], d[i/len(d)/len(d)]}
		e.Reset()
		if !slices.ContainsFunc(clauses, func(c *term.Term) bool { return !e.Holds(c) }) {
			return true
		}
	}
	return false
}

func comparison(r *rand.Rand, b *term.Builder, s term.Sort) *term.Term {
	operand := func() *term.Term {
		if r.IntN(4) == 0 {
			return b.Float(s, float64(r.IntN(3)-1))
		}
		return b.Slot(r.IntN(3), s, false)
	}
	c := b.Compare(term.Rel(r.IntN(6)), operand(), operand())
	switch r.IntN(6) {
	case 0, 1:
		return b.Not(c)
	case 2:
		return b.Both(c, b.Compare(term.LE, operand(), operand()))
	}
	return c
}

// TestUnsatOfFloats checks that conditions on computed floats that the chain calls unsat have
// no model in the domain.
func TestUnsatOfFloats(t *testing.T) {
	s := term.Floating(64)
	excluded := 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 2))
		b := term.NewBuilder()
		operand := func() *term.Term {
			x, y := b.Slot(r.IntN(2), s, false), b.Slot(r.IntN(2), s, false)
			switch r.IntN(4) {
			case 0:
				return b.Float(s, float64(r.IntN(3)-1))
			case 1:
				return b.Binary(term.Mul, x, y)
			case 2:
				return b.Binary(term.Sub, x, y)
			}
			return x
		}
		var clauses []*term.Term
		solver := embedded.New(embedded.Options{Search: smt.LocalSearchOptions{Steps: 500}})
		for range 6 {
			c := b.Compare(term.Rel(r.IntN(6)), operand(), operand())
			if r.IntN(3) == 0 {
				c = b.Not(c)
			}
			clauses = append(clauses, c)
			solver.Push(c)
		}
		var in, tried triple
		a := solver.Solve(context.Background(), in.env)
		if a.Verdict != smt.Unsat {
			continue
		}
		excluded++
		if e := term.NewEvaluator(tried.env); search(clauses, e, &tried) {
			t.Fatalf("%v by %s, but %v", clauses, a.Solver, tried)
		}
	}
	if excluded < 30 {
		t.Errorf("%d excluded", excluded)
	}
}

// TestFloatsLaw checks that the chain decides nearly all comparisons of floats, NaN included,
// as trying all values does.
func TestFloatsLaw(t *testing.T) {
	asked, open := 0, 0
	for _, s := range []term.Sort{term.Floating(32), term.Floating(64)} {
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 1))
			b := term.NewBuilder()
			solver := smt.Chain(smt.Checked(smt.Floats(order.New()), nil), smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 2000}))
			var path []*term.Term
			var in, tried triple
			e := term.NewEvaluator(tried.env)
			for range 10 {
				c := comparison(r, b, s)
				a := solver.Check(context.Background(), c, in.env)
				asked++
				can := search(append(slices.Clone(path), c), e, &tried)
				switch {
				case a.Verdict == smt.Unknown:
					open++
					continue
				case can != (a.Verdict == smt.Sat):
					t.Fatalf("%v: %v with %v, but %v: %v", path, c, a, can, tried)
				case a.Verdict == smt.Unsat:
					continue
				}
				for _, x := range a.Changes {
					in[x.Slot] = math.Float64frombits(x.Value.Bits)
				}
				path = append(path, c)
				solver.Push(c)
			}
		}
	}
	t.Logf("%d of %d open", open, asked)
	if open*20 > asked {
		t.Errorf("%d of %d open", open, asked)
	}
}
