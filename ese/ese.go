package ese

import (
	"context"
	"fmt"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// ESE is evolutionary symbolic execution (Aquino et al. 2020): Algorithm 1 with
// operators over path conditions. Parameters that are zero are those of Table IV.
type ESE ga.Memetic

// Search implements Strategy.
func (o ESE) Search(g *Gate) error {
	return Evolution{Algorithm: ga.Memetic(o), Operators: "path"}.Search(g)
}

// Evolution is a genetic algorithm. Its operators say whether it is one over
// path conditions or over inputs, which are run as machine code; the fitness of
// both is the cost.
type Evolution struct {
	Algorithm ga.Algorithm
	Operators string                // name in the table
	Starts    func() []input.Vector // scalars of inputs in the first generation; nil: random ones alone
}

// Search implements Strategy.
func (o Evolution) Search(g *Gate) error {
	ops, err := operators.Find(o.Operators)
	switch {
	case err != nil:
		return fmt.Errorf("ese: operators %w", err)
	case ops.Paths != nil:
		p := newPaths(g)
		defer g.Holds(p.each)()
		_, err := ga.Run(g.ctx, p, ops.Paths(g), o.Algorithm, g.Rand(), ga.Limits[*Chromosome]{})
		return err
	}
	return o.overInputs(g, ops)
}

func (o Evolution) overInputs(g *Gate, ops Operators) error {
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
	r, err := ga.Search(ctx, generations{g, cancel}, in.Space(), g.Rand(), ga.Options{
		Algorithm: o.Algorithm, Operators: ops.Inputs(in.Space()), Starts: starts,
	})
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
		fitness[i] = fitnessOf(c)
	}
	if e.g.Over() || len(costs) < len(vectors) {
		e.over()
	}
	return fitness, nil
}

// fitnessOf falls as a cost rises. It is no cost's that a run can have that
// another has, and none is 0.
func fitnessOf(cost uint64) search.Fitness { return search.Fitness{Value: 1 / (1 + float64(cost))} }
