package worst

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/search"
	"nearmiss/symexec"
)

// A finding is what a search has found.
type finding struct {
	vector   input.Vector
	path     *symexec.Path // nil if the search was one over inputs
	history  []Moment
	paths    uint64
	queries  uint64
	evals    uint64
	complete bool
	status   search.Status
	notes    []string
}

// worst searches for the worst input of one size.
func (s *session) worst(ctx context.Context, u *subject, e *engine, size int) (*Result, error) {
	sh, err := shapeOf(u.fn.Sig, size, s.opt.Sizes.Named)
	if err != nil {
		return nil, &UsageError{err}
	}
	rng := rand.New(rand.NewPCG(s.opt.Seed, uint64(size)))
	r := &Result{
		Function: u.name(), Size: size, Algo: s.opt.Algo, Seed: s.opt.Seed,
		Cost: Cost{Metric: s.opt.Cost}, shape: sh,
	}
	if r.typical, r.Cost.Typical, err = u.typical(ctx, sh, metric(s.opt.Cost), rng); err != nil {
		return nil, s.early(ctx, fmt.Errorf("%s: random inputs of size %d: %w", u.fn.Sig.Name, size, err))
	}
	start := time.Now()
	f, searchErr := s.overPaths(ctx, u, e, sh, rng, start)
	r.ElapsedMS = time.Since(start).Milliseconds()
	if f == nil {
		return nil, searchErr
	}
	r.take(f)
	s.phase("settling")
	err = s.settle(ctx, u, e, r, f)
	r.SolverMS = e.spent().Milliseconds()
	return r, errors.Join(searchErr, err)
}

// take copies what the search says of itself.
func (r *Result) take(f *finding) {
	r.Paths, r.Queries, r.Evals = f.paths, f.queries, f.evals
	r.History, r.Complete, r.Notes = f.history, f.complete, f.notes
	r.Status = f.status.String()
	if f.path != nil {
		r.Clauses, r.Concrete = len(f.path.Condition), f.path.Concrete
	}
}

// overPaths runs a strategy over paths.
func (s *session) overPaths(ctx context.Context, u *subject, e *engine, sh *shape, rng *rand.Rand, start time.Time) (*finding, error) {
	strategy, ok := ese.ByName(s.opt.Algo)
	if !ok {
		panic("worst: BUG: no strategy " + s.opt.Algo)
	}
	explorer, err := e.explorer(sh)
	if err != nil {
		return nil, err
	}
	watched := &watched{Explorer: explorer, metric: pathMetric(s.opt.Cost)}
	clock := func() time.Duration { return time.Since(start) }
	res, err := ese.Search(ctx, ese.Target{Explorer: watched, Size: sh.size, Sizes: e}, strategy, rng, ese.Options{
		Budget:   ese.Budget{Explorations: s.opt.Paths, Time: s.opt.Time},
		Metric:   watched.metric,
		Seed:     s.opt.Seed,
		Clock:    clock,
		Progress: s.tell(e, sh.size, clock),
	})
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil // what was found is kept
	}
	f := &finding{paths: res.Paths, queries: res.Queries, complete: res.Complete, status: res.Status}
	for _, p := range res.History {
		f.history = append(f.history, Moment{p.Elapsed.Milliseconds(), p.Cost})
	}
	f.path = watched.best
	if f.path == nil {
		f.path = res.Best
	}
	if f.path == nil {
		return nil, errors.Join(err, errors.New("the time was over before one path was taken; give it more with -time"))
	}
	f.vector = f.path.Input
	f.notes = ends(u, &res.Archive, watched.best)
	return f, err
}

// tell passes on where a search stands.
func (s *session) tell(e *engine, size int, clock func() time.Duration) func(*ese.Archive) {
	return func(a *ese.Archive) {
		s.opt.Progress(report.WorstSnapshot{
			Phase: "searching", Elapsed: time.Since(s.start), Since: clock(), Limit: s.opt.Time, Size: size,
			Best: a.Cost, Metric: s.opt.Cost, Paths: a.Paths, Queries: a.Queries, Solving: e.spent(),
		})
	}
}

// pathMetric finds a metric by its name.
func pathMetric(name string) ese.Metric {
	for _, m := range ese.Metrics() {
		if m.Name == name {
			return m.Metric
		}
	}
	panic("worst: BUG: no metric " + name)
}

// watched keeps the best path that came to an end of its own: only that can be
// run again.
type watched struct {
	ese.Explorer
	metric ese.Metric
	best   *symexec.Path
	cost   uint64
}

// Explore implements ese.Explorer.
func (w *watched) Explore(ctx context.Context, pre []clause, c symexec.Chooser) (*symexec.Path, error) {
	p, err := w.Explorer.Explore(ctx, pre, c)
	if p != nil && (p.End.Kind == symexec.Returned || p.End.Kind == symexec.Panicked) {
		if cost := w.metric(p.Cost); w.best == nil || cost > w.cost {
			w.best, w.cost = p, cost
		}
	}
	return p, err
}
