package evolve

import (
	"context"
	"errors"
	"math"
	"math/rand"
	randv2 "math/rand/v2"

	"github.com/MaxHalford/eaopt"

	"nearmiss/input"
	"nearmiss/search"
)

// Evaluator gives the fitness of many vectors at once.
type Evaluator interface {
	// Evaluate returns the fitness of the vectors, in order. It may return
	// fewer: behind a vector that reached the target, or because it was
	// stopped. It must not change or keep the vectors.
	Evaluate(ctx context.Context, vectors []input.Vector) ([]search.Fitness, error)
}

// Member is an input with its fitness. It does not change.
type Member struct {
	Vector  input.Vector
	Fitness search.Fitness
}

// Model is a population search.
type Model interface {
	// Breed returns the vectors of the next generation's children; of the
	// first generation those that it begins with.
	Breed() []input.Vector
	// Survive is told the children that Breed made, with their fitness, and
	// returns the next generation: always as many members.
	Survive(children []*Member) []*Member
}

// Options are the limits of a search.
type Options struct {
	Size          int           // of the population
	Evaluations   uint64        // budget; 0 is no limit
	Lexicographic bool          // exact distances break ties
	Mode          search.Mode   // of the fitness, for the result
	Seed          uint64        // for the result; nothing is drawn from it
	Source        randv2.Source // of what eaopt draws
}

// Run evolves until a limit is reached or the target. The result is complete
// beside an error too, which is the evaluator's.
func Run(ctx context.Context, m Model, eval Evaluator, o Options) (search.Result, error) {
	e := &engine{ctx: ctx, model: m, eval: eval, opt: o}
	first, err := e.generation()
	if err == nil {
		err = e.evolve(first)
	}
	if errors.Is(err, errOver) {
		err = nil
	}
	return e.result(), err
}

// errOver ends eaopt's loop.
var errOver = errors.New("evolve: the search is over")

// engine is one search.
type engine struct {
	ctx   context.Context
	model Model
	eval  Evaluator
	opt   Options

	status      search.Status
	evaluations uint64
	best        *Member
	bestAt      uint64
}

func (e *engine) evolve(first []*Member) error {
	ga, err := eaopt.GAConfig{
		NPops: 1, PopSize: uint(len(first)), NGenerations: math.MaxUint, HofSize: 1,
		Model: adapter{e}, RNG: rand.New(source{e.opt.Source}),
	}.NewGA()
	if err != nil {
		panic("evolve: BUG: " + err.Error())
	}
	next := 0
	return ga.Minimize(func(*rand.Rand) eaopt.Genome {
		next++
		return (*genome)(first[next-1])
	})
}

// generation makes the next one.
func (e *engine) generation() ([]*Member, error) {
	vectors := e.model.Breed()
	fitness, err := e.evaluate(vectors)
	if err != nil {
		return nil, err
	}
	children := make([]*Member, len(vectors))
	slab := make([]Member, len(vectors))
	for i := range children {
		slab[i] = Member{vectors[i], fitness[i]}
		children[i] = &slab[i]
	}
	members := e.model.Survive(children)
	if len(members) != e.opt.Size {
		panic("evolve: BUG: the population has changed its size")
	}
	return members, nil
}

// evaluate runs one batch, or what the budget leaves of it. The error is
// errOver when the search has ended.
func (e *engine) evaluate(vectors []input.Vector) ([]search.Fitness, error) {
	if e.ctx.Err() != nil {
		return nil, e.over(search.Stopped)
	}
	asked := vectors
	if left := e.opt.Evaluations - e.evaluations; e.opt.Evaluations > 0 && left < uint64(len(asked)) {
		asked = asked[:left]
	}
	fitness, err := e.eval.Evaluate(e.ctx, asked)
	fitness = fitness[:min(len(fitness), len(asked))]
	for i := range fitness {
		e.record(vectors[i], &fitness[i])
	}
	switch {
	case e.best != nil && e.best.Fitness.Reached():
		return nil, e.over(search.Found)
	case err != nil:
		e.over(search.Stopped)
		return nil, err
	case len(fitness) < len(asked):
		return nil, e.over(search.Stopped)
	case e.opt.Evaluations > 0 && e.evaluations >= e.opt.Evaluations:
		return nil, e.over(search.Budget)
	case e.ctx.Err() != nil:
		return nil, e.over(search.Stopped)
	}
	return fitness, nil
}

// record counts an evaluation and keeps the best.
func (e *engine) record(v input.Vector, f *search.Fitness) {
	if math.IsNaN(f.Value) || f.Value < 0 {
		f.Value = math.Inf(1)
	}
	e.evaluations++
	if e.best == nil || f.Less(&e.best.Fitness, e.opt.Lexicographic) {
		e.best = &Member{append(input.Vector{}, v...), *f}
		e.bestAt = e.evaluations
	}
}

func (e *engine) over(s search.Status) error {
	e.status = s
	return errOver
}

func (e *engine) result() search.Result {
	r := search.Result{Seed: e.opt.Seed, Status: e.status, Evaluations: e.evaluations}
	if b := e.best; b != nil {
		r.Bests = []search.Best{{Mode: e.opt.Mode, Fitness: b.Fitness, Vector: b.Vector, At: e.bestAt}}
	}
	return r
}
