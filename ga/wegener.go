package ga

import (
	"math"
	"math/rand"
	"sync"

	"github.com/MaxHalford/eaopt"
)

// Wegener is the genetic algorithm of Wegener et al. 2001 with the parameters of Baars et al.
// 2011, section V.B: six sub-populations breed separately, with mutation steps of 10^-1 to 10^-6,
// compete for individuals, and exchange some. The defaults are theirs: 50 individuals of a
// sub-population in the first generation, a tenth of which is the elite, each child is mutated, and
// there is no local search. LSPeriod, LSAttempts or LSIndividuals turn on one with the other parameters as in
// LocalSearch.
type Wegener Parameters

const (
	subPopulations = 6
	pressure       = 1.7 // selection pressure of linear ranking
)

// With implements Tunable.
func (Wegener) With(p Parameters) Algorithm { return Wegener(p) }

// Config implements Algorithm.
func (o Wegener) Config() eaopt.GAConfig {
	p := Parameters(o).or(Parameters{PopSize: 50, MProb: 1})
	w := &wegener{Parameters: p, noElite: o.EliteSize < 0}
	step := 1.0
	for i := range w.steps {
		step /= 10
		w.steps[i] = step
	}
	c := eaopt.GAConfig{NPops: subPopulations, PopSize: uint(p.PopSize), Model: w, Migrator: &archipelago{wegener: w}, MigFrequency: 1}
	if o.LSPeriod > 0 || o.LSAttempts > 0 || o.LSIndividuals > 0 {
		return withLocalSearch(c, Parameters(o))
	}
	return c
}

// wegener is the model of Wegener. The sub-populations are synchronized: they draw from one
// generator in their order, and the children of all sub-populations are evaluated in one batch.
type wegener struct {
	Parameters
	noElite  bool
	steps    [subPopulations]float64 // by sub-population: step of its mutations
	pops     eaopt.Populations       // populations of the generation, set by the migrator
	rng      *rand.Rand
	children eaopt.Individuals // children of the last generation, whose memory the next one reuses
	recycled []eaopt.Genome    // genomes whose memory clone reuses

	mu          sync.Mutex
	generations uint // number of generations computed
	err         error
}

// Validate implements eaopt.Model.
func (w *wegener) Validate() error { return w.validate(minMembers) }

// Apply implements eaopt.Model. The first call for a generation computes the next generation of
// all sub-populations; the other calls wait for it.
func (w *wegener) Apply(pop *eaopt.Population) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if pop.Generations == w.generations {
		w.generations++
		w.err = w.nextGeneration()
	}
	return w.err
}

func (w *wegener) nextGeneration() error {
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
		elite := w.eliteSize(n)
		w.recycle(p.Individuals[elite:])
		p.Individuals = reinsert(p.Individuals, children[:n:n], elite)
		recordOrder(p.Individuals)
		w.recycle(children[n-elite : n])
		children = children[n:]
	}
	return nil
}

// recycle keeps the genomes of removed individuals for clone.
func (w *wegener) recycle(removed eaopt.Individuals) {
	for i := range removed {
		w.recycled = append(w.recycled, removed[i].Genome)
	}
}

// clone returns a copy of a genome, in the memory of a recycled genome if there is one.
func (w *wegener) clone(g eaopt.Genome) Member {
	n := len(w.recycled)
	if n == 0 {
		return g.Clone().(Member)
	}
	c := w.recycled[n-1].(Member)
	w.recycled = w.recycled[:n-1]
	c.copyFrom(g)
	return c
}

// offspring adds as many children as there are members. Parents are selected by rank and paired
// at random. Each pair has two children from separate crossovers.
func (w *wegener) offspring(members eaopt.Individuals, step float64) {
	sortFittest(members)
	n := len(members)
	parents := Ranking{Pressure: pressure}.pick(n, n, w.rng)
	toV2(w.rng).Shuffle(n, func(i, j int) { parents[i], parents[j] = parents[j], parents[i] })
	for i := range n {
		c := w.clone(members[parents[i&^1]].Genome)
		c.recombine(members[parents[(i|1)%n]].Genome, w.rng)
		c.commonTraits().step = step
		if w.MProb == 1 || toV2(w.rng).Float64() < w.MProb {
			c.Mutate(w.rng)
		}
		w.children = append(w.children, eaopt.Individual{Genome: c, Fitness: math.Inf(1)})
	}
}

// eliteSize returns the number of n individuals that always survive.
func (w *wegener) eliteSize(n int) int {
	switch {
	case w.noElite:
		return 0
	case w.EliteSize == 0:
		return tenth(n)
	}
	return min(w.EliteSize, n)
}

// tenth returns a tenth of n, rounded up.
func tenth(n int) int { return (n + 9) / 10 }

// reinsert returns the next generation of a sub-population: its elite and the fittest children.
// members must be sorted.
func reinsert(members, children eaopt.Individuals, elite int) eaopt.Individuals {
	sortFittest(children)
	return append(members[:elite], children[:len(members)-elite]...)
}
