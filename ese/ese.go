package ese

import (
	"context"
	"fmt"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// ESE is evolutionary symbolic execution (Aquino et al. 2020): Algorithm 1 with operators over
// path conditions. Parameters that are zero default to the values of Table IV.
type ESE ga.Memetic

// Search implements Strategy.
func (o ESE) Search(g *Gate) error {
	return Evolution{Algorithm: ga.Memetic(o), Operators: "path"}.Search(g)
}

// Evolution is a genetic algorithm. Its operators vary either path conditions or inputs, which
// run as machine code. The fitness is the cost in both cases.
type Evolution struct {
	Algorithm ga.Algorithm
	Operators string                // name in the table of operators
	Starts    func() []input.Vector // returns scalars of inputs for the first generation; nil for random inputs only
}

// Search implements Strategy.
func (o Evolution) Search(gate *Gate) error {
	ops, err := operators.Find(o.Operators)
	switch {
	case err != nil:
		return fmt.Errorf("ese: operators %w", err)
	case ops.Paths != nil:
		p := newPathProblem(gate)
		defer gate.HoldClauses(p.eachClauses)()
		_, err := ga.Run(gate.ctx, p, ops.Paths(gate), o.Algorithm, gate.Rand(), ga.Limits[*Chromosome]{})
		return err
	}
	return o.overInputs(gate, ops)
}

func (o Evolution) overInputs(gate *Gate, ops Operators) error {
	in := gate.target.Inputs
	if in == nil {
		return errNoInputs
	}
	ctx, cancel := context.WithCancel(gate.ctx)
	defer cancel()
	var starts []input.Vector
	if o.Starts != nil {
		starts = o.Starts()
	}
	r, err := ga.Search(ctx, batchEvaluator{gate, cancel}, in.Space(), gate.Rand(), ga.Options{
		Algorithm: o.Algorithm, Operators: ops.Inputs(in.Space()), Starts: starts,
	})
	if r.Status == search.Exhausted {
		gate.Finish(search.Exhausted)
	}
	return err
}

// batchEvaluator is a ga.Evaluator that evaluates through a Gate. It cancels the genetic
// algorithm when the gate ends.
type batchEvaluator struct {
	gate   *Gate
	cancel context.CancelFunc
}

// Evaluate implements ga.Evaluator.
func (e batchEvaluator) Evaluate(_ context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	costs := e.gate.Evaluate(vectors)
	fitness := make([]search.Fitness, len(costs))
	for i, c := range costs {
		fitness[i] = fitnessOf(c)
	}
	if e.gate.Over() || len(costs) < len(vectors) {
		e.cancel()
	}
	return fitness, nil
}

// fitnessOf returns the fitness for a cost, which falls as the cost rises. It is never 0, and
// distinct costs that a run can reach have distinct fitness.
func fitnessOf(cost uint64) search.Fitness { return search.Fitness{Value: 1 / (1 + float64(cost))} }
