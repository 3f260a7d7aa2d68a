package ese

import "nearmiss/symexec"

// WISE is worst-case inputs from symbolic execution (Burnim, Juvekar and Sen, ICSE 2009), as
// described by Aquino et al. 2020, sections 2 and 4.2. Its policy comes from the worst path of
// the largest size that can be explored exhaustively within half of the budget: it maps each
// decision point to the set of sides that the path took there. With the remaining budget WISE
// explores the paths of the target's size that follow the policy, depth-first. A point without
// a side or with both is not constrained; if all points are such, WISE is a depth-first search.
// A path that can only leave the policy is given up. If no path follows the policy, the search
// falls back to a depth-first one.
type WISE struct {
	Ties bool // learn from all worst paths of a size, not only the first
	Walk DFS  // order of the sides and memory of the walks
}

// Search implements Strategy.
func (o WISE) Search(g *Gate) error {
	l, err := trainedPolicy(g, o.Walk, o.Ties, func(worst []*symexec.Path) *guidancePolicy { return learnPolicy(worst, historyKind{}) })
	if err != nil {
		return err
	}
	return followPolicy(g, l, o.Walk)
}

// Learns implements Learner.
func (WISE) Learns() string { return DecisionsPolicy }

// Draws reports whether the walks draw at random.
func (o WISE) Draws() bool { return o.Walk.Draws() }
