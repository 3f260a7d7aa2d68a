package dse_test

import (
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
)

// TestLandings: any leap is allowed until one has lost what the path had
// reached; the next is at most half as long as that one, single flips are always
// allowed, and behind leaps that land they grow again.
func TestLandings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "landings")
		flips := rapid.SliceOfN(rapid.IntRange(1, 64), n, n).Draw(t, "flips")
		well := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "well")
		before, lost := 0, false
		for i, r := range dse.Landings(flips, well) {
			switch {
			case !well[i] && flips[i] > 1:
				lost = true
				if r != flips[i]/2 {
					t.Fatalf("landing %d of %d flips: the radius is %d", i, flips[i], r)
				}
			case !lost && r != 0:
				t.Fatalf("landing %d: the radius is %d, and nothing was lost", i, r)
			case lost && well[i] && r != max(before, 2*flips[i]):
				t.Fatalf("landing %d of %d flips: the radius goes from %d to %d", i, flips[i], before, r)
			case !well[i] && flips[i] == 1 && r != before:
				t.Fatalf("landing %d: a single flip changes the radius from %d to %d", i, before, r)
			}
			before = r
		}
	})
}
