package ga

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/internal/testutil"
)

// costly returns individuals with the given costs.
func costly(costs ...uint64) (values []float64) {
	for _, c := range costs {
		values = append(values, 1/(1+float64(c)))
	}
	return values
}

// TestCost asserts that cost inverts the fitness of a cost.
func TestCost(t *testing.T) {
	for _, c := range []uint64{0, 1, 2, 3, 99, 1 << 22, 1<<22 + 1, 1<<40 + 7} {
		if got := cost(1 / (1 + float64(c))); got != c {
			t.Errorf("%d became %d", c, got)
		}
	}
	for _, f := range []float64{1, 3, math.MaxFloat64, math.Inf(1)} {
		if got := cost(f); got != 0 {
			t.Errorf("a fitness of %v has cost %d", f, got)
		}
	}
}

// TestProportional: two of four that cost 4, 2, 1, 1: the first is one of eight,
// the second of what is left.
func TestProportional(t *testing.T) {
	testutil.Run(t, func(rng *rand.Rand) {
		is := members(costly(4, 2, 1, 1)...)
		for _, want := range [][]int{{0, 3}, {1, 0}} {
			got, indexes, err := Proportional{}.Apply(2, is, toV1(rng))
			if err != nil || !slices.Equal(names(got), want) || !slices.Equal(indexes, want) {
				t.Errorf("%v at %v, want %v", names(got), indexes, want)
			}
		}
	}, 3, 3, 5, testutil.Share(3, 6))
}

// TestSpinLaw asserts that each pick equals the one of a walk around the remaining slices of the
// wheel, and that no index is excluded or picked twice.
func TestSpinLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Uint64Range(0, 5), 1, 30).Draw(t, "weights")
		out := rapid.SliceOfDistinct(rapid.IntRange(0, len(weights)-1), rapid.ID).Draw(t, "out")
		n, seed := rapid.IntRange(0, 40).Draw(t, "n"), rapid.Uint64().Draw(t, "seed")
		rng := generator(seed)
		gone, want := slices.Clone(out), []int(nil)
		for range min(n, len(weights)-len(out)) {
			i := walkWheel(weights, gone, rng)
			gone, want = append(gone, i), append(want, i)
		}
		if got := pickByWeight(n, weights, out, generator(seed)); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// walkWheel is a naive reference for one pick.
func walkWheel(weights []uint64, gone []int, rng *rand.Rand) int {
	var slots []int // each as often as its weight says
	for i, w := range weights {
		if !slices.Contains(gone, i) {
			slots = append(slots, slices.Repeat([]int{i}, int(w))...)
		}
	}
	if len(slots) == 0 {
		for i := range weights {
			if !slices.Contains(gone, i) {
				slots = append(slots, i)
			}
		}
	}
	return slots[rng.Uint64N(uint64(len(slots)))]
}
