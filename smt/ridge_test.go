package smt_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

// ridge draws conditions that hold at a hidden point. One says that a computed float is within
// a billionth of its value there; the others say on which side of each other some floats are.
type ridge struct {
	*rand.Rand
	b      *term.Builder
	hidden []float64
}

func (r *ridge) env(slot int) (term.Value, bool) {
	return term.Value{Bits: math.Float64bits(r.hidden[slot])}, true
}

func (r *ridge) value(t *term.Term) float64 {
	v, _ := term.NewEvaluator(r.env).Bits(t)
	return math.Float64frombits(v)
}

func (r *ridge) float(depth int) *term.Term {
	f := term.Floating(64)
	if depth == 0 || r.IntN(8) == 0 {
		if r.IntN(5) == 0 {
			return r.b.Float(f, float64(r.IntN(200)-100)/8)
		}
		return r.b.Slot(r.IntN(len(r.hidden)), f, false)
	}
	x, y := r.float(depth-1), r.float(depth-1)
	return r.b.Binary([]term.Op{term.Add, term.Sub, term.Mul, term.Mul, term.Div}[r.IntN(5)], x, y)
}

// conditions returns one narrow ridge and n conditions on sides.
func (r *ridge) conditions(n int) []*term.Term {
	f := r.float(3)
	for f.Ground() || math.IsNaN(r.value(f)) || math.Abs(r.value(f)) > 1e9 {
		f = r.float(3)
	}
	v := r.value(f)
	eps := 1e-9 * max(1, math.Abs(v))
	s := term.Floating(64)
	out := []*term.Term{r.b.Compare(term.LT, f, r.b.Float(s, v+eps)), r.b.Compare(term.GT, f, r.b.Float(s, v-eps))}
	for len(out) < n+2 {
		x, y := r.float(2), r.float(1)
		switch v, w := r.value(x), r.value(y); {
		case v < w:
			out = append(out, r.b.Compare(term.LT, x, y))
		case v > w:
			out = append(out, r.b.Compare(term.GT, x, y))
		}
	}
	return out
}

// TestRidges checks that the search finds points on a narrow ridge that satisfy the other
// conditions.
func TestRidges(t *testing.T) {
	const draws = 100
	for sides, wanted := range map[int]int{0: 95, 2: 95, 4: 90, 8: 75} {
		solved := 0
		for seed := range uint64(draws) {
			r := &ridge{rand.New(rand.NewPCG(seed, uint64(sides))), term.NewBuilder(), make([]float64, 3)}
			for i := range r.hidden {
				r.hidden[i] = r.Float64()*40 - 20
			}
			s := smt.Checked(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 300_000}), func(f smt.Falsehood) { t.Fatal(f) })
			for _, c := range r.conditions(sides) {
				s.Push(c)
			}
			if s.Solve(ctx, func(int) (term.Value, bool) { return term.Value{}, true }).Verdict == smt.Sat {
				solved++
			}
		}
		t.Logf("%d sides: %d of %d", sides, solved, draws)
		if solved < wanted {
			t.Errorf("%d sides: %d of %d, want %d", sides, solved, draws, wanted)
		}
	}
}
