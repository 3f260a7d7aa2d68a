package ga

import (
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// changeAttempts is the number of mutations that Changing tries.
const changeAttempts = 64

// Changing is a Breeder whose mutations change something: a mutation of breeder changes no gene of
// an input, or moves a gene by nothing, in about half of the cases, while a mutation of a path condition
// always removes a clause.
type Changing struct{ *Breeder }

// Mutate implements Operators. It returns v only if v has no gene that can change.
func (c Changing) Mutate(v input.Vector, step float64, rng *rand.Rand) input.Vector {
	for range changeAttempts {
		if child := c.Breeder.Mutate(v, step, rng); !slices.Equal(child, v) {
			return child
		}
	}
	return v
}

// OnePoint has mutations of Changing, and a crossover that cuts both inputs at one random gene and joins
// them crosswise. Inputs whose number of genes may vary are recombined as by Breeder.
type OnePoint struct{ Changing }

// Crossover implements Operators.
func (o OnePoint) Crossover(v, w input.Vector, rng *rand.Rand) (input.Vector, input.Vector) {
	if o.fixedGenes == nil {
		return o.Breeder.Crossover(v, w, rng)
	}
	cut := 0
	if n := len(o.fixedGenes); n > 1 {
		cut = o.fixedGenes[1+rng.IntN(n-1)].Off
	}
	return slices.Concat(v[:cut], w[cut:]), slices.Concat(w[:cut], v[cut:])
}
