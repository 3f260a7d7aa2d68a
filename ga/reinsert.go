package ga

import "nearmiss/internal/evolve"

// elite is how many of n individuals stay whatever their children are: a
// tenth, and at least one.
func elite(n int) int { return (n + 9) / 10 }

// reinsert returns the next generation of a sub-population: its elite and the
// fittest children. members are sorted.
func (m *model) reinsert(members, children []*evolve.Member) []*evolve.Member {
	m.sort(children)
	k := elite(len(members))
	return append(members[:k], children[:len(members)-k]...)
}
