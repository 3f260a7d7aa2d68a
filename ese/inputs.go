package ese

import (
	"context"
	"errors"

	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/symexec"
)

// Inputs runs inputs of the target as machine code. A search over inputs varies the vector of
// an input's scalars; the shape is fixed.
type Inputs interface {
	// Space returns the set of vectors of scalars, all of one length.
	Space() *input.Space

	// Input returns the explorer's input with these scalars.
	Input(scalars input.Vector) input.Vector

	// Scalars returns the scalars of an explorer's input.
	Scalars(v input.Vector) input.Vector

	// Run runs inputs, given by their scalars, and returns their costs and paths
	// in order. The cost of an input that cannot run is 0.
	Run(ctx context.Context, scalars []input.Vector) ([]search.Measured, error)
}

// errNoInputs is the error of a search over inputs on a target without Inputs.
var errNoInputs = errors.New("ese: a search over inputs needs a target that can run them")

// Evaluate runs inputs as machine code and returns their costs. It returns fewer costs if the
// search, or this part of it, ends before.
func (g *Gate) Evaluate(scalars []input.Vector) []uint64 {
	costs, _ := g.measure(scalars)
	return costs
}

// measure is Evaluate, and returns the hashes of the paths, too.
func (g *Gate) measure(scalars []input.Vector) (costs, paths []uint64) {
	if g.Over() {
		return nil, nil
	}
	scalars = scalars[:min(uint64(len(scalars)), g.remainingEvaluations())]
	runs, err := g.target.Inputs.Run(g.ctx, scalars)
	if err != nil {
		g.fail(err)
	}
	g.archive.Evaluations += uint64(len(runs))
	before := g.archive.Feasible
	costs, paths = make([]uint64, len(runs)), make([]uint64, len(runs))
	for i, r := range runs {
		if costs[i], paths[i] = g.opt.Metric(r.Cost), r.Path; costs[i] > 0 {
			g.archive.Feasible++
		}
		g.raiseMaxCost(costs[i])
		if costs[i] > g.archive.Cost || g.archive.Best == nil {
			g.archive.updateBest(&symexec.Path{Cost: r.Cost, Input: g.target.Inputs.Input(scalars[i])}, costs[i], g.opt.Clock())
		}
	}
	for part := g; part != nil; part = part.parent {
		part.evaluations += uint64(len(runs))
		part.feasible += g.archive.Feasible - before
	}
	if g.opt.Progress != nil {
		g.opt.Progress(g.archive)
	}
	return costs, paths
}

// remainingEvaluations returns the number of evaluations that the budgets of this gate and its
// ancestors still allow.
func (g *Gate) remainingEvaluations() uint64 {
	remaining := ^uint64(0)
	for part := g; part != nil; part = part.parent {
		if b := part.opt.Budget.Evaluations; b > 0 {
			remaining = min(remaining, b-min(b, part.evaluations))
		}
		if b := part.opt.Budget.Feasible; b > 0 {
			remaining = min(remaining, b-min(b, part.feasible))
		}
	}
	return remaining
}

// unexplored reports whether only the input of a path is known, from an evaluation.
func unexplored(p *symexec.Path) bool {
	return len(p.Decisions) == 0 && p.Condition == nil && p.Output == nil
}
