package search

import (
	"math/rand/v2"

	"nearmiss/input"
)

// Explore searches without a target for inputs that take new branches. It draws random inputs,
// and mutates and crosses the inputs that corpus returns: those that first took some branch.
// It reaches branches to which no distance leads, such as those inside a parser whose caller
// only tests err != nil.
func Explore(gate *Gate, space *input.Space, corpus func() []input.Vector, rng *rand.Rand) Result {
	var vector input.Vector
	var fitness Fitness
	for {
		known := corpus()
		switch k := rng.IntN(8); {
		case k < 3 || len(known) == 0:
			vector = space.Random(vector[:0], rng)
		case k < 7:
			vector = space.Mutate(pick(known, rng), rng)
			for rng.IntN(2) == 0 {
				vector = space.Mutate(vector, rng)
			}
		default:
			vector = space.Cross(pick(known, rng), pick(known, rng), rng)
		}
		if !gate.Evaluate(vector, &fitness) {
			return gate.Result()
		}
	}
}

// pick draws an element. Later elements are likelier, because they were harder to find.
func pick(known []input.Vector, rng *rand.Rand) input.Vector {
	return known[max(rng.IntN(len(known)), rng.IntN(len(known)))]
}
