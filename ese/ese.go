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
	Forgotten    = "offspring forgotten"
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
	defer g.remembering()()
	_, err := evolve.Run(g.ctx, m, m, evolve.Options{Size: o.PopSize, Source: g.Rand()})
	return err
}

// each lists the clauses of the pool and of what is to be born.
func (m *memetic) each(hold func([]*term.Term)) {
	for _, i := range m.pool.all {
		if i == nil {
			continue
		}
		hold(i.path.Condition)
		if i.near != nil {
			hold(i.near.condition)
		}
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
	population []*individual
	pool       *pool
	generation int
}

func newMemetic(g *Gate, o ESE) *memetic {
	return &memetic{g: g, ESE: o, lean: newLean(), pool: newPool()}
}

// birth is a path to be: a precondition and what came of it.
type birth struct {
	pre    []*term.Term
	parent *individual // whose path condition the precondition begins with
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
		parents := [2]*individual{m.population[pair[0]], m.population[pair[1]]}
		a, b := m.express(parents[0]), m.express(parents[1])
		for i, pre := range crossover(rng, a, b, m.MProb) {
			m.births = append(m.births, birth{pre: pre, parent: parents[i]})
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
		p := m.explore(b)
		if p == nil && m.generation == 0 {
			break // the search is over
		}
		f := search.Worst()
		if p != nil {
			b.individual = newIndividual(p, m.g.Cost(p))
			b.born = m.g.explorations
			if b.parent != nil {
				b.near = b.parent.genes
			}
			f.Value = fitness(b.cost)
		}
		m.countChild(b)
		fs = append(fs, f)
	}
	return fs, nil
}

// explore takes a path under a precondition (Algorithm 4, step 10), or any path
// (Algorithm 2, step 3): of which there is always another. The input of the
// parent satisfies the beginning of the precondition, and what the first witness
// is changes nothing in how likely a path is.
func (m *memetic) explore(b *birth) *symexec.Path {
	var start input.Vector
	if b.parent != nil {
		start = b.parent.path.Input
	}
	for {
		p, more := m.g.ExploreFrom(start, b.pre, coin{m.g.Rand()})
		if p != nil || !more || m.generation > 0 {
			return p
		}
	}
}

// fitness is what the engine makes least.
func fitness(cost uint64) float64 { return max(1/(1+float64(cost)), math.SmallestNonzeroFloat64) }

// Survive implements evolve.Model (Algorithm 1, steps 8 to 16).
func (m *memetic) Survive([]*evolve.Member) []*evolve.Member {
	for i := range m.births { // step 8
		if b := &m.births[i]; b.path != nil {
			bred := b.pre != nil
			if known := m.pool.add(b.individual, bred); !bred {
				m.join(known)
			}
		}
	}
	if m.generation > 0 {
		m.replace()
	}
	m.generation++ // step 12; the sampling of step 1 was number 0
	return m.members()
}

// join makes an individual of the pool one of the population, unless it is.
func (m *memetic) join(i *individual) {
	if !i.lives {
		m.pool.revive(i)
		m.population = append(m.population, i)
	}
}

// express finds the genes of an individual.
func (m *memetic) express(i *individual) []*term.Term {
	if i.genes == nil {
		i.genes, i.near = m.lean.genes(i.path, i.near), nil
	}
	return i.genes.list
}

// replace makes the next population of the present one and all offspring.
func (m *memetic) replace() {
	m.g.Tally(Generations, 1)
	elite := m.pool.elite(m.EliteSize)                                      // step 9
	survivors := m.pool.survivors(m.g.Rand(), elite, m.PopSize-m.EliteSize) // step 10
	next := append(elite, survivors...)                                     // step 11
	m.pool.succeed(m.population, next)
	m.population = next
	if m.LSPeriod > 0 && m.generation%m.LSPeriod == 0 { // step 13
		m.climb()
	}
	m.g.Tally(Forgotten, uint64(m.pool.forget(mostClauses)))
}

// climb has the local search change the costliest path of the population.
func (m *memetic) climb() {
	at := worstIndividual(m.population) // step 14
	worst := m.population[at]
	better := m.localSearch(*worst, m.LSAttempts) // step 15
	if better.cost > worst.cost {                 // step 16
		m.pool.bury(worst)
		m.population = slices.Delete(m.population, at, at+1)
		m.join(m.pool.add(better, false))
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
