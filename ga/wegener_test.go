package ga

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/testutil"
)

// TestOffspring follows a sub-population of four through selection, pairing,
// recombination and mutation.
func TestOffspring(t *testing.T) {
	s := space(tInt32, tInt32)
	testutil.Run(t, func(rng *rand.Rand) {
		e := &evolution[input.Vector]{problem: &vectors{space: s}, ops: NewBreeder(s)}
		e.firstChild = oneChild(e.ops)
		parents := members(4, 1, 3, 2)
		for i := range parents {
			g := parents[i].Genome.(*Genome[input.Vector])
			g.run, g.genes = e, input.Vector{uint64(10 * i), uint64(10*i + 1)}
		}
		w := &wegener{Parameters: Parameters{MProb: 1}, rng: toV1(rng)}
		w.offspring(parents, 1e-6)
		var got []input.Vector
		for i := range w.children {
			got = append(got, vector(&w.children[i]))
		}
		// In order of fitness: 10, 30, 20, 0. Picked: 10, 10, 30, 20. Paired:
		// 10 with 30, 20 with 10.
		want := []input.Vector{{10, 31}, {30, 11}, {20, 11 + 4295}, {10, 21}}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("got %v, want %v", got, want)
		}
	},
		0,                          // where the first pointer stands
		1, testutil.Share(1, 3), 1, // of four, exchange 3 with 1, 2 with 1, 1 with 1
		0b10, 1, 1, // second gene of the second parent, no mutation
		0b01, 1, 1,
		0b10, 0, etaOne, up, 1, // second gene mutated
		0b01, 1, 1)
}

func TestReinsert(t *testing.T) {
	// Twenty parents from 0 to 19 in order, twenty children between them.
	parents, children := members(), members()
	for i := range 20 {
		parents = append(parents, crowd(i, 1, float64(i))...)
		children = append(children, crowd(100+i, 1, 19.5-float64(i))...)
	}
	got := names(reinsert(parents, children, tenth(20)))
	want := []int{0, 1, 119, 118, 117, 116, 115, 114, 113, 112, 111, 110, 109, 108, 107, 106, 105, 104, 103, 102}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestElite(t *testing.T) {
	for n, want := range map[int]int{5: 1, 10: 1, 11: 2, 50: 5, 51: 6, 85: 9} {
		if got := tenth(n); got != want {
			t.Errorf("of %d: %d, want %d", n, got, want)
		}
	}
}

// mutations counts the calls of Mutate.
type mutations struct {
	*Breeder
	n *int
}

func (m mutations) Mutate(v input.Vector, step float64, rng *rand.Rand) input.Vector {
	*m.n++
	return m.Breeder.Mutate(v, step, rng)
}

// TestWegenerParameters asserts the share of children that are mutated, and the sizes of the populations and of the elite.
func TestWegenerParameters(t *testing.T) {
	s := space(tInt32, tInt32)
	for _, c := range []struct {
		algorithm Wegener
		first     uint64 // individuals of the first generation
		low, high float64
		elite     int // of 21 individuals
	}{
		{Wegener{}, 300, 1, 1, 3},
		{Wegener{PopSize: 21, EliteSize: 7, MProb: 0.2}, 126, 0.17, 0.23, 7},
		{Wegener{EliteSize: -1, MProb: -1}, 300, 0, 0, 0},
	} {
		n := 0
		const evaluations = 12_600
		run(t, &problem{fitness: never}, s, 1, Options{Evaluations: evaluations, Algorithm: c.algorithm, Operators: mutations{NewBreeder(s), &n}})
		if share := float64(n) / float64(evaluations-c.first); share < c.low || share > c.high {
			t.Errorf("%+v: %v of the children are mutated", c.algorithm, share)
		}
		if w := c.algorithm.Config().Model.(*wegener); w.eliteSize(21) != c.elite {
			t.Errorf("%+v: an elite of %d", c.algorithm, w.eliteSize(21))
		}
	}
}

// TestWegenerLocalSearch asserts that one parameter of the local search brings the default of the other.
func TestWegenerLocalSearch(t *testing.T) {
	for _, c := range []struct {
		algorithm Wegener
		period    uint
		attempts  int
	}{
		{Wegener{LSPeriod: 3}, 3, 25}, {Wegener{LSAttempts: 4}, 10, 4}, {Wegener{LSPeriod: 3, LSAttempts: -1}, 0, 0},
	} {
		s, _ := c.algorithm.Config().Model.(*localSearch)
		if s == nil {
			s = &localSearch{}
		}
		if s.period != c.period || s.attempts != c.attempts {
			t.Errorf("%+v: every %d generations %d", c.algorithm, s.period, s.attempts)
		}
	}
}
