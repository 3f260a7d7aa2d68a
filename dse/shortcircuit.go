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
		if n := nextStep(s); !n.Declines() {
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

// ObserveRun implements Strategy.
func (g strategyGroup) ObserveRun(r *Run, fresh []*Node) {
	for _, s := range g {
		s.ObserveRun(r, fresh)
	}
}

// ObserveClosed implements Strategy.
func (g strategyGroup) ObserveClosed(n *Node) {
	for _, s := range g {
		s.ObserveClosed(n)
	}
}
