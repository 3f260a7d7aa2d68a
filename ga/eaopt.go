package ga

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// v1 is a generator for eaopt that draws from one of math/rand/v2.
func v1(rng *randv2.Rand) *rand.Rand { return rand.New(source{rng}) }

// v2 is a generator for operators that draws from one of eaopt's. What
// v2(v1(rng)) draws, rng would.
func v2(rng *rand.Rand) *randv2.Rand { return randv2.New(rng) }

// pair is a generator of eaopt's, and v2 of it.
type pair struct {
	v1 *rand.Rand
	v2 *randv2.Rand
}

// source is a generator of math/rand/v2 behind the interface of math/rand.
type source struct{ *randv2.Rand }

// Int63 implements rand.Source.
func (s source) Int63() int64 { return s.Int64() }

// Seed implements rand.Source. The seed was given with the generator.
func (source) Seed(int64) { panic("ga: BUG: eaopt seeds by itself") }

// finite is a fitness that eaopt can sum and sort.
func finite(f float64) float64 { return min(f, math.MaxFloat64) }

// traitsOf are the traits of an individual.
func traitsOf(i *eaopt.Individual) *traits { return i.Genome.(Member).common() }

// better orders individuals: the fitter first, equals as their genomes say.
func better(a, b eaopt.Individual) int {
	x, ok := a.Genome.(Member)
	switch {
	case a.Fitness < b.Fitness:
		return -1
	case a.Fitness > b.Fitness:
		return 1
	case !ok:
		return 0
	case x.before(b.Genome):
		return -1
	case b.Genome.(Member).before(a.Genome):
		return 1
	}
	return 0
}

// number remembers the order of a population, which eaopt then sorts by
// fitness, equals in any order.
func number(is eaopt.Individuals) {
	for i := range is {
		traitsOf(&is[i]).rank = i
	}
}

// restore brings back the order that number has seen.
func restore(is eaopt.Individuals) {
	sorted := slices.Clone(is)
	for i := range sorted {
		is[traitsOf(&sorted[i]).rank] = sorted[i]
	}
}

// child is a copy of a parent that is not evaluated yet.
func child(parent *eaopt.Individual) eaopt.Individual {
	return eaopt.Individual{Genome: parent.Genome.Clone(), Fitness: math.Inf(1)}
}

// cross makes two children of two parents. Individual.Crossover of eaopt would
// leave one of them with the fitness of its parent.
func cross(a, b *eaopt.Individual, rng *rand.Rand) (c, d eaopt.Individual) {
	c, d = child(a), child(b)
	c.Genome.Crossover(d.Genome, rng)
	return c, d
}
