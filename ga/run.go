package ga

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/MaxHalford/eaopt"

	"nearmiss/search"
)

// Problem draws and evaluates genes of one kind.
type Problem[G any] interface {
	// Random draws genes.
	Random(rng *randv2.Rand) G
	// Evaluate returns the fitness of genes, in order. It may return fewer,
	// after genes that reached the target or because it was stopped; the
	// search then ends.
	Evaluate(ctx context.Context, genes []G) ([]search.Fitness, error)
	// Check returns an error if the genes are invalid. Calls of Check and
	// Evaluate are not concurrent.
	Check(genes G) error
	// Hash returns a hash of the genes.
	Hash(genes G) uint64
	// Size returns the memory of the genes in words.
	Size(genes G) int
}

// Algorithm is a configuration of eaopt.
type Algorithm interface {
	// Config returns the number and size of populations, and a model and a
	// migrator for one search. Run sets the fields that are zero.
	Config() eaopt.GAConfig
}

// Limits are the limits of a search and its first generation. The zero value has no limits.
type Limits[G any] struct {
	Evaluations   uint64 // budget; 0 for no limit
	Lexicographic bool   // exact distances break ties
	Starts        []G    // genes for the first generation; the other individuals are random
}

// Outcome is the result of a search. It is valid for each status.
type Outcome[G any] struct {
	Status      search.Status
	Evaluations uint64 // individuals evaluated
	Best        *G     // nil if nothing was evaluated
	Fitness     search.Fitness
	FoundAt     uint64 // number of evaluations until Best was found
}

// ErrOver is the error of an evaluation after the end of the search: the target was reached, the
// budget is used up, or the context has ended. Models return it.
var ErrOver = errors.New("ga: the search is over")

// Run evolves genes with eaopt until the target or a limit is reached, or ctx ends. The error is
// the evaluator's, or names an operator with invalid genes or an invalid fitness; the outcome is
// valid even then. The same state of rng gives the same evaluations.
func Run[G any](ctx context.Context, p Problem[G], ops Operators[G], a Algorithm, rng *randv2.Rand, l Limits[G]) (Outcome[G], error) {
	r := &evolution[G]{ctx: ctx, problem: p, ops: ops, limits: l}
	r.Fitness = search.Worst()
	r.firstChild = oneChild(ops)
	c := a.Config()
	c.NGenerations, c.HofSize = math.MaxUint, 1
	engine, err := c.NewGA()
	if err != nil {
		return r.Outcome, fmt.Errorf("ga: %T: %w", a, err)
	}
	first := r.firstGeneration(int(c.NPops), int(c.PopSize), rng)
	if err = r.evaluate(first); err == nil {
		err = r.minimize(engine, first, rng)
	}
	if errors.Is(err, ErrOver) {
		err = nil
	}
	return r.Outcome, err
}

// evolution is the state of one search.
type evolution[G any] struct {
	ctx        context.Context
	problem    Problem[G]
	ops        Operators[G]
	limits     Limits[G]
	firstChild func(a, b G, rng *randv2.Rand) G // returns the first child of Crossover

	mutex    sync.Mutex                    // guards the fields for models whose populations run concurrently
	lastPair atomic.Pointer[generatorPair] // the generator that toV2 converted last
	finite   uint64                        // evaluations with a finite fitness
	Outcome[G]
}

// oneChild returns a function for the first child of Crossover. For a Breeder the function does
// not create the second child.
func oneChild[G any](ops Operators[G]) func(a, b G, rng *randv2.Rand) G {
	if b, ok := any(ops).(*Breeder); ok {
		return any(b.recombine).(func(a, b G, rng *randv2.Rand) G)
	}
	return func(a, b G, rng *randv2.Rand) G {
		child, _ := ops.Crossover(a, b, rng)
		return child
	}
}

// toV2 is the function toV2 with a cache for the last generator.
func (r *evolution[G]) toV2(rng *rand.Rand) *randv2.Rand {
	p := r.lastPair.Load()
	if p == nil || p.v1 != rng {
		p = &generatorPair{rng, toV2(rng)}
		r.lastPair.Store(p)
	}
	return p.v2
}

