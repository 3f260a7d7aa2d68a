package ga

import (
	"math"
	"slices"

	"nearmiss/internal/evolve"
)

const (
	competeEvery = 4 // generations
	leastMembers = 5 // of a sub-population: it does not die out
)

// rankPopulations brings the progress of the sub-populations up to date: they
// are ranked by their mean fitness.
func (m *model) rankPopulations() {
	var means [subPopulations]float64
	for i := range m.pops {
		means[i] = mean(m.pops[i].members)
	}
	for rank, i := range order(func(a, b int) bool { return means[a] < means[b] }) {
		p := &m.pops[i]
		p.progress = 0.9*p.progress + 0.1*linearRank(rank, subPopulations)
	}
}

// mean is the mean fitness. It is finite.
func mean(members []*evolve.Member) (sum float64) {
	for _, m := range members {
		sum += min(m.Fitness.Value, math.MaxFloat64) / float64(len(members))
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
func (m *model) compete() {
	by := order(func(a, b int) bool { return m.pops[a].progress > m.pops[b].progress })
	var moved []*evolve.Member
	for rank, i := range by {
		p := &m.pops[i]
		if linearRank(rank, subPopulations) >= 1 {
			continue
		}
		m.sort(p.members)
		keep := max(len(p.members)-elite(len(p.members)), leastMembers)
		moved = append(moved, p.members[keep:]...)
		p.members = p.members[:keep]
	}
	var got [subPopulations]int
	for _, member := range moved {
		rank := neediest(&got)
		got[rank]++
		p := &m.pops[by[rank]]
		p.members = append(p.members, member)
	}
}

// neediest is the rank whose share for each individual would be largest
// with one more (D'Hondt); the better rank if there are several.
func neediest(got *[subPopulations]int) int {
	best, most := 0, 0.0
	for rank := range got {
		above := linearRank(rank, subPopulations) - 1
		if quotient := above / float64(got[rank]+1); quotient > most {
			best, most = rank, quotient
		}
	}
	return best
}
