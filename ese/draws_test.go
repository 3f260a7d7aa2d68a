package ese

import (
	"slices"
	"testing"
)

// TestDraws asserts that a strategy without random draws leaves the generator unchanged and
// finds the same with any seed, and that each other strategy advances the generator.
func TestDraws(t *testing.T) {
	for _, n := range QuickStrategies() {
		var first Result
		drew := false
		size, b := 7, Budget{Explorations: 60, Evaluations: 60}
		switch n.Name { // the first turns of auto draw nothing
		case "auto":
			b.Explorations = 900
		case "carried": // so large that Auto runs at the larger of the small sizes
			size, b.Explorations = 9, 4000
		}
		for seed := range uint64(3) {
			tg, _ := withInputs(ToyMergeSort, size)
			tg.Sizes = toySizes{ToyMergeSort}
			rng, fresh := generator(seed), generator(seed)
			r, err := Search(t.Context(), tg, n.Strategy, rng, Options{Budget: b})
			if err != nil {
				t.Fatal(err)
			}
			if drew = rng.Uint64() != fresh.Uint64(); drew {
				break
			}
			if seed == 0 {
				first = r
			} else if !Draws(n.Strategy) && (r.Cost != first.Cost || r.Queries != first.Queries ||
				!slices.Equal(r.Best.Input, first.Best.Input) || !slices.Equal(r.History, first.History)) {
				t.Errorf("%s with seed %d: %+v is not %+v", n.Name, seed, r, first)
			}
		}
		if drew != Draws(n.Strategy) {
			t.Errorf("%s: draws %v, and says %v", n.Name, drew, Draws(n.Strategy))
		}
	}
}
