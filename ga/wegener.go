package ga

import (
	"math"
	"math/rand"
	"sync"

	"github.com/MaxHalford/eaopt"
)

// Wegener is the genetic algorithm of Wegener et al. 2001 as Baars et al. 2011,
// V.B set it up: populations that breed apart, with mutation steps of 10^-1 to
// 10^-6, compete for individuals, and exchange some.
type Wegener struct{}

const (
	subPopulations = 6
	beginWith      = 50 // individuals of a sub-population
	pressure       = 1.7
)

// Config implements Algorithm.
func (Wegener) Config() eaopt.GAConfig {
	w := &wegener{}
	step := 1.0
	for i := range w.steps {
		step /= 10
		w.steps[i] = step
	}
	return eaopt.GAConfig{NPops: subPopulations, PopSize: beginWith, Model: w, Migrator: &archipelago{wegener: w}, MigFrequency: 1}
}

// wegener is the model. The populations take their steps together: they draw
// from one generator, in their order, and a generation of all is one batch.
type wegener struct {
	steps    [subPopulations]float64 // of mutations
	pops     eaopt.Populations       // as the migrator left them, like the generator
	rng      *rand.Rand
	children eaopt.Individuals // of the last generation: memory for the next
	dead     []eaopt.Genome    // memory for clones

	mu   sync.Mutex
	done uint // generations
	err  error
}

// Validate implements eaopt.Model.
func (*wegener) Validate() error { return nil }

// Apply implements eaopt.Model. Who comes first makes the next generation of
// all populations; the others wait for it.
func (w *wegener) Apply(pop *eaopt.Population) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if pop.Generations == w.done {
		w.done++
		w.err = w.generation()
	}
	return w.err
}

func (w *wegener) generation() error {
	w.children = w.children[:0]
	for i := range w.pops {
		w.offspring(w.pops[i].Individuals, w.steps[i])
	}
	if err := Evaluate(w.children); err != nil {
		return err
	}
	children := w.children
	for i := range w.pops {
		p := &w.pops[i]
		n := len(p.Individuals)
		w.bury(p.Individuals[elite(n):])
		p.Individuals = reinsert(p.Individuals, children[:n:n])
		number(p.Individuals)
		w.bury(children[n-elite(n) : n])
		children = children[n:]
	}
	return nil
}

// bury keeps the genomes of individuals that died.
func (w *wegener) bury(dead eaopt.Individuals) {
	for i := range dead {
		w.dead = append(w.dead, dead[i].Genome)
	}
}

// clone copies a genome, into the memory of a dead one if there is any.
func (w *wegener) clone(g eaopt.Genome) Member {
	n := len(w.dead)
	if n == 0 {
		return g.Clone().(Member)
	}
	c := w.dead[n-1].(Member)
	w.dead = w.dead[:n-1]
	c.become(g)
	return c
}

// offspring adds as many children as there are members: parents are selected
// by rank and paired at random, and each pair is crossed once for each child.
func (w *wegener) offspring(members eaopt.Individuals, step float64) {
	sortFittest(members)
	n := len(members)
	parents := Ranking{Pressure: pressure}.pick(n, n, w.rng)
	v2(w.rng).Shuffle(n, func(i, j int) { parents[i], parents[j] = parents[j], parents[i] })
	for i := range n {
		c := w.clone(members[parents[i&^1]].Genome)
		c.recombine(members[parents[(i|1)%n]].Genome, w.rng)
		c.common().step = step
		c.Mutate(w.rng)
		w.children = append(w.children, eaopt.Individual{Genome: c, Fitness: math.Inf(1)})
	}
}

// elite is how many of n individuals stay whatever their children are: a
// tenth, and at least one.
func elite(n int) int { return (n + 9) / 10 }

// reinsert returns the next generation of a sub-population: its elite and the
// fittest children. members are sorted.
func reinsert(members, children eaopt.Individuals) eaopt.Individuals {
	sortFittest(children)
	k := elite(len(members))
	return append(members[:k], children[:len(members)-k]...)
}
