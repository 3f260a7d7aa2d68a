package ese

import (
	"fmt"
	"hash/fnv"
	"testing"
)

// TestGolden asserts that the published ESE takes the same paths as before it used package ga, and
// leaves the generator in the same state.
func TestGolden(t *testing.T) {
	for _, tt := range []struct {
		program  ToyProgram
		size     int
		strategy Strategy
		seed     uint64
		want     string
	}{
		{ToyInsertionSort, 12, ESE{}, 1, "140 in 3000 and 0, 27b5f5c9a9389526, next 57c5e13b962ec7a6"},
		{ToyInsertionSort, 12, ESE{}, 2, "138 in 3000 and 0, 7ede99bbf01d364f, next ee6399eeaf9b2474"},
		{ToyMergeSort, 16, ESE{}, 3, "144 in 3000 and 0, 49e94ad9060dae1d, next 68ac0522999da426"},
		{ToyPalindrome, 9, ESE{}, 4, "19 in 3000 and 0, 9d20038bab5c0e3b, next 1c7622ce445037d1"},
		{ToyAlternate, 14, ESE{PopSize: 20, EliteSize: 2, LSPeriod: 3}, 5, "70 in 3000 and 0, 5993c8f5c753270f, next 31350b3d5ddb8037"},
	} {
		tg, _ := withInputs(tt.program, tt.size)
		rng := generator(tt.seed)
		r, err := Search(t.Context(), tg, tt.strategy, rng, Options{Budget: Budget{Explorations: 3000}})
		if err != nil {
			t.Fatal(err)
		}
		h := fnv.New64a()
		for _, p := range r.History {
			fmt.Fprint(h, p.Explorations, p.Cost, " ")
		}
		fmt.Fprint(h, r.Lost, r.Decisions, []uint64{})
		got := fmt.Sprintf("%d in %d and %d, %x, next %x", r.Cost, r.Explorations, r.Evaluations, h.Sum64(), rng.Uint64())
		if got != tt.want {
			t.Errorf("seed %d: %s, want %s", tt.seed, got, tt.want)
		}
	}
}
