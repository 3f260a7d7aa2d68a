package ese

import (
	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/search"
)

// AVM is the alternating variable method of package avm over the scalars of inputs, which run
// as machine code. The fitness is the cost. Random starts come in part from the seeds of the
// space, where a caller puts the constants of the code.
type AVM struct{}

// Search implements Strategy.
func (AVM) Search(g *Gate) error {
	in := g.target.Inputs
	if in == nil {
		return errNoInputs
	}
	e := &singleEvaluator{gate: g}
	gate := search.NewGate(e, search.GateOptions{
		Lexicographic: true, Stop: func() bool { return e.ended || g.Over() },
	})
	r := avm.Search(gate, in.Space(), g.rng, avm.Options{})
	if r.Status == search.Exhausted {
		g.Finish(search.Exhausted)
	}
	return nil
}

// singleEvaluator is a search.Evaluator that evaluates single inputs through a Gate.
type singleEvaluator struct {
	gate  *Gate
	ended bool
}

// Evaluate implements search.Evaluator.
func (e *singleEvaluator) Evaluate(v input.Vector, f *search.Fitness) {
	costs := e.gate.Evaluate([]input.Vector{v})
	if len(costs) == 0 {
		e.ended = true
		*f = search.Worst()
		return
	}
	*f = fitnessOf(costs[0])
}
