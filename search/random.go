package search

import (
	"math/rand/v2"

	"nearmiss/input"
)

// Random evaluates random inputs of a space until the gate ends the search. It is the baseline for
// every other search. The inputs do not depend on the mode.
func Random(g *Gate, space *input.Space, rng *rand.Rand) Result {
	var v input.Vector
	var f Fitness
	for {
		v = space.Random(v[:0], rng)
		if !g.Evaluate(v, &f) {
			return g.Result()
		}
	}
}
