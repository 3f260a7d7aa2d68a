package ga

import (
	"cmp"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"
)

// toV1 returns a generator for eaopt that draws from a generator of math/rand/v2.
func toV1(rng *randv2.Rand) *rand.Rand { return rand.New(source{rng}) }

// toV2 returns a generator for operators that draws from a generator of eaopt. The generators
// toV2(toV1(rng)) and rng draw the same numbers.
func toV2(rng *rand.Rand) *randv2.Rand { return randv2.New(rng) }

// generatorPair is a generator of eaopt together with its toV2.
type generatorPair struct {
	v1 *rand.Rand
	v2 *randv2.Rand
}

// source is a rand.Source of math/rand that draws from a generator of math/rand/v2.
type source struct{ *randv2.Rand }

// Int63 implements rand.Source.
func (s source) Int63() int64 { return s.Int64() }

// Seed implements rand.Source. It panics, because the generator is already seeded.
func (source) Seed(int64) { panic("ga: BUG: eaopt seeds by itself") }

// clampFitness returns a finite fitness, which eaopt can sum and sort.
func clampFitness(f float64) float64 { return min(f, math.MaxFloat64) }

// traitsOf returns the traits of an individual.
func traitsOf(i *eaopt.Individual) *traits { return i.Genome.(Member).commonTraits() }

// compareFitness compares individuals: the fitter comes first. The genomes break ties.
func compareFitness(a, b *eaopt.Individual) int {
	if a.Fitness != b.Fitness {
		return cmp.Compare(a.Fitness, b.Fitness)
	}
	if m, ok := a.Genome.(Member); ok {
		return m.compareExact(b.Genome)
	}
	return 0
}

// sortFittest sorts individuals, the fittest first, and keeps the order of equal ones. It sorts
// indices, which are smaller than individuals, and then permutes the individuals.
func sortFittest(members eaopt.Individuals) {
	places := make([]int, len(members))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return cmp.Or(compareFitness(&members[a], &members[b]), a-b) })
	for first := range places { // first index of a cycle of the permutation
		moved, to := members[first], first
		for places[to] != first {
			from := places[to]
			members[to], places[to], to = members[from], to, from
		}
		members[to], places[to] = moved, to
	}
}

// recordOrder records the order of a population before eaopt sorts it by fitness.
func recordOrder(members eaopt.Individuals) {
	for i := range members {
		traitsOf(&members[i]).rank = i
	}
}

// restoreOrder restores the order that recordOrder has recorded.
func restoreOrder(members eaopt.Individuals) {
	if !slices.IsSortedFunc(members, byRank) {
		slices.SortFunc(members, byRank)
	}
}

func byRank(a, b eaopt.Individual) int { return traitsOf(&a).rank - traitsOf(&b).rank }

// unevaluatedCopy returns a copy of an individual without fitness.
func unevaluatedCopy(parent *eaopt.Individual) eaopt.Individual {
	return eaopt.Individual{Genome: parent.Genome.Clone(), Fitness: math.Inf(1)}
}

// cross returns two children of two parents. Individual.Crossover of eaopt would leave one of
// them with the fitness of its parent.
func cross(a, b *eaopt.Individual, rng *rand.Rand) (c, d eaopt.Individual) {
	c, d = unevaluatedCopy(a), unevaluatedCopy(b)
	c.Genome.Crossover(d.Genome, rng)
	return c, d
}
