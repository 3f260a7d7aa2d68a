package dse

// ShortCircuit asks its strategies in order: as long as an earlier one has steps, a
// later one is not asked (Xie et al. 2009, section 4.2).
func ShortCircuit(strategies ...Factory) Factory {
	return func(w *World) Strategy { return shortCircuit{newStrategyGroup(w, strategies)} }
}

type shortCircuit struct{ strategyGroup }

// Next implements Strategy.
func (f shortCircuit) Next() Step {
	for _, s := range f.strategyGroup {
		if n := ask(s); !n.None() {
			return n
		}
	}
	return Step{}
}

// A strategyGroup is a list of strategies that observe the same nodes and runs.
type strategyGroup []Strategy

func newStrategyGroup(w *World, strategies []Factory) strategyGroup {
	var g strategyGroup
	for _, s := range strategies {
		g = append(g, s(w))
	}
	return g
}

// Ran implements Strategy.
func (g strategyGroup) Ran(r *Run, fresh []*Node) {
	for _, s := range g {
		s.Ran(r, fresh)
	}
}

// Closed implements Strategy.
func (g strategyGroup) Closed(n *Node) {
	for _, s := range g {
		s.Closed(n)
	}
}
