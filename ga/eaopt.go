package ga

import (
	"cmp"
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

// better compares individuals: the fitter comes first, equals as their genomes say.
func better(a, b *eaopt.Individual) int {
	if a.Fitness != b.Fitness {
		return cmp.Compare(a.Fitness, b.Fitness)
	}
	if m, ok := a.Genome.(Member); ok {
		return m.tie(b.Genome)
	}
	return 0
}

// sortFittest orders individuals, the fittest first, equals as they were. Their
// places are sorted, which are smaller.
func sortFittest(is eaopt.Individuals) {
	places := make([]int, len(is))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return cmp.Or(better(&is[a], &is[b]), a-b) })
	for first := range places { // of a cycle
		moved, to := is[first], first
		for places[to] != first {
			from := places[to]
			is[to], places[to], to = is[from], to, from
		}
		is[to], places[to] = moved, to
	}
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
	if !slices.IsSortedFunc(is, byRank) {
		slices.SortFunc(is, byRank)
	}
}

func byRank(a, b eaopt.Individual) int { return traitsOf(&a).rank - traitsOf(&b).rank }

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