func (r *evolution[G]) newGenome(genes G) *Genome[G] {
	return &Genome[G]{genes: genes, run: r, traits: traits{step: defaultStep}}
}

// firstGeneration returns the first generation. It distributes the starts to the populations in
// turn.
func (r *evolution[G]) firstGeneration(pops, size int, rng *randv2.Rand) (all []*Genome[G]) {
	for i := range pops * size {
		var genes G
		if start := i%size*pops + i/size; start < len(r.limits.Starts) {
			genes = r.limits.Starts[start]
		} else {
			genes = r.problem.Random(rng)
		}
		g := r.newGenome(genes)
		g.rank = i % size
		all = append(all, g)
	}
	return all
}

// minimize runs eaopt on the first generation. The migrator draws from rng, and so does a single
// population. Several populations have separate generators.
func (r *evolution[G]) minimize(engine *eaopt.GA, first []*Genome[G], rng *randv2.Rand) error {
	engine.HofSize = 0 // the hall of fame would draw from the generator
	engine.RNG = rand.New(rand.NewSource(int64(rng.Uint64() >> 1)))
	engine.Callback = func(e *eaopt.GA) {
		if e.Generations > 0 {
			return
		}
		e.RNG = toV1(rng)
		r.lastPair.Store(&generatorPair{e.RNG, rng})
		if len(e.Populations) == 1 {
			e.Populations[0].RNG = e.RNG
		}
	}
	engine.EarlyStop = func(*eaopt.GA) bool { return r.checkEnded() != nil }
	next := 0
	return engine.Minimize(func(*rand.Rand) eaopt.Genome {
		next++
		return first[next-1]
	})
}

// checkEnded returns ErrOver if the search is over, or the context has ended.
func (r *evolution[G]) checkEnded() error {
	if r.Status == search.Running && r.ctx.Err() != nil {
		r.Status = search.Stopped
	}
	if r.Status != search.Running {
		return ErrOver
	}
	return nil
}

// evaluate evaluates one batch, as far as the budget allows.
func (r *evolution[G]) evaluate(batch []*Genome[G]) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if err := r.checkEnded(); err != nil {
		return err
	}
	asked := batch
	if remaining := r.limits.Evaluations - r.Evaluations; r.limits.Evaluations > 0 && remaining < uint64(len(asked)) {
		asked = asked[:remaining]
	}
	genes := make([]G, len(asked))
	for i, g := range asked {
		if err := r.problem.Check(g.genes); err != nil {
			r.Status = search.Stopped
			return fmt.Errorf("ga: %s of %T: %w", cmp.Or(g.operator, "Random"), r.ops, err)
		}
		genes[i], g.operator = g.genes, ""
	}
	fitness, err := r.problem.Evaluate(r.ctx, genes)
	for i := range min(len(fitness), len(asked)) {
		if bad := r.record(asked[i], &fitness[i]); bad != nil {
			r.Status = search.Stopped
			return bad
		}
	}
	switch {
	case r.Fitness.Reached():
		r.Status = search.Found
		return ErrOver
	case err != nil:
		r.Status = search.Stopped
		return err
	case len(fitness) < len(asked):
		r.Status = search.Stopped
	case r.limits.Evaluations > 0 && r.Evaluations >= r.limits.Evaluations:
		r.Status = search.Budget
	}
	return r.checkEnded()
}

// record counts an evaluation and updates the best genes.
func (r *evolution[G]) record(g *Genome[G], f *search.Fitness) error {
	r.Evaluations++
	if math.IsNaN(f.Value) || f.Value < 0 {
		return fmt.Errorf("ga: the fitness of %v is %v: it must be a number, and not negative", g.genes, f.Value)
	}
	g.fitness, g.measured = *f, true
	if f.Value < math.MaxFloat64 {
		r.finite++
	}
	if r.Best == nil || f.Less(&r.Fitness, r.limits.Lexicographic) {
		best := g.genes
		r.Best, r.Fitness, r.FoundAt = &best, *f, r.Evaluations
	}
	return nil
}
