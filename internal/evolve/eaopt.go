package evolve

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"

	"github.com/MaxHalford/eaopt"
)

// adapter is the engine as eaopt's model of its one population.
type adapter struct{ *engine }

// Validate implements eaopt.Model.
func (adapter) Validate() error { return nil }

// Apply implements eaopt.Model: the population becomes the next generation.
func (a adapter) Apply(pop *eaopt.Population) error {
	members, err := a.generation()
	if err != nil {
		return err
	}
	for i, m := range members {
		in := &pop.Individuals[i]
		in.Genome, in.Fitness, in.Evaluated = (*genome)(m), finite(m.Fitness.Value), true
	}
	return nil
}

// genome is a Member as eaopt sees it.
type genome Member

// Evaluate implements eaopt.Genome with the fitness that is known: eaopt asks
// for it once, in the first generation.
func (g *genome) Evaluate() (float64, error) { return finite(g.Fitness.Value), nil }

// Clone implements eaopt.Genome. Members do not change, so one will do.
func (g *genome) Clone() eaopt.Genome { return g }

// Mutate implements eaopt.Genome.
func (*genome) Mutate(*rand.Rand) { panic("evolve: BUG: eaopt mutates by itself") }

// Crossover implements eaopt.Genome.
func (*genome) Crossover(eaopt.Genome, *rand.Rand) { panic("evolve: BUG: eaopt crosses by itself") }

// finite is a fitness that can be summed and compared.
func finite(f float64) float64 {
	if math.IsNaN(f) || f > math.MaxFloat64 {
		return math.MaxFloat64
	}
	return f
}

// source is a generator of math/rand/v2 behind the interface of math/rand.
type source struct{ src randv2.Source }

// Int63 implements rand.Source.
func (s source) Int63() int64 { return int64(s.src.Uint64() >> 1) }

// Uint64 implements rand.Source64.
func (s source) Uint64() uint64 { return s.src.Uint64() }

// Seed implements rand.Source. The seed was given with the source.
func (source) Seed(int64) { panic("evolve: BUG: eaopt seeds by itself") }
