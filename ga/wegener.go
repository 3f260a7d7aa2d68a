package ga

import (
	"math/rand"
	"slices"
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
	steps [subPopulations]float64 // of mutations
	pops  eaopt.Populations       // as the migrator left them, like the generator
	rng   *rand.Rand

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
	children := make(eaopt.Individuals, 0, subPopulations*beginWith)
	for i := range w.pops {
		var err error
		if children, err = offspring(children, w.pops[i].Individuals, w.steps[i], w.rng); err != nil {
			return err
		}
	}
	if err := Evaluate(children); err != nil {
		return err
	}
	for i := range w.pops {
		p := &w.pops[i]
		n := len(p.Individuals)
		p.Individuals = reinsert(p.Individuals, children[:n:n])
		number(p.Individuals)
		children = children[n:]
	}
	return nil
}

// offspring adds as many children as there are members: parents are selected
// by rank and paired at random, and each pair is crossed once for each child.
func offspring(children, members eaopt.Individuals, step float64, rng *rand.Rand) (eaopt.Individuals, error) {
	slices.SortStableFunc(members, better)
	n := len(members)
	parents, _, err := Ranking{Pressure: pressure}.Apply(uint(n), members, rng)
	if err != nil {
		return nil, err
	}
	v2(rng).Shuffle(n, func(i, j int) { parents[i], parents[j] = parents[j], parents[i] })
	for i := range n {
		c, _ := cross(&parents[i&^1], &parents[(i|1)%n], rng)
		traitsOf(&c).step = step
		c.Genome.Mutate(rng)
		children = append(children, c)
	}
	return children, nil
}

// elite is how many of n individuals stay whatever their children are: a
// tenth, and at least one.
func elite(n int) int { return (n + 9) / 10 }

// reinsert returns the next generation of a sub-population: its elite and the
// fittest children. members are sorted.
func reinsert(members, children eaopt.Individuals) eaopt.Individuals {
	slices.SortStableFunc(children, better)
	k := elite(len(members))
	return append(members[:k], children[:len(members)-k]...)
}
