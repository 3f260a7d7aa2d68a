package ese

import (
	"context"
	"errors"
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/evolve"
	"nearmiss/search"
	"nearmiss/symexec"
	"nearmiss/term"
)

// ESE is evolutionary symbolic execution (Aquino et al. 2020, Algorithm 1).
// Parameters that are zero are those of Table IV; negative ones are none.
type ESE struct {
	PopSize    int     // paths of a population; default 50
	EliteSize  int     // of them, the costliest, which always survive; default 5
	MProb      float64 // probability that a precondition is mutated; default 0.2
	LSPeriod   int     // generations from one local search to the next; default 10
	LSAttempts int     // clauses that a local search negates; default 25
}

// What ESE tallies.
const (
	Generations  = "generations"
	Children     = "children"
	ChildrenLost = "children without a path"
	Attempts     = "attempts of local search"
	AttemptsLost = "attempts without a path"
	AttemptsWon  = "attempts that raised the cost"
)

// withDefaults replaces zeros by Table IV, and negative values by none.
func (o ESE) withDefaults() ESE {
	or := func(v *int, d int) {
		switch {
		case *v == 0:
			*v = d
		case *v < 0:
			*v = 0
		}
	}
	or(&o.PopSize, 50)
	or(&o.EliteSize, 5)
	or(&o.LSPeriod, 10)
	or(&o.LSAttempts, 25)
	if o.MProb == 0 {
		o.MProb = 0.2
	}
	return o
}

func (o ESE) validate() error {
	var faults []error
	if o.PopSize < 2 {
		faults = append(faults, errors.New("ese: a population needs two paths to cross"))
	}
	if o.EliteSize > o.PopSize {
		faults = append(faults, errors.New("ese: the elite is larger than the population"))
	}
	if !(o.MProb <= 1) {
		faults = append(faults, errors.New("ese: the probability of a mutation is above 1"))
	}
	return errors.Join(faults...)
}

// Search implements Strategy.
func (o ESE) Search(g *Gate) error {
	o = o.withDefaults()
	if err := o.validate(); err != nil {
		return err
	}
	m := newMemetic(g, o)
	defer g.Holds(m.each)()
	_, err := evolve.Run(g.ctx, m, m, evolve.Options{Size: o.PopSize, Source: g.Rand()})
	return err
}

// each lists the clauses of the population and of what is to be born.
func (m *memetic) each(hold func([]*term.Term)) {
	for _, i := range m.population {
		hold(i.path.Condition)
	}
	for _, b := range m.births {
		hold(b.pre)
		if b.path != nil {
			hold(b.path.Condition)
		}
	}
}

// memetic is the state of a search. The engine breeds vectors: here each one
// is a number, that of a birth of the present generation.
type memetic struct {
	g *Gate
	ESE
	lean *lean

	births     []birth
	population []individual
	generation int
}

func newMemetic(g *Gate, o ESE) *memetic { return &memetic{g: g, ESE: o, lean: newLean()} }

// birth is a path to be: a precondition and what came of it.
type birth struct {
	pre []*term.Term
	individual
}

// Breed implements evolve.Model: RandomPathSampling (Algorithm 2) at first,
// then the children of selected pairs (Algorithm 1, steps 4 to 7). There are no
// pairs of less than two paths: then one is sampled.
func (m *memetic) Breed() (vectors []input.Vector) {
	m.births = m.births[:0]
	switch {
	case m.generation == 0:
		m.births = append(m.births, make([]birth, m.PopSize)...)
	case len(m.population) < 2:
		m.births = append(m.births, birth{})
	default:
		m.cross()
	}
	for i := range m.births {
		vectors = append(vectors, input.Vector{uint64(i)})
	}
	return vectors
}

// cross makes the preconditions of the children.
func (m *memetic) cross() {
	rng := m.g.Rand()
	for _, pair := range pairs(rng, m.population) {
		a, b := &m.population[pair[0]], &m.population[pair[1]]
		for _, pre := range crossover(rng, a.genes, b.genes, m.MProb) {
			m.births = append(m.births, birth{pre: pre})
		}
	}
}

