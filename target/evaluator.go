package target

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// An Evaluator computes the fitness of inputs for a branch. It may be used concurrently.
type Evaluator struct {
	fn    fitness.Function
	space *input.Space
	pool  *native.Pool

	mu  sync.Mutex
	job worker.BatchJob // template of jobs; it lists the covered branches, which the worker need not report again
}

// Evaluator returns the evaluator of a branch for the registered fitness function name. A symbolic
// fitness function needs another build of the package, with probes for live values.
func (t *Target) Evaluator(ctx context.Context, branch uint32, name string) (*Evaluator, error) {
	fn, err := fitness.Lookup(name)
	if err != nil {
		return nil, fmt.Errorf("target: fitness %w", err)
	}
	e := &Evaluator{fn: fn, space: t.space, pool: t.subject.Pool}
	var goal *fitness.Target
	if fn.Symbolic {
		e.job.Mode = search.Symbolic
		goal, err = t.symbolicTarget(ctx, e, branch)
	} else {
		goal, err = fitness.Approach(t.subject.Func, branch)
	}
	if err != nil {
		return nil, err
	}
	e.job.Signature, e.job.Paper, e.job.First, e.job.Norm = t.subject.Fn.Sig, true, true, worker.Norm(fn.Norm)
	e.job.Target = *native.Target(goal)
	return e, nil
}

// symbolicTarget builds the package for a symbolic fitness function, and returns the target of a
// branch.
func (t *Target) symbolicTarget(ctx context.Context, e *Evaluator, branch uint32) (*fitness.Target, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	set, pool, err := t.subject.Hooked(ctx)
	if err != nil {
		return nil, err
	}
	e.pool = pool
	return fitness.New(t.subject.Graph, t.subject.Func, fitness.Options{Layout: set.Layouts[t.subject.Func], Norm: e.fn.Norm}).Target(branch)
}

// Evaluate returns the fitness of the vectors, in order. It stops after a vector that takes the
// branch. A vector that ends the worker has the worst fitness. It is an error if a registered
// fitness function returns NaN or a negative number, or if a vector is not in the space. In the
// second case, no vector is run.
func (e *Evaluator) Evaluate(ctx context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	if err := checkVectors(e.space, vectors); err != nil {
		return nil, fmt.Errorf("target: %w", err)
	}
	e.mu.Lock()
	job := e.job
	e.mu.Unlock()
	job.Vectors = vectors
	results, err := e.pool.Batch(ctx, []*worker.BatchJob{&job}, nil)
	if err != nil {
		return nil, err
	}
	e.addFound(results[0].Found)
	list := results[0].Result.Fitness
	for i := range list {
		if err := e.fn.Apply(&list[i]); err != nil {
			return list[:i], fmt.Errorf("target: %w for input %v", err, vectors[i])
		}
	}
	return list, nil
}

// checkVectors returns an error for the first vector that is not in the space.
func checkVectors(s *input.Space, vectors []input.Vector) error {
	var near input.Vector
	for i, v := range vectors {
		near = s.Normalize(near[:0], v)
		for at := range min(len(v), len(near)) {
			if v[at] != near[at] {
				role := s.Var(nil, near, at).Role
				return fmt.Errorf("input %d: word %d, %s, is %v; the nearest in the space is %v", i, at, s.Name(near, at), wordValue(role, v[at]), wordValue(role, near[at]))
			}
		}
		if len(v) != len(near) {
			return fmt.Errorf("input %d has %d words; one that begins like it has %d", i, len(v), len(near))
		}
	}
	return nil
}

// wordValue returns the number that a word of an input represents.
func wordValue(role input.Role, w uint64) any {
	switch role {
	case input.RoleFloat:
		return math.Float64frombits(w)
	case input.RoleInt:
		return int64(w)
	}
	return w
}

// addFound adds branches and panic sites to the covered ones of the job.
func (e *Evaluator) addFound(found []*worker.Found) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, f := range found {
		if e.job.Covered = append(e.job.Covered, f.Branches...); f.Panic != 0 {
			e.job.Panics = append(e.job.Panics, f.Panic)
		}
	}
}

// Search runs the registered search algo for a branch, with a registered fitness function and a
// budget of evaluations. The result is deterministic in the seed.
func (t *Target) Search(ctx context.Context, branch uint32, algo, fitness string, seed, evaluations uint64) (search.Result, error) {
	run := search.Lookup(algo)
	if run == nil {
		return search.Result{}, fmt.Errorf("target: search %q is none of %v", algo, search.Names())
	}
	e, err := t.Evaluator(ctx, branch, fitness)
	if err != nil {
		return search.Result{}, err
	}
	return run(ctx, &search.Problem{
		Space: t.space, Evaluate: e.Evaluate, Rand: rand.New(rand.NewPCG(seed, 0)),
		Seed: seed, Evaluations: evaluations, Lexicographic: true,
	})
}
