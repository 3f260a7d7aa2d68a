package ga

import (
	"cmp"
	"errors"
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

// Memetic is Algorithm 1 of Aquino et al. 2020, of evolutionary symbolic execution. It selects
// parents and survivors in proportion to their costs. Every LSPeriod generations a local search
// starts from the costliest individual. Parameters that are zero default to the values of Table
// IV; negative parameters stand for zero.
type Memetic struct {
	PopSize    int     // individuals; default 50
	EliteSize  int     // costliest individuals, which always survive; default 5
	MProb      float64 // probability that a child is mutated; default 0.2
	LSPeriod   int     // generations from one local search to the next; default 10
	LSAttempts int     // neighbours that a local search tries; default 25
}

// Config implements Algorithm.
func (o Memetic) Config() eaopt.GAConfig {
	m := &memetic{popSize: orDefault(o.PopSize, 50), eliteSize: orDefault(o.EliteSize, 5), mProb: cmp.Or(o.MProb, 0.2), pool: newPool()}
	c := eaopt.GAConfig{NPops: 1, PopSize: uint(m.popSize), Model: m}
	return LocalSearch{configured(c), o.LSPeriod, o.LSAttempts}.Config()
}

// configured is an Algorithm with a known configuration.
type configured eaopt.GAConfig

// Config implements Algorithm.
func (c configured) Config() eaopt.GAConfig { return eaopt.GAConfig(c) }

// memetic is the model of Memetic without the local search.
type memetic struct {
	popSize   int
	eliteSize int
	mProb     float64
	pool      *pool
	prototype Member // an individual of the first generation, which can draw others
}

// Validate implements eaopt.Model.
func (m *memetic) Validate() error {
	var faults []error
	if m.popSize < 2 {
		faults = append(faults, errors.New("ga: the population has fewer than two individuals"))
	}
	if m.eliteSize > m.popSize {
		faults = append(faults, errors.New("ga: the elite is larger than the population"))
	}
	if !(m.mProb <= 1) {
		faults = append(faults, errors.New("ga: the probability of a mutation is above 1"))
	}
	return errors.Join(faults...)
}

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
	p.survive(m.eliteSize, m.popSize, toV2(pop.RNG)) // Algorithm 1, steps 9 to 11
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
			if toV2(rng).Float64() < m.mProb { // Algorithm 4, step 8
				c.Genome.Mutate(rng) // Algorithm 4, step 9
			}
			children = append(children, c)
		}
	}
	return children, nil
}