// Evaluate implements evolve.Evaluator: the fitness falls as the cost rises,
// and is infinite where there is no path.
func (m *memetic) Evaluate(_ context.Context, vectors []input.Vector) (fs []search.Fitness, _ error) {
	for _, v := range vectors {
		if m.g.Over() {
			break
		}
		b := &m.births[v[0]]
		p := m.explore(b.pre)
		if p == nil && m.generation == 0 {
			break // the search is over
		}
		f := search.Worst()
		if p != nil {
			b.individual = newIndividual(p, m.g.Cost(p))
			f.Value = fitness(b.cost)
		}
		m.countChild(b)
		fs = append(fs, f)
	}
	return fs, nil
}

// explore takes a path under a precondition (Algorithm 4, step 10), or any path
// (Algorithm 2, step 3): of which there is always another.
func (m *memetic) explore(pre []*term.Term) *symexec.Path {
	for {
		p, more := m.g.Explore(pre, coin{m.g.Rand()})
		if p != nil || !more || m.generation > 0 {
			return p
		}
	}
}

// fitness is what the engine makes least.
func fitness(cost uint64) float64 { return max(1/(1+float64(cost)), math.SmallestNonzeroFloat64) }

// Survive implements evolve.Model (Algorithm 1, steps 8 to 16).
func (m *memetic) Survive([]*evolve.Member) []*evolve.Member {
	var offspring []individual
	for i := range m.births {
		if m.births[i].path != nil {
			offspring = append(offspring, m.births[i].individual)
		}
	}
	m.population = union(m.population, offspring...) // step 8
	if m.generation > 0 {
		m.replace()
	}
	for i := range m.population {
		m.express(&m.population[i])
	}
	m.generation++ // step 12; the sampling of step 1 was number 0
	return m.members()
}

// express finds the genes of an individual.
func (m *memetic) express(i *individual) {
	if i.genes == nil {
		i.genes = m.lean.genes(i.path)
	}
}

// replace makes the next population of the present one and its children.
func (m *memetic) replace() {
	m.g.Tally(Generations, 1)
	elite, rest := elitism(m.population, m.EliteSize)                       // step 9
	survivors := survivalSelection(m.g.Rand(), rest, m.PopSize-m.EliteSize) // step 10
	m.population = append(elite, survivors...)                              // step 11
	if m.LSPeriod > 0 && m.generation%m.LSPeriod == 0 {                     // step 13
		worst := worstIndividual(m.population)                                    // step 14
		better := m.localSearch(m.population[worst], m.LSAttempts)                // step 15
		m.population = union(slices.Delete(m.population, worst, worst+1), better) // step 16
	}
}

// countChild tallies a birth that has parents.
func (m *memetic) countChild(b *birth) {
	if b.pre == nil {
		return
	}
	m.g.Tally(Children, 1)
	if b.path == nil {
		m.g.Tally(ChildrenLost, 1)
	}
}

// members is the population as the engine has it, for which it is always as
// large: if there are fewer paths some have several members.
func (m *memetic) members() (members []*evolve.Member) {
	for i := range m.PopSize {
		of := i % len(m.population)
		members = append(members, &evolve.Member{
			Vector: input.Vector{uint64(of)}, Fitness: search.Fitness{Value: fitness(m.population[of].cost)},
		})
	}
	return members
}

// worstIndividual is the first of the costliest paths.
func worstIndividual(population []individual) int {
	worst := 0
	for i := range population {
		if population[i].cost > population[worst].cost {
			worst = i
		}
	}
	return worst
}

// elitism takes the size costliest paths out of a population. Both parts are
// in the order of their costs; equal ones stay in order.
func elitism(population []individual, size int) (elite, rest []individual) {
	sorted := slices.Clone(population)
	slices.SortStableFunc(sorted, func(a, b individual) int {
		switch {
		case a.cost > b.cost:
			return -1
		case a.cost < b.cost:
			return 1
		}
		return 0
	})
	size = min(size, len(sorted))
	return sorted[:size:size], sorted[size:]
}
