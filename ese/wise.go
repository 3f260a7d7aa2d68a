package ese

// WISE is worst-case inputs from symbolic execution (Burnim, Juvekar and Sen,
// ICSE 2009), as Aquino et al. 2020 have it in sections 2 and 4.2: the worst
// path of the largest size that can be explored exhaustively within half of
// the budget gives each decision point the set of decisions that were taken
// there. The paths of the target's size that have no others are explored
// depth-first with what is left. A point without a decision or with both is
// not constrained; a policy of such points alone makes WISE a depth-first
// search.
type WISE struct {
	TrueFirst bool // at a branch that is not constrained, as for DFS
	Memory    int  // as for DFS
}

// Search implements Strategy.
func (o WISE) Search(g *Gate) error {
	memory := DFS{Memory: o.Memory}.memory()
	worst, err := train(g, o.TrueFirst, memory)
	if err != nil {
		return err
	}
	follow(g, learn(worst, histories{}), o.TrueFirst, memory)
	return nil
}
