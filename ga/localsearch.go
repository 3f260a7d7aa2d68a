package ga

import (
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// LocalSearch adds the local search of Aquino et al. 2020 (Algorithm 1, steps 13 to 16, and
// Algorithm 6) to an algorithm: every Period generations it starts from the fittest individual of
// all populations. Parameters that are zero default to the values of Table IV; negative parameters
// stand for zero, which is no local search.
type LocalSearch struct {
	Algorithm Algorithm
	Period    int // generations from one local search to the next; default 10
	Attempts  int // neighbours that a local search tries; default 25

	// Individuals, if it is positive, takes the place of Period: a local search begins after a generation when so many
	// individuals with a finite fitness were evaluated since the last one, and it tries Attempts neighbours with a finite fitness. Searches
	// whose children often have none then have as many local searches as others (not in the paper).
	Individuals int
}

// Config implements Algorithm.
func (l LocalSearch) Config() eaopt.GAConfig {
	return withLocalSearch(l.Algorithm.Config(), Parameters{LSPeriod: l.Period, LSAttempts: l.Attempts, LSIndividuals: l.Individuals})
}

// withLocalSearch returns a configuration with the local search of LocalSearch.
func withLocalSearch(c eaopt.GAConfig, p Parameters) eaopt.GAConfig {
	period, attempts := orDefault(p.LSPeriod, 10), orDefault(p.LSAttempts, 25)
	if period == 0 || attempts == 0 {
		return c
	}
	s := &localSearch{Model: c.Model, period: uint(period), attempts: attempts, individuals: uint64(max(p.LSIndividuals, 0))}
	if c.NPops < 2 {
		c.Model = single{s}
		return c
	}
	c.Model, c.Migrator, c.MigFrequency = s, several{s, c.Migrator, max(c.MigFrequency, 1)}, 1
	return c
}

// localSearch is the model of LocalSearch, and its migrator if there are several populations. It
// searches before a generation, when no population is in use: in the migrator, which eaopt calls
// for several populations only, or in the model.
type localSearch struct {
	eaopt.Model
	period      uint
	attempts    int
	individuals uint64 // from one local search to the next; 0: period counts
	last        uint64 // individuals with a finite fitness at the end of the last local search, or of the first generation
	err         error  // of the last local search of the migrator, which cannot return it
}

// Apply implements eaopt.Model.
func (s *localSearch) Apply(pop *eaopt.Population) error {
	if err := s.err; err != nil {
		return err
	}
	return s.Model.Apply(pop)
}

// single is a localSearch of one population.
type single struct{ *localSearch }

// Apply implements eaopt.Model.
func (s single) Apply(pop *eaopt.Population) error {
	if err := s.improve([]*eaopt.Population{pop}, pop.RNG); err != nil {
		return err
	}
	return s.Model.Apply(pop)
}

// several is the migrator of a localSearch of several populations.
type several struct {
	*localSearch
	migrator  eaopt.Migrator // of the algorithm; may be nil
	frequency uint           // generations from one migration to the next
}

// Apply implements eaopt.Migrator.
func (s several) Apply(pops eaopt.Populations, rng *rand.Rand) {
	list := make([]*eaopt.Population, len(pops))
	for i := range pops {
		list[i] = &pops[i]
	}
	s.err = s.improve(list, rng)
	if s.migrator != nil && (pops[0].Generations+1)%s.frequency == 0 {
		s.migrator.Apply(pops, rng)
	}
}

// improve replaces the fittest individual of the populations by the result of a local search, if
// the result is fitter (Algorithm 1, steps 14 to 16).
func (s *localSearch) improve(pops []*eaopt.Population, rng *rand.Rand) error {
	if !s.due(pops[0]) { // Algorithm 1, step 13
		return nil
	}
	var best *eaopt.Population
	index := 0
	for _, pop := range pops {
		restoreOrder(pop.Individuals)
		for i := range pop.Individuals {
			if best == nil || pop.Individuals[i].Fitness < best.Individuals[index].Fitness { // Algorithm 1, step 14
				best, index = pop, i
			}
		}
	}
	if best == nil {
		return nil
	}
	better, err := s.search(best.Individuals[index], rng)               // Algorithm 1, step 15
	if err == nil && better.Fitness < best.Individuals[index].Fitness { // Algorithm 1, step 16
		best.Individuals = append(slices.Delete(best.Individuals, index, index+1), better)
		recordOrder(best.Individuals)
	}
	s.last = finite(best)
	return err
}

// due reports whether a local search begins before the next generation.
func (s *localSearch) due(pop *eaopt.Population) bool {
	done := pop.Generations
	switch {
	case done == 0:
		s.last = finite(pop)
		return false
	case s.individuals > 0:
		return finite(pop) >= s.last+s.individuals
	}
	return done%s.period == 0
}

// finite returns how many individuals with a finite fitness the search of a population has evaluated.
func finite(pop *eaopt.Population) uint64 {
	if len(pop.Individuals) == 0 {
		return 0
	}
	return pop.Individuals[0].Genome.(Member).evaluated()
}

// mostTries bounds the neighbours that a local search with Individuals tries, as a multiple of its attempts.
const mostTries = 10

// search moves from an individual to better neighbours (Algorithm 6).
func (s *localSearch) search(best eaopt.Individual, rng *rand.Rand) (eaopt.Individual, error) {
	for tries, left := 0, s.attempts; left > 0 && tries < mostTries*s.attempts; tries++ { // Algorithm 6, step 1
		next := unevaluatedCopy(&best)
		next.Genome.(Member).Neighbour(rng) // Algorithm 6, steps 2 and 3
		tried := eaopt.Individuals{next}
		if err := Evaluate(tried); err != nil { // Algorithm 6, step 4
			return best, err
		}
		if s.individuals == 0 || tried[0].Fitness < math.MaxFloat64 {
			left--
		}
		if tried[0].Fitness < best.Fitness { // Algorithm 6, step 5
			best = tried[0] // Algorithm 6, step 6
		}
	}
	return best, nil // Algorithm 6, step 7
}
