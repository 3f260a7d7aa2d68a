package ga

import (
	"cmp"
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// Generational is a plain genetic algorithm. Winners of tournaments have as many children as
// there are individuals. The children replace all individuals except the best.
type Generational struct {
	PopSize     int     // default 50
	Contestants int     // individuals in a tournament; default 3
	Mutation    float64 // probability that a child is mutated; default 1
}

// Config implements Algorithm.
func (o Generational) Config() eaopt.GAConfig {
	b := breeding{Tournament{o.Contestants}, o.Mutation}.withDefaults()
	return eaopt.GAConfig{NPops: 1, PopSize: popSize(o.PopSize), Model: &generational{b}}
}

// generational is the model of Generational.
type generational struct{ breeding }

// Apply implements eaopt.Model.
func (m *generational) Apply(pop *eaopt.Population) error {
	restoreOrder(pop.Individuals)
	sortFittest(pop.Individuals)
	n := len(pop.Individuals)
	children, err := m.children(n, pop.Individuals, pop.RNG)
	if err != nil {
		return err
	}
	sortFittest(children)
	pop.Individuals = append(pop.Individuals[:1], children[:n-1]...)
	recordOrder(pop.Individuals)
	return nil
}

// breeding creates children of winners of tournaments.
type breeding struct {
	Tournament
	mutation float64
}

func (b breeding) withDefaults() breeding {
	b.Contestants = cmp.Or(b.Contestants, 3)
	b.mutation = cmp.Or(b.mutation, 1)
	return b
}

// popSize returns the number of individuals of a population, 50 by default.
func popSize(n int) uint {
	n = cmp.Or(n, 50)
	return uint(max(n, 0))
}

// Validate implements eaopt.Model.
func (b breeding) Validate() error {
	if err := b.Tournament.Validate(); err != nil {
		return err
	}
	return checkRange("the probability of a mutation", b.mutation, 0, 1)
}

// children returns n children, evaluated in one batch.
func (b breeding) children(n int, parents eaopt.Individuals, rng *rand.Rand) (children eaopt.Individuals, err error) {
	for len(children) < n {
		pair, _, err := b.Tournament.Apply(2, parents, rng)
		if err != nil {
			return nil, err
		}
		c, d := cross(&pair[0], &pair[1], rng)
		children = append(children, c, d)
	}
	children = children[:n]
	for i := range children {
		if toV2(rng).Float64() < b.mutation {
			children[i].Genome.Mutate(rng)
		}
	}
	return children, Evaluate(children)
}
