package ese

import (
	"math/rand/v2"

	"nearmiss/ga"
	"nearmiss/input"
)

// hybrid are operators over path conditions and over inputs: a coin chooses for each pair of parents, for
// each mutation of a path and for each neighbour. A child of an input is the path of that input.
type hybrid struct {
	paths   pathOperators
	numbers ga.Changing
	inputs  Inputs
}

// newHybrid returns the operators for the search of a gate, nil if its target has no Inputs.
func newHybrid(g *Gate) ga.Operators[*Chromosome] {
	in := g.target.Inputs
	if in == nil {
		return nil
	}
	return hybrid{numbers: ga.Changing{Breeder: ga.NewBreeder(in.Space())}, inputs: in}
}

// scalars returns legal scalars of the input of a chromosome.
func (h hybrid) scalars(c *Chromosome) input.Vector {
	v := c.input
	if v == nil {
		v = c.path.Input
	}
	return h.inputs.Space().Normalize(nil, h.inputs.Scalars(v))
}

// withScalars returns a child of c.
func (h hybrid) withScalars(c *Chromosome, scalars input.Vector) *Chromosome {
	return c.WithInput(h.inputs.Input(scalars))
}

// Crossover implements ga.Operators.
func (h hybrid) Crossover(a, b *Chromosome, rng *rand.Rand) (*Chromosome, *Chromosome) {
	if a.path == nil || b.path == nil || rng.IntN(2) == 0 {
		return h.paths.Crossover(a, b, rng)
	}
	v, w := h.numbers.Crossover(h.scalars(a), h.scalars(b), rng)
	return h.withScalars(a, v), h.withScalars(b, w)
}

// Mutate implements ga.Operators. It mutates a child by the operators that the crossover has used.
func (h hybrid) Mutate(c *Chromosome, step float64, rng *rand.Rand) *Chromosome {
	if c.input == nil && (c.path == nil || rng.IntN(2) == 0) {
		return h.paths.Mutate(c, step, rng)
	}
	return h.withScalars(c, h.numbers.Mutate(h.scalars(c), step, rng))
}

// Neighbour implements ga.Operators.
func (h hybrid) Neighbour(c *Chromosome, rng *rand.Rand) *Chromosome {
	if c.path == nil || rng.IntN(2) == 0 {
		return h.paths.Neighbour(c, rng)
	}
	return h.withScalars(c, h.numbers.Neighbour(h.scalars(c), rng))
}
