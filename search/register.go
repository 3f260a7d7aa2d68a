package search

import (
	"context"
	"math/rand/v2"

	"nearmiss/input"
)

// A Problem is what a search is given: inputs, and how far each is from the target.
type Problem struct {
	Space *input.Space
	// Evaluate returns the fitness of the vectors, in order. It may return fewer: behind
	// one that reached the target, or because it was stopped; the search then ends. It
	// does not change or keep the vectors.
	Evaluate      func(ctx context.Context, vectors []input.Vector) ([]Fitness, error)
	Rand          *rand.Rand
	Seed          uint64         // of Rand, for Result
	Modes         []Mode         // fitness functions to go by, of those that Evaluate or the gate measures; empty: Standard
	Starts        []input.Vector // inputs that may be near, the nearest first
	Evaluations   uint64         // budget; 0 is no limit
	Lexicographic bool           // exact distances break ties
}

// A Func searches for an input that reaches the target until it has one, the budget is
// used up, or ctx ends. The error is the evaluator's; the result is complete beside it.
// The same state of Rand gives the same evaluations.
type Func func(ctx context.Context, p *Problem) (Result, error)

var (
	searches Table[Func]
	oneByOne Table[OneByOne]
)

// Register adds a search under a name, by which every part can run it. It panics if the
// name is taken.
func Register(name string, f Func) { searches.Add("search", name, f) }

// Lookup returns the search of a name, nil if there is none.
func Lookup(name string) Func {
	f, _ := searches.Find(name)
	return f
}

// Names lists the searches that are registered.
func Names() []string { return searches.Names() }

// A OneByOne runs one input after the other through a gate. It does without the problem's
// Evaluate and budget, which are the gate's.
type OneByOne func(g *Gate, p *Problem) Result

// RegisterOneByOne adds a search that runs one input after the other. One of this package
// or of avm is part of every worker, and runs there beside the function.
func RegisterOneByOne(name string, run OneByOne) {
	Register(name, run.single())
	oneByOne.Add("search", name, run)
}

// LookupOneByOne returns the search of a name that runs one input after the other, nil if
// there is none.
func LookupOneByOne(name string) OneByOne {
	run, _ := oneByOne.Find(name)
	return run
}

// single runs a search on batches of one.
func (run OneByOne) single() Func {
	return func(ctx context.Context, p *Problem) (Result, error) {
		e := &single{ctx: ctx, problem: p}
		g := NewGate(e, GateOptions{
			Seed: p.Seed, Evaluations: p.Evaluations, Lexicographic: p.Lexicographic,
			Stop: func() bool { return e.err != nil || ctx.Err() != nil },
		})
		r := run(g, p)
		return r, e.err
	}
}

// single evaluates batches of one.
type single struct {
	ctx     context.Context
	problem *Problem
	one     [1]input.Vector
	err     error
}

// Evaluate implements Evaluator.
func (e *single) Evaluate(v input.Vector, f *Fitness) {
	e.one[0] = v
	row, err := e.problem.Evaluate(e.ctx, e.one[:])
	if *f = Worst(); err != nil {
		e.err = err
	} else if len(row) == 1 {
		*f = row[0]
	}
}

func init() {
	RegisterOneByOne("random", func(g *Gate, p *Problem) Result {
		if len(p.Modes) > 0 {
			g.SetMode(p.Modes[0])
		}
		return Random(g, p.Space, p.Rand)
	})
}
