package search

import (
	"math/rand/v2"

	"nearmiss/input"
)

// Breeder draws random inputs and derives new inputs from old ones. It does not change its
// arguments.
type Breeder interface {
	Sampler
	Mutate(v input.Vector, rng *rand.Rand) input.Vector
	Cross(a, b input.Vector, rng *rand.Rand) input.Vector
}

// Explore searches without a target for inputs that take new branches. It draws random inputs,
// and mutates and crosses the inputs that corpus returns: those that first took some branch.
// It reaches branches to which no distance leads, such as those inside a parser whose caller
// only tests err != nil.
func Explore(g *Gate, b Breeder, corpus func() []input.Vector, rng *rand.Rand) Result {
	var v input.Vector
	var f Fitness
	for {
		known := corpus()
		switch k := rng.IntN(8); {
		case k < 3 || len(known) == 0:
			v = b.Random(v[:0], rng)
		case k < 7:
			v = b.Mutate(pick(known, rng), rng)
			for rng.IntN(2) == 0 {
				v = b.Mutate(v, rng)
			}
		default:
			v = b.Cross(pick(known, rng), pick(known, rng), rng)
		}
		if !g.Evaluate(v, &f) {
			return g.Result()
		}
	}
}

// pick draws an element. Later elements are likelier, because they were harder to find.
func pick(known []input.Vector, rng *rand.Rand) input.Vector {
	return known[max(rng.IntN(len(known)), rng.IntN(len(known)))]
}
