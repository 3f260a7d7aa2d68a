package dse

// ShortCircuit asks its strategies in order: as long as an earlier one has steps, a
// later one is not asked (Xie et al. 2009, section 4.2).
func ShortCircuit(strategies ...Factory) Factory {
	return func(w *World) Strategy { return shortCircuit{newGroup(w, strategies)} }
}

type shortCircuit struct{ group }

// Next implements Strategy.
func (f shortCircuit) Next() Step {
	for _, s := range f.group {
		if n := ask(s); !n.None() {
			return n
		}
	}
	return Step{}
}

// A group is a list of strategies that observe the same nodes and runs.
type group []Strategy

func newGroup(w *World, strategies []Factory) group {
	var g group
	for _, s := range strategies {
		g = append(g, s(w))
	}
	return g
}

// Ran implements Strategy.
func (g group) Ran(r *Run, fresh []*Node) {
	for _, s := range g {
		s.Ran(r, fresh)
	}
}

// Closed implements Strategy.
func (g group) Closed(n *Node) {
	for _, s := range g {
		s.Closed(n)
	}
}
