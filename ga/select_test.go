package ga

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/testutil"
)

func TestSample(t *testing.T) {
	// Four have 1.7, 1.233, 0.767 and 0.3: their slices end at 1.7, 2.933,
	// 3.7 and 4.
	ranked := func(i int) float64 { return linearRank(i, 4) }
	for _, tt := range []struct {
		start float64
		want  []int
	}{
		{0, []int{0, 0, 1, 2}},
		{0.69, []int{0, 0, 1, 2}},
		{0.71, []int{0, 1, 1, 3}},
		{0.94, []int{0, 1, 2, 3}},
	} {
		if got := sample(nil, 4, tt.start, ranked); !slices.Equal(got, tt.want) {
			t.Errorf("from %v: %v, want %v", tt.start, got, tt.want)
		}
	}
}

// TestSampleIsFair: each is picked as often as its share says, rounded up or
// down, which is what the method is for.
func TestSampleIsFair(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := 1 + rng.IntN(90)
		picks := sample(nil, n, rng.Float64(), func(i int) float64 { return linearRank(i, n) })
		if len(picks) != n || !slices.IsSorted(picks) {
			t.Fatalf("%d: %v", n, picks)
		}
		count := make([]int, n)
		for _, i := range picks {
			count[i]++
		}
		for i, c := range count {
			if share := linearRank(i, n); float64(c) < share-1 || float64(c) > share+1 {
				t.Fatalf("%d of %d with share %v was picked %d times", i, n, share, c)
			}
		}
	}
}

// TestOffspring follows a sub-population of four through selection, pairing,
// recombination and mutation.
func TestOffspring(t *testing.T) {
	s := space(tInt32, tInt32)
	testutil.Run(t, func(rng *rand.Rand) {
		m := newModel(s, rng, Options{})
		p := &population{scale: 1e-6, members: members(4, 1, 3, 2)}
		for i, x := range p.members {
			x.Vector = input.Vector{uint64(10 * i), uint64(10*i + 1)}
		}
		got := m.offspring(nil, p)
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
