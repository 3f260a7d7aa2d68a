package ga

import (
	"slices"

	"nearmiss/internal/evolve"
)

// linearRank is the fitness by rank of number i of n, 0 the best: from the
// pressure down to 2 minus the pressure in equal steps. The mean is 1.
func linearRank(i, n int) float64 {
	if n < 2 {
		return 1
	}
	return pressure - 2*(pressure-1)*float64(i)/float64(n-1)
}

// sort puts the best first; equals stay in order.
func (m *model) sort(members []*evolve.Member) {
	slices.SortStableFunc(members, func(a, b *evolve.Member) int {
		switch {
		case a.Fitness.Less(&b.Fitness, m.exact):
			return -1
		case b.Fitness.Less(&a.Fitness, m.exact):
			return 1
		}
		return 0
	})
}
