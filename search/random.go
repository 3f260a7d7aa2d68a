package search

import (
	"math/rand/v2"

	"nearmiss/input"
)

// Sampler draws inputs.
type Sampler interface {
	// Random appends a random vector to dst and returns it. It keeps neither
	// dst nor rng.
	Random(dst input.Vector, rng *rand.Rand) input.Vector
}

// Random draws and runs until the gate says stop. It is the yardstick for
// every other search. Modes makes no difference to what it draws.
func Random(g *Gate, s Sampler, rng *rand.Rand) Result {
	var v input.Vector
	var f Fitness
	for {
		v = s.Random(v[:0], rng)
		if !g.Evaluate(v, &f) {
			return g.Result()
		}
	}
}
