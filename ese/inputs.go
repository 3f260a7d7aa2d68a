package ese

import (
	"context"
	"errors"

	"nearmiss/input"
	"nearmiss/symexec"
)

// Inputs runs inputs of the target as machine code. To a search over inputs,
// an input is the vector of its scalars; its shape stays as it is.
type Inputs interface {
	// Space is the set of vectors of scalars, all of one length.
	Space() *input.Space

	// Input is what the explorer calls the input with these scalars.
	Input(scalars input.Vector) input.Vector

	// Scalars are those of an explorer's input.
	Scalars(v input.Vector) input.Vector

	// Run runs inputs, given by their scalars, and returns what they cost, in
	// order; 0 of those that cannot be run.
	Run(ctx context.Context, scalars []input.Vector) ([]symexec.Cost, error)
}

// errNoInputs is the fault of a target.
var errNoInputs = errors.New("ese: a search over inputs needs a way to run them")

// Evaluate runs inputs as machine code and returns their costs: fewer than
// asked for, if the search, or this part of it, is over.
func (g *Gate) Evaluate(scalars []input.Vector) []uint64 {
	if g.Over() {
		return nil
	}
	scalars = scalars[:min(uint64(len(scalars)), g.mayEvaluate())]
	runs, err := g.target.Inputs.Run(g.ctx, scalars)
	if err != nil {
		g.fail(err)
	}
	for part := g; part != nil; part = part.parent {
		part.evaluations += uint64(len(runs))
	}
	g.archive.Evaluations += uint64(len(runs))
	costs := make([]uint64, len(runs))
	for i, c := range runs {
		costs[i] = g.opt.Metric(c)
		g.rise(costs[i])
		if costs[i] > g.archive.Cost || g.archive.Best == nil {
			g.archive.keep(&symexec.Path{Cost: c, Input: g.target.Inputs.Input(scalars[i])}, costs[i], g.opt.Clock())
		}
	}
	if g.opt.Progress != nil {
		g.opt.Progress(g.archive)
	}
	return costs
}

// mayEvaluate is how many evaluations are left.
func (g *Gate) mayEvaluate() uint64 {
	left := ^uint64(0)
	for part := g; part != nil; part = part.parent {
		if b := part.opt.Budget.Evaluations; b > 0 {
			left = min(left, b-min(b, part.evaluations))
		}
	}
	return left
}

// unexplored reports whether all that is known of a path is its input.
func unexplored(p *symexec.Path) bool {
	return len(p.Decisions) == 0 && p.Condition == nil && p.Output == nil
}
