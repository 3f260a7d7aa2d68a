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

// Random evaluates random inputs until the gate ends the search. It is the baseline for every
// other search. The inputs do not depend on the mode.
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
