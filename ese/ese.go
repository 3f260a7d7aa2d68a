package ese

import (
	"context"
	"fmt"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/symexec"
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
	FromPaths bool                  // the first generation of inputs are those of random paths, as for operators over path conditions
}

// Search implements Strategy.
func (o Evolution) Search(gate *Gate) error {
	ops, err := operators.Find(o.Operators)
	switch {
	case err != nil:
		return fmt.Errorf("ese: operators %w", err)
	case ops.Paths != nil:
		vary := ops.Paths(gate)
		if vary == nil {
			return errNoInputs
		}
		p := newPathProblem(gate, ops.Follow)
		defer gate.HoldClauses(p.eachClauses)()
		_, err := ga.Run(gate.ctx, p, vary, o.Algorithm, gate.Rand(), ga.Limits[*Chromosome]{})
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
	switch {
	case o.FromPaths:
		c := o.Algorithm.Config()
		starts = pathStarts(gate, int(c.NPops*c.PopSize))
	case o.Starts != nil:
		starts = o.Starts()
	}
	eval := batchEvaluator{gate: gate, cancel: cancel}
	options := ga.Options{Algorithm: o.Algorithm, Operators: ops.Inputs(in.Space()), Starts: starts}
	if ops.ByPath {
		eval.known = map[uint64]known{}
		if gate.opt.Offspring {
			eval.lineage = lineage{options.Operators, map[uint64]input.Vector{}}
			options.Operators = eval.lineage
		}
		options.Hash = func(v input.Vector) uint64 { return eval.known[search.Hash(v)].path }
	}
	r, err := ga.Search(ctx, eval, in.Space(), gate.Rand(), options)
	if r.Status == search.Exhausted {
		gate.Finish(search.Exhausted)
	}
	return err
}

// pathStarts returns the scalars of the inputs of n random paths, or of fewer if the search ends. The
// paths are no individuals with a cost: their inputs are, when they run.
func pathStarts(g *Gate, n int) (starts []input.Vector) {
	g.starting = true
	defer func() { g.starting = false }()
	for more := true; more && len(starts) < n; {
		var path *symexec.Path
		if path, more = g.Explore(nil, coin{g.Rand()}); path != nil && isPath(path) {
			starts = append(starts, g.target.Inputs.Scalars(path.Input))
		}
	}
	return starts
}

// batchEvaluator is a ga.Evaluator that evaluates through a Gate. It cancels the genetic
// algorithm when the gate ends.
type batchEvaluator struct {
	gate    *Gate
	cancel  context.CancelFunc
	known   map[uint64]known // by hash of an evaluated input; nil if nobody asks
	lineage lineage          // empty without Options.Offspring
}

// known is what is known of an evaluated input.
type known struct{ path, cost uint64 } // path is a hash

// Evaluate implements ga.Evaluator.
func (e batchEvaluator) Evaluate(_ context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	costs, paths := e.gate.measure(vectors)
	fitness := make([]search.Fitness, len(costs))
	for i, c := range costs {
		fitness[i] = fitnessOf(c)
		if c == 0 {
			fitness[i] = search.Worst() // like a precondition without a path
		}
		if e.known == nil {
			continue
		}
		hash := search.Hash(vectors[i])
		if parent, ok := e.lineage.parents[hash]; ok && c > 0 {
			e.gate.tallyChild(c, e.known[search.Hash(parent)].cost, vectors[i], parent)
		}
		e.known[hash] = known{paths[i], c}
	}
	clear(e.lineage.parents)
	if e.gate.Over() || len(costs) < len(vectors) {
		e.cancel()
	}
	return fitness, nil
}

// fitnessOf returns the fitness for a cost, which falls as the cost rises. It is never 0, and
// distinct costs that a run can reach have distinct fitness.
func fitnessOf(cost uint64) search.Fitness { return search.Fitness{Value: 1 / (1 + float64(cost))} }
