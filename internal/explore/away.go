package explore

import (
	"context"
	"math"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// distances measures how far runs are from branches that they do not take. The distance is the
// fitness of package fitness, approach level and path distance, and is measured in native runs
// of code with hooks.
type distances struct {
	set      *subject.Set
	entry    int
	pool     *native.Pool
	sig      *input.Signature
	analyses map[*cfg.Func]*fitness.Analysis
	targets  map[uint32]*worker.Target
}

// openDistances returns the distances of the session. The first call builds the function once more,
// with hooks.
func (s *Session) openDistances(ctx context.Context) (*distances, error) {
	if s.distances != nil {
		return s.distances, nil
	}
	set, pool, err := s.subject.Hooked(ctx)
	if err != nil {
		return nil, err
	}
	s.distances = newDistances(set, pool, s.subject.Fn.Sig, s.entry)
	return s.distances, nil
}

func newDistances(set *subject.Set, pool *native.Pool, sig *input.Signature, entry int) *distances {
	return &distances{
		set: set, entry: entry, pool: pool, sig: sig,
		analyses: map[*cfg.Func]*fitness.Analysis{}, targets: map[uint32]*worker.Target{},
	}
}

// away returns the distances between the run of an input and targets. The distance is infinite
// for targets that are no goals or were reached already, because strategies do not use it.
func (e *exploration) away(ctx context.Context, far *distances, in input.Vector, targets []uint32) ([]float64, error) {
	list := make([]float64, len(targets))
	var wanted []uint32
	var at []int
	for i, b := range targets {
		list[i] = math.Inf(1)
		if g := e.byID[b]; g != nil && g.run == 0 {
			wanted, at = append(wanted, b), append(at, i)
		}
	}
	if wanted == nil {
		return list, nil
	}
	measured, err := far.away(ctx, in, wanted)
	if err != nil {
		return nil, err
	}
	for i, d := range measured {
		list[at[i]] = d
	}
	return list, nil
}

// away returns the distances between the run of an input and branches. They are infinite if the
// run ends its process.
func (g *distances) away(ctx context.Context, in input.Vector, branches []uint32) ([]float64, error) {
	jobs := make([]*worker.BatchJob, len(branches))
	for i, b := range branches {
		jobs[i] = &worker.BatchJob{Entry: g.entry, Signature: g.sig, Target: *g.wireTarget(b), Mode: search.Symbolic, Paper: true, Vectors: [][]uint64{in}}
	}
	results, err := g.pool.Batch(ctx, jobs, nil)
	if err != nil {
		return nil, err
	}
	far := make([]float64, len(branches))
	for i, r := range results {
		if far[i] = math.Inf(1); len(r.Result.Fitness) == 1 {
			far[i] = r.Result.Fitness[0].Value
		}
	}
	return far, nil
}

// wireTarget returns the analysis of a branch that the worker needs for the measurement.
func (g *distances) wireTarget(branch uint32) *worker.Target {
	if t := g.targets[branch]; t != nil {
		return t
	}
	fn := g.set.Graph.Cond(branch).Func
	a := g.analyses[fn]
	if a == nil {
		a = fitness.New(g.set.Graph, fn, fitness.Options{Layout: g.set.Layouts[fn], Merge: true})
		g.analyses[fn] = a
	}
	t := &worker.Target{Branch: branch}
	if of, err := a.Target(branch); err == nil { // otherwise no path leads to the branch
		t = native.Target(of)
	}
	g.targets[branch] = t
	return t
}
