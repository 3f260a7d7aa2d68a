package ese

import "nearmiss/symexec"

// WISE is worst-case inputs from symbolic execution (Burnim, Juvekar and Sen,
// ICSE 2009), as Aquino et al. 2020 have it in sections 2 and 4.2: the worst
// path of the largest size that can be explored exhaustively within half of
// the budget gives each decision point the set of decisions that were taken
// there. The paths of the target's size that have no others are explored
// depth-first with what is left. A point without a decision or with both is
// not constrained; a policy of such points alone makes WISE a depth-first
// search. A path that cannot but take another side is given up there; without
// any path along the policy the search falls back to a depth-first one.
type WISE struct {
	Ties bool // all worst paths of a size count, and not the first alone
	Walk DFS  // which side comes first where both are wanted, and how many it remembers
}

// Search implements Strategy.
func (o WISE) Search(g *Gate) error {
	l, err := trained(g, o.Walk, o.Ties, func(worst []*symexec.Path) *policy { return learn(worst, histories{}) })
	if err != nil {
		return err
	}
	return follow(g, l, o.Walk)
}

// Learns implements Learner.
func (WISE) Learns() string { return DecisionsPolicy }

// Draws reports whether its walks do.
func (o WISE) Draws() bool { return o.Walk.Draws() }
