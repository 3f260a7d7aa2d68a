package cover

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/wire"
	"nearmiss/search"
)

// TestFresh: errands begin with zero, and come to what is nearest to the last goal of
// many, each input once.
func TestFresh(t *testing.T) {
	sig := &input.Signature{Params: []input.Field{{Name: "n", Type: &input.Type{Kind: input.Uint, Bits: 32}}}}
	f := &function{sig: sig}
	u := &unit{}
	f.unit = u
	const n = 50
	for i := range uint32(2 * n) {
		g := &goal{fn: f, branch: i}
		if i%2 == 0 {
			g.found = &find{fn: f, vector: input.Vector{uint64(i / 4)}} // two goals share an input
		} else {
			g.bests = []wire.Best{{Fitness: search.Fitness{Value: 1}, Vector: input.Vector{uint64(i)}}}
		}
		u.goals = append(u.goals, g)
		f.goals = append(f.goals, g)
	}
	x := &explorer{fn: f, tried: map[uint64]bool{}}
	begun := map[uint64]int{}
	for errand := 0; ; errand++ {
		vs := x.fresh(x.starts())
		if len(vs) == 0 {
			break
		}
		if zero := slices.Equal(vs[0], input.Vector{0}); zero != (errand == 0) {
			t.Errorf("errand %d begins with %v", errand, vs[0])
		}
		for _, v := range vs[:min(len(vs), 9)] {
			begun[v[0]]++
			x.tried[search.Hash(v)] = true
		}
	}
	for i := range uint64(2 * n) {
		if i%2 == 1 && begun[i] != 1 {
			t.Errorf("the input nearest to goal %d had %d turns", i, begun[i])
		}
	}
	for v, times := range begun {
		if times != 1 {
			t.Errorf("%d had %d turns", v, times)
		}
	}
	if got := bases(x.starts()); len(got) != mostVaried || got[1][0] != 1 {
		t.Errorf("others are made of %v: what is nearest to the first goals is wanted", got)
	}
}

// TestFlipBudget: what search leaves over of a branch that is taken goes to solving, but
// not where nothing is searched for, nor what an open branch has left.
func TestFlipBudget(t *testing.T) {
	f := &function{}
	for i, used := range []uint64{200, 90_000, 100_000, 100_000} {
		g := &goal{fn: f, branch: uint32(i), used: used}
		if i == 0 || i == 2 {
			g.found = &find{fn: f}
		}
		f.goals = append(f.goals, g)
	}
	x := &explorer{fn: f}
	for _, c := range []struct {
		algo  string
		evals int
		want  uint64
	}{
		{"auto", 100_000, (400_000 + 99_800) / flipWork},
		{"dse", 100_000, 400_000 / flipWork},
		{"auto", 1_000, leastFlips},
	} {
		if got := x.budget(&session{opt: Options{Algo: c.algo, Evals: c.evals}}); got != c.want {
			t.Errorf("%s with %d evaluations: %d flips, want %d", c.algo, c.evals, got, c.want)
		}
	}
}
