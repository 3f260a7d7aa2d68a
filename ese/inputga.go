package ese

import (
	"context"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// GA is the genetic algorithm of package ga over the scalars of inputs, which
// are run as machine code. It is not quite as Baars et al. 2011 have it: the
// fitness is the cost, and random numbers come in part from the seeds of the
// space, where a caller puts the constants of the code. Nor is it ESE with other
// operators: it has its own populations and selection, and no local search.
type GA struct {
	Starts func() []input.Vector // scalars in the first generation; nil: random ones alone
}

// Search implements Strategy.
func (o GA) Search(g *Gate) error {
	in := g.target.Inputs
	if in == nil {
		return errNoInputs
	}
	ctx, cancel := context.WithCancel(g.ctx)
	defer cancel()
	var starts []input.Vector
	if o.Starts != nil {
		starts = o.Starts()
	}
	r, err := ga.Search(ctx, generations{g, cancel}, in.Space(), g.rng, ga.Options{Lexicographic: true, Starts: starts})
	if ctx.Err() != nil {
		err = nil // the gate knows why
	}
	if r.Status == search.Exhausted {
		g.Finish(search.Exhausted)
	}
	return err
}

// generations is a ga.Evaluator.
type generations struct {
	g    *Gate
	over context.CancelFunc
}

// Evaluate implements ga.Evaluator.
func (e generations) Evaluate(_ context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	costs := e.g.Evaluate(vectors)
	fitness := make([]search.Fitness, len(costs))
	for i, c := range costs {
		fitness[i] = expense(c)
	}
	if e.g.Over() || len(costs) < len(vectors) {
		e.over()
	}
	return fitness, nil
}
