package ese

import (
	"math/rand/v2"
	"slices"

	"nearmiss/term"
)

// localSearch climbs from one path by negating single clauses of its condition
// (Algorithm 6).
func (m *memetic) localSearch(best individual, attempts int) individual {
	g := m.g
	for range attempts { // step 1
		pc := m.express(&best)
		if len(pc) == 0 || g.Over() {
			return best
		}
		pre := invertRandomCondition(g.Rand(), g.Builder(), pc)     // steps 2 and 3
		p, _ := g.ExploreFrom(best.path.Input, pre, coin{g.Rand()}) // step 4
		g.Tally(Attempts, 1)
		switch {
		case p == nil:
			g.Tally(AttemptsLost, 1)
		case g.Cost(p) > best.cost: // step 5
			near := best.genes
			best = newIndividual(p, g.Cost(p)) // step 6
			best.born, best.near = g.explorations, near
			g.Tally(AttemptsWon, 1)
		}
	}
	return best // step 7
}

// invertRandomCondition is pc with one clause negated.
func invertRandomCondition(rng *rand.Rand, b *term.Builder, pc []*term.Term) []*term.Term {
	pre := slices.Clone(pc)
	i := rng.IntN(len(pre))
	pre[i] = b.Not(pre[i])
	return pre
}
