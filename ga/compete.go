package ga

import (
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

const (
	competeEvery = 4 // generations from one competition to the next
	minMembers   = 5 // smallest number of individuals of a sub-population, so that it does not die out
)

// archipelago is the migrator of Wegener's algorithm: sub-populations compete for individuals
// and exchange some.
type archipelago struct {
	*wegener
	// by sub-population: decaying average of the linearRank of its mean fitness; greater is better
	progress [subPopulations]float64
}

// Apply implements eaopt.Migrator.
func (a *archipelago) Apply(pops eaopt.Populations, rng *rand.Rand) {
	a.pops, a.rng = pops, rng
	for i := range pops {
		restoreOrder(pops[i].Individuals)
	}
	a.updateProgress(pops)
	generation := pops[0].Generations
	if generation > 0 && generation%competeEvery == 0 {
		a.compete(pops)
	}
	if generation > 0 && generation%migrateEvery == 0 {
		migrate(pops, rng)
	}
}

// updateProgress ranks the sub-populations by mean fitness, and updates the progress of each by its
// rank.
func (a *archipelago) updateProgress(pops eaopt.Populations) {
	var means [subPopulations]float64
	for i := range pops {
		means[i] = meanFitness(pops[i].Individuals)
	}
	for rank, i := range bestFirst(func(a, b int) bool { return means[a] < means[b] }) {
		a.progress[i] = 0.9*a.progress[i] + 0.1*linearRank(rank, subPopulations, pressure)
	}
}

// meanFitness returns the mean fitness, which is finite.
func meanFitness(members eaopt.Individuals) (sum float64) {
	for i := range members {
		sum += members[i].Fitness / float64(len(members))
	}
	return min(sum, math.MaxFloat64)
}

// bestFirst returns the sub-populations, the best first, equal ones by number.
func bestFirst(better func(a, b int) bool) [subPopulations]int {
	var o [subPopulations]int
	for i := range o {
		o[i] = i
	}
	slices.SortStableFunc(o[:], func(a, b int) int {
		switch {
		case better(a, b):
			return -1
		case better(b, a):
			return 1
		}
		return 0
	})
	return o
}

// compete moves individuals from weak sub-populations to strong ones. Sub-populations are ranked
// by progress. Those with a rank below average give up their worst tenth. Those above average
// share these individuals in proportion to the excess over the average.
func (a *archipelago) compete(pops eaopt.Populations) {
	by := bestFirst(func(i, j int) bool { return a.progress[i] > a.progress[j] })
	var moved eaopt.Individuals
	for rank, i := range by {
		p := &pops[i]
		if linearRank(rank, subPopulations, pressure) >= 1 {
			continue
		}
		sortFittest(p.Individuals)
		n := len(p.Individuals)
		keep := max(n-tenth(n), minMembers)
		moved = append(moved, p.Individuals[keep:]...)
		p.Individuals = p.Individuals[:keep]
	}
	var got [subPopulations]int
	for _, x := range moved {
		rank := neediest(&got)
		got[rank]++
		p := &pops[by[rank]]
		p.Individuals = append(p.Individuals, x)
	}
}

// neediest returns the rank that gets the next individual by the D'Hondt method: the one with the
// largest quotient of its share and its number of individuals plus one. Among equal quotients
// it is the better rank.
func neediest(got *[subPopulations]int) int {
	best, most := 0, 0.0
	for rank := range got {
		above := linearRank(rank, subPopulations, pressure) - 1
		if quotient := above / float64(got[rank]+1); quotient > most {
			best, most = rank, quotient
		}
	}
	return best
}
