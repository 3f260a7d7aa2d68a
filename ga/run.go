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

// Problem is what a search knows of one kind of genes.
type Problem[G any] interface {
	// Random draws genes.
	Random(rng *randv2.Rand) G
	// Evaluate returns the fitness of genes, in order. It may return fewer:
	// behind genes that reached the target, or because it was stopped; the
	// search then ends.
	Evaluate(ctx context.Context, genes []G) ([]search.Fitness, error)
	// Check says what is wrong with genes that an operator has made. Calls of
	// Check and Evaluate come one after the other.
	Check(genes G) error
	// Hash is equal for equal genes.
	Hash(genes G) uint64
	// Size is the memory of genes in words.
	Size(genes G) int
}

// Algorithm sets up eaopt.
type Algorithm interface {
	// Config returns the numbers and sizes of populations, and a model and a
	// migrator for one search. What it leaves at zero is set by Run.
	Config() eaopt.GAConfig
}

// Limits end a search. The zero value has none.
type Limits[G any] struct {
	Evaluations   uint64 // budget; 0 is no limit
	Lexicographic bool   // exact distances break ties
	Starts        []G    // of the first generation; the others are random
}

// Outcome is how a search ended. It is complete whatever the status.
type Outcome[G any] struct {
	Status      search.Status
	Evaluations uint64
	Best        *G // nil if nothing was evaluated
	Fitness     search.Fitness
	At          uint64 // evaluations when Best was found
}

// ErrOver is what evaluations return once the search is over: the target was
// reached, the budget is used up, or the context has ended. Models return it.
var ErrOver = errors.New("ga: the search is over")

// Run has eaopt evolve genes until a limit is reached, the target, or ctx ends.
// The outcome is complete beside an error too: the evaluator's, or one that
// names an operator or a fitness that is not legal. The same state of rng gives
// the same evaluations.
func Run[G any](ctx context.Context, p Problem[G], ops Operators[G], a Algorithm, rng *randv2.Rand, l Limits[G]) (Outcome[G], error) {
	r := &evolution[G]{ctx: ctx, problem: p, ops: ops, limits: l}
	r.Fitness = search.Worst()
	r.one = oneChild(ops)
	c := a.Config()
	c.NGenerations, c.HofSize = math.MaxUint, 1
	engine, err := c.NewGA()
	if err != nil {
		return r.Outcome, fmt.Errorf("ga: %T: %w", a, err)
	}
	first := r.first(int(c.NPops), int(c.PopSize), rng)
	if err = r.evaluate(first); err == nil {
		err = r.minimize(engine, first, rng)
	}
	if errors.Is(err, ErrOver) {
		err = nil
	}
	return r.Outcome, err
}

// evolution is one search.
type evolution[G any] struct {
	ctx     context.Context
	problem Problem[G]
	ops     Operators[G]
	limits  Limits[G]
	one     func(a, b G, rng *randv2.Rand) G // a child by Crossover

	mu   sync.Mutex // populations of models that are not in step
	last atomic.Pointer[pair]
	Outcome[G]
}

// oneChild is Crossover for who needs the first child alone. A Breeder need not
// make the second one.
func oneChild[G any](ops Operators[G]) func(a, b G, rng *randv2.Rand) G {
	if b, ok := any(ops).(*Breeder); ok {
		return any(b.recombine).(func(a, b G, rng *randv2.Rand) G)
	}
	return func(a, b G, rng *randv2.Rand) G {
		child, _ := ops.Crossover(a, b, rng)
		return child
	}
}

// v2 is v2 of a generator, which is mostly the last one.
func (r *evolution[G]) v2(rng *rand.Rand) *randv2.Rand {
	p := r.last.Load()
	if p == nil || p.v1 != rng {
		p = &pair{rng, v2(rng)}
		r.last.Store(p)
	}
	return p.v2
}

func (r *evolution[G]) genome(genes G) *Genome[G] {
	return &Genome[G]{genes: genes, run: r, traits: traits{step: DefaultStep}}
}

// first makes the first generation. What to start from is dealt to the
// populations in turn.
func (r *evolution[G]) first(pops, size int, rng *randv2.Rand) (all []*Genome[G]) {
	for i := range pops * size {
		var genes G
		if start := i%size*pops + i/size; start < len(r.limits.Starts) {
			genes = r.limits.Starts[start]
		} else {
			genes = r.problem.Random(rng)
		}
		g := r.genome(genes)
		g.rank = i % size
		all = append(all, g)
	}
	return all
}

// minimize hands eaopt the first generation, and the generator: to the
// migrator, and to the population if there is one alone. Several have their own.
func (r *evolution[G]) minimize(engine *eaopt.GA, first []*Genome[G], rng *randv2.Rand) error {
	engine.HofSize = 0 // it would draw
	engine.RNG = rand.New(rand.NewSource(int64(rng.Uint64() >> 1)))
	engine.Callback = func(e *eaopt.GA) {
		if e.Generations > 0 {
			return
		}
		e.RNG = v1(rng)
		r.last.Store(&pair{e.RNG, rng})
		if len(e.Populations) == 1 {
			e.Populations[0].RNG = e.RNG
		}
	}
	engine.EarlyStop = func(*eaopt.GA) bool { return r.ended() != nil }
	next := 0
	return engine.Minimize(func(*rand.Rand) eaopt.Genome {
		next++
		return first[next-1]
	})
}

// ended returns ErrOver if the search is over, or the context has ended.
func (r *evolution[G]) ended() error {
	if r.Status == search.Running && r.ctx.Err() != nil {
		r.Status = search.Stopped
	}
	if r.Status != search.Running {
		return ErrOver
	}
	return nil
}

// evaluate runs one batch, or what the budget leaves of it.
func (r *evolution[G]) evaluate(batch []*Genome[G]) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.ended(); err != nil {
		return err
	}
	asked := batch
	if left := r.limits.Evaluations - r.Evaluations; r.limits.Evaluations > 0 && left < uint64(len(asked)) {
		asked = asked[:left]
	}
	genes := make([]G, len(asked))
	for i, g := range asked {
		if err := r.problem.Check(g.genes); err != nil {
			r.Status = search.Stopped
			return fmt.Errorf("ga: %s of %T: %w", cmp.Or(g.by, "Random"), r.ops, err)
		}
		genes[i], g.by = g.genes, ""
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
	return r.ended()
}

// record counts an evaluation and keeps the best.
func (r *evolution[G]) record(g *Genome[G], f *search.Fitness) error {
	r.Evaluations++
	if math.IsNaN(f.Value) || f.Value < 0 {
		return fmt.Errorf("ga: the fitness of %v is %v: it must be a number, and not negative", g.genes, f.Value)
	}
	g.fitness, g.measured = *f, true
	if r.Best == nil || f.Less(&r.Fitness, r.limits.Lexicographic) {
		best := g.genes
		r.Best, r.Fitness, r.At = &best, *f, r.Evaluations
	}
	return nil
}
