package ese

import (
	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/search"
)

// AVM is the alternating variable method of package avm over the scalars of
// inputs, which are run as machine code. The fitness is the cost, and random
// starts come in part from the seeds of the space, as in GA.
type AVM struct {
	Starts func() []input.Vector // scalars to climb from first; nil: none
}

// Search implements Strategy.
func (o AVM) Search(g *Gate) error {
	in := g.target.Inputs
	if in == nil {
		return errNoInputs
	}
	e := &oneByOne{g: g}
	gate := search.NewGate(e, search.GateOptions{
		Lexicographic: true, Stop: func() bool { return e.over || g.Over() },
	})
	var starts []input.Vector
	if o.Starts != nil {
		starts = o.Starts()
	}
	r := avm.Search(gate, in.Space(), g.rng, avm.Options{Starts: starts})
	if r.Status == search.Exhausted {
		g.Finish(search.Exhausted)
	}
	return nil
}

// oneByOne is a search.Evaluator.
type oneByOne struct {
	g    *Gate
	over bool
}

// Evaluate implements search.Evaluator.
func (e *oneByOne) Evaluate(v input.Vector, f *search.Fitness) {
	costs := e.g.Evaluate([]input.Vector{v})
	if len(costs) == 0 {
		e.over = true
		*f = search.Worst()
		return
	}
	*f = fitnessOf(costs[0])
}
