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
		w := &wegener{rng: toV1(rng)}
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
	got := names(reinsert(parents, children))
	want := []int{0, 1, 119, 118, 117, 116, 115, 114, 113, 112, 111, 110, 109, 108, 107, 106, 105, 104, 103, 102}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestElite(t *testing.T) {
	for n, want := range map[int]int{5: 1, 10: 1, 11: 2, 50: 5, 51: 6, 85: 9} {
		if got := eliteSize(n); got != want {
			t.Errorf("of %d: %d, want %d", n, got, want)
		}
	}
}
