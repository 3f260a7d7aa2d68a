package search

import (
	"math/rand/v2"

	"nearmiss/input"
)

// Breeder draws inputs and makes new ones of old ones. It changes none of its
// arguments.
type Breeder interface {
	Sampler
	Mutate(v input.Vector, rng *rand.Rand) input.Vector
	Cross(a, b input.Vector, rng *rand.Rand) input.Vector
}

// Explore looks for whatever is new: it draws inputs, and changes and mixes
// those that took a branch for the first time, which corpus lists. It needs no
// target, and reaches what no distance leads to, such as the insides of a
// parser whose caller asks err != nil.
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

// pick draws from a list, the later the likelier: what came last was hardest
// to find.
func pick(known []input.Vector, rng *rand.Rand) input.Vector {
	return known[max(rng.IntN(len(known)), rng.IntN(len(known)))]
}
