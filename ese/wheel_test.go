package ese

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestWheelLaw: a wheel draws what a walk along the weights would.
func TestWheelLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w wheel
		var weights []uint64
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			weight := rapid.Uint64Range(0, 9).Draw(t, "weight")
			if len(weights) == 0 || rapid.Bool().Draw(t, "grow") {
				w.grow(weight)
				weights = append(weights, weight)
			} else {
				i := rapid.IntRange(0, len(weights)-1).Draw(t, "at")
				w.add(i, weight-weights[i])
				weights[i] = weight
			}
			if w.total == 0 {
				continue
			}
			seed := rapid.Uint64().Draw(t, "seed")
			got := w.draw(rand.New(rand.NewPCG(seed, 1)))
			if want := spin(rand.New(rand.NewPCG(seed, 1)), len(weights), func(i int) uint64 { return weights[i] }); got != want {
				t.Fatalf("%d, not %d of %v", got, want, weights)
			}
		}
	})
}
