package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// Memetic is Algorithm 1 of Aquino et al. 2020, of evolutionary symbolic execution. It selects
// parents and survivors in proportion to their costs. Every LSPeriod generations a local search
// starts from the costliest individual. The defaults are those of Table IV: 50 individuals, of
// which 5 are the elite, mutations with probability 0.2, and a local search of 25 attempts every 10
// generations.
type Memetic Parameters

// With implements Tunable.
func (Memetic) With(p Parameters) Algorithm { return Memetic(p) }

// Config implements Algorithm.
func (o Memetic) Config() eaopt.GAConfig {
	p := Parameters(o).or(Parameters{PopSize: 50, EliteSize: 5, MProb: 0.2})
	c := eaopt.GAConfig{NPops: 1, PopSize: uint(p.PopSize), Model: &memetic{Parameters: p, pool: newPool()}}
	return withLocalSearch(c, Parameters(o))
}

// memetic is the model of Memetic without the local search.
type memetic struct {
	Parameters
	pool      *pool
	prototype Member // an individual of the first generation, which can draw others
}

// Validate implements eaopt.Model.
func (m *memetic) Validate() error { return m.validate(2) }

// Apply implements eaopt.Model. It is one iteration of the loop of Algorithm 1 (steps 4 to 12).
// Populations are sets, so a population may have fewer than PopSize individuals.
func (m *memetic) Apply(pop *eaopt.Population) error {
	restoreOrder(pop.Individuals)
	p := m.pool
	p.remove(p.population...)
	p.addToPopulation(pop.Individuals...)
	if m.prototype == nil {
		m.prototype = pop.Individuals[0].Genome.(Member)
	}
	children, err := m.children(pop.RNG)
	if err == nil {
		err = Evaluate(children) // Algorithm 1, step 6
	}
	if err != nil {
		return err
	}
	if len(p.population) < 2 {
		p.addToPopulation(children...)
	} else {
		p.addOffspring(children) // Algorithm 1, steps 7 and 8
	}
	p.survive(m.EliteSize, m.PopSize, toV2(pop.RNG)) // Algorithm 1, steps 9 to 11
	pop.Individuals = p.individuals()
	recordOrder(pop.Individuals)
	p.forget(maxPoolWords)
	return nil
}

// children returns two children of each pair (Algorithm 1, steps 4 and 5). If the population has
// fewer than two individuals, it returns a random individual.
func (m *memetic) children(rng *rand.Rand) (children eaopt.Individuals, err error) {
	population := m.pool.individuals()
	if len(population) < 2 {
		return eaopt.Individuals{{Genome: m.prototype.Another(rng)}}, nil
	}
	var pairs []eaopt.Individuals
	for range len(population) / 2 { // Algorithm 1, step 4
		pair, _, err := Proportional{}.Apply(2, population, rng)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, pair)
	}
	for _, pair := range pairs { // Algorithm 1, step 5
		a, b := cross(&pair[0], &pair[1], rng) // Algorithm 4, steps 1 to 5
		for _, c := range []eaopt.Individual{a, b} {
			if toV2(rng).Float64() < m.MProb { // Algorithm 4, step 8
				c.Genome.Mutate(rng) // Algorithm 4, step 9
			}
			children = append(children, c)
		}
	}
	return children, nil
}
