package ga

import (
	"math"
	"math/rand"
	"slices"

	"github.com/MaxHalford/eaopt"
)

const (
	competeEvery = 4 // generations
	leastMembers = 5 // of a sub-population: it does not die out
)

// archipelago is the migrator of Wegener's algorithm: sub-populations compete
// for individuals, and exchange some.
type archipelago struct {
	*wegener
	progress [subPopulations]float64
}

// Apply implements eaopt.Migrator.
func (a *archipelago) Apply(pops eaopt.Populations, rng *rand.Rand) {
	a.pops, a.rng = pops, rng
	for i := range pops {
		restore(pops[i].Individuals)
	}
	a.rank(pops)
	generation := pops[0].Generations
	if generation > 0 && generation%competeEvery == 0 {
		a.compete(pops)
	}
	if generation > 0 && generation%migrateEvery == 0 {
		migrate(pops, rng)
	}
}

// rank brings the progress of the sub-populations up to date: they are ranked
// by their mean fitness.
func (a *archipelago) rank(pops eaopt.Populations) {
	var means [subPopulations]float64
	for i := range pops {
		means[i] = mean(pops[i].Individuals)
	}
	for rank, i := range order(func(a, b int) bool { return means[a] < means[b] }) {
		a.progress[i] = 0.9*a.progress[i] + 0.1*linearRank(rank, subPopulations, pressure)
	}
}

// mean is the mean fitness. It is finite.
func mean(members eaopt.Individuals) (sum float64) {
	for i := range members {
		sum += members[i].Fitness / float64(len(members))
	}
	return min(sum, math.MaxFloat64)
}

// order lists the sub-populations, the best first, equals by number.
func order(better func(a, b int) bool) [subPopulations]int {
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

// compete moves individuals from weak sub-populations to strong ones, by the
// rank of their progress: those below the average give up their worst tenth,
// those above share them in proportion to what they are above it.
func (a *archipelago) compete(pops eaopt.Populations) {
	by := order(func(i, j int) bool { return a.progress[i] > a.progress[j] })
	var moved eaopt.Individuals
	for rank, i := range by {
		p := &pops[i]
		if linearRank(rank, subPopulations, pressure) >= 1 {
			continue
		}
		sortFittest(p.Individuals)
		n := len(p.Individuals)
		keep := max(n-elite(n), leastMembers)
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

// neediest is the rank whose share for each individual would be largest
// with one more (D'Hondt); the better rank if there are several.
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
