package search

import (
	"context"
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/internal/registry"
)

// Problem is the task of a search: a space of inputs and their fitness.
type Problem struct {
	Space *input.Space
	// Evaluate returns the fitness of the vectors, in order. It may return fewer, after a
	// vector that reached the target or because it was stopped; the search then ends. It
	// does not change or keep the vectors.
	Evaluate      func(ctx context.Context, vectors []input.Vector) ([]Fitness, error)
	Rand          *rand.Rand
	Seed          uint64         // of Rand, for Result
	Modes         []Mode         // fitness functions to use, from those that Evaluate or the gate measures; empty for Standard
	Starts        []input.Vector // inputs that may be near the target, the nearest first
	Evaluations   uint64         // budget; 0 for no limit
	Lexicographic bool           // exact distances break ties
}

// Func searches for an input that reaches the target until it finds one, the budget is used
// up, or ctx ends. The error comes from the evaluator; the result is valid even then. The same
// state of Rand gives the same evaluations.
type Func func(ctx context.Context, p *Problem) (Result, error)

var (
	searches           registry.Of[Func]
	sequentialSearches registry.Of[OneByOne]
)

// Register adds a search under a name. It panics if the name is taken.
func Register(name string, f Func) { searches.Add("search", name, f) }

// Lookup returns the search of a name, nil if there is none.
func Lookup(name string) Func {
	f, _ := searches.Find(name)
	return f
}

// Names returns the names of the registered searches.
func Names() []string { return searches.Names() }

// OneByOne is a search that runs one input after the other through a gate. It uses the
// evaluator and the budget of the gate instead of those of the problem.
type OneByOne func(g *Gate, p *Problem) Result

// RegisterOneByOne adds a search that runs one input after the other. Such searches of this
// package and of avm are part of every worker, and run in the process of the function.
func RegisterOneByOne(name string, run OneByOne) {
	Register(name, run.single())
	sequentialSearches.Add("search", name, run)
}

// LookupOneByOne returns the search of a name that runs one input after the other, nil if
// there is none.
func LookupOneByOne(name string) OneByOne {
	run, _ := sequentialSearches.Find(name)
	return run
}

// single returns a Func that runs the search, evaluating batches of one vector.
func (run OneByOne) single() Func {
	return func(ctx context.Context, p *Problem) (Result, error) {
		e := &batchOfOne{ctx: ctx, problem: p}
		e.gate = NewGate(e, GateOptions{
			Seed: p.Seed, Evaluations: p.Evaluations, Lexicographic: p.Lexicographic,
			Stop: func() bool { return ctx.Err() != nil },
		})
		r := run(e.gate, p)
		return r, e.err
	}
}

// batchOfOne is an Evaluator that evaluates batches of one vector.
type batchOfOne struct {
	ctx     context.Context
	problem *Problem
	gate    *Gate
	one     [1]input.Vector // the vector under evaluation
	err     error           // of the evaluator
}

// Evaluate implements Evaluator.
func (e *batchOfOne) Evaluate(v input.Vector, f *Fitness) {
	e.one[0] = v
	row, err := e.problem.Evaluate(e.ctx, e.one[:])
	if err != nil || len(row) == 0 {
		e.err = err
		e.gate.Finish(Stopped)
		return
	}
	*f = row[0]
}

func init() {
	RegisterOneByOne("random", func(g *Gate, p *Problem) Result {
		if len(p.Modes) > 0 {
			g.SetMode(p.Modes[0])
		}
		return Random(g, p.Space, p.Rand)
	})
}
