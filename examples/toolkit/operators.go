package toolkit

import (
	"math/rand/v2"

	"nearmiss/ese"
	"nearmiss/ga"
	"nearmiss/term"
)

// halves are operators over path conditions that keep the first half of one.
type halves struct{}

func (halves) Crossover(a, b *ese.Chromosome, _ *rand.Rand) (*ese.Chromosome, *ese.Chromosome) {
	return a.With(half(a)), b.With(half(b))
}

func (h halves) Mutate(c *ese.Chromosome, _ float64, rng *rand.Rand) *ese.Chromosome {
	return h.Neighbour(c, rng)
}

func (halves) Neighbour(c *ese.Chromosome, _ *rand.Rand) *ese.Chromosome { return c.With(half(c)) }

func half(c *ese.Chromosome) []*term.Term { return c.Clauses()[:len(c.Clauses())/2] }

func init() {
	ese.RegisterOperators(ese.Operators{
		Name: "halves", Doc: "keep the first half of a path condition",
		Paths: func(*ese.Gate) ga.Operators[*ese.Chromosome] { return halves{} },
	})
}
