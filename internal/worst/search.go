package worst

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/subject"
	"nearmiss/search"
	"nearmiss/symexec"
)

// A finding is the result of a strategy, before a native run confirms it.
type finding struct {
	vector    input.Vector
	shape     *subject.Shape
	path      *symexec.Path // the path of vector; nil if the executor has not followed vector
	cost      uint64        // found by the strategy, without random inputs
	bestEnded *symexec.Path // the best path that returned or panicked
	history   []Moment
	paths     uint64
	queries   uint64
	evals     uint64
	outOfFuel uint64 // paths and native runs that used up their fuel
	complete  bool
	status    search.Status
	idle      bool // the search stopped early because no counted code depended on the input
	policy    *ese.Policy
	counts    ese.Counts
	notes     []string
}

// Search searches for the worst input of one size. It takes Func, Sizes and the other options
// for loading from the session, and the options for searching from opt. With an error, the
// result is nil or holds the findings until the error.
func (s *Session) Search(ctx context.Context, opt Options, size int) (*Result, error) {
	opt = opt.withDefaults()
	u := s.subject
	sh, err := subject.ShapeOf(u.Fn.Sig, size, s.opt.Sizes.Named)
	if err != nil {
		return nil, &subject.UsageError{Err: err}
	}
	rng := rand.New(rand.NewPCG(opt.Seed, uint64(size))) // independent of the function's position in the source
	r := &Result{
		Function: u.Name(), Size: size, Algo: opt.Algo, Operators: opt.Operators, Seed: opt.Seed,
		Cost: Cost{Metric: opt.Cost},
	}
	policy, err := s.readPolicy(opt)
	if err != nil {
		return nil, err
	}
	c, err := s.newCounter(ctx, opt.Cost, sh.Vector)
	if err != nil {
		return nil, err
	}
	drawn, err := c.typical(ctx, sh, rng)
	r.typical, r.Cost.Typical, r.Cost.Random = drawn.median.vector, drawn.median.cost, drawn.worst.cost
	switch {
	case errors.Is(err, errNoRun):
		r.note("random inputs end the process of %s, or cannot be made: the typical cost is not known", u.Fn.Sig.Name)
	case ctx.Err() != nil:
		return nil, subject.ErrTooSoon
	case err != nil:
		return nil, err
	}
	sh.Space.Seeds = harness.Constants(u.Package.Info, u.Func.Decl) // for searches over inputs
	began := opt.Clock()
	clock := func() time.Duration { return opt.Clock() - began }
	e := s.newEngine(ctx, time.Now())
	defer e.close()
	run := &strategyRun{session: s, opt: opt, engine: e, shape: sh, drawn: drawn, clock: clock}
	f, searchErr := run.run(ctx, policy, rng)
	r.ElapsedMS = clock().Milliseconds()
	r.SolverMS = e.solverTime().Milliseconds()
	if f == nil {
		if !opt.Random || drawn.worst.vector == nil || errors.As(searchErr, new(*subject.UsageError)) {
			return nil, searchErr
		}
		f = &finding{shape: sh, vector: drawn.worst.vector, status: search.Stopped, notes: []string{
			fmt.Sprintf("%v; the worst of %d random inputs is used instead", searchErr, drawn.runs),
		}}
		searchErr = nil
	}
	r.copySearch(f)
	searchErr = errors.Join(searchErr, s.encodePolicy(r, opt, f.policy))
	if drawn.outOfFuel > 0 {
		r.Cut += uint64(drawn.outOfFuel)
		r.note("%d of %d random inputs "+outOfFuelText+" (as in %s)", drawn.outOfFuel, drawn.runs, fuel, truncate(s.subject.Call(drawn.cutInput)))
	}
	r.Interrupted = ctx.Err() != nil
	s.reportPhase("confirming")
	err = s.confirm(ctx, opt, c, e, r, f)
	if opt.Random && r.vector != nil && drawn.worst.vector != nil && r.Cost.Worst < drawn.worst.cost {
		err = errors.Join(err, s.tryRandom(ctx, opt, c, r, drawn.worst.vector))
	}
	if n := uncountedDecisions(f.path); n > 0 && r.Cost.Worst <= r.Cost.Typical {
		r.note("%d of the %d decisions on the path of this input are taken in other modules or the standard library, where nothing is counted", n, len(f.path.Decisions))
		if f.idle {
			r.note("the search ended early: so are those of the first %d paths, which all cost the same", maxIdlePaths)
		}
	}
	return r, errors.Join(searchErr, err)
}

// tryRandom runs a random input again, and makes it the worst input of r if it still costs more
// than the one in r.
func (s *Session) tryRandom(ctx context.Context, opt Options, c *counter, r *Result, v input.Vector) error {
	ctx = context.WithoutCancel(ctx)
	m, err := c.run(ctx, true, v)
	if err != nil || !subject.Counts(m) || c.cost(m) <= r.Cost.Worst {
		return err
	}
	r.Notes = append(r.Notes, noteRandom(opt, r.Cost.Worst))
	r.setWorst(c, v, m)
	r.Clauses, r.Concrete, r.Solver, r.Complete = 0, 0, "", false
	return nil
}

// noteRandom returns a note that a random input costs more than the finding of the strategy.
func noteRandom(opt Options, cost uint64) string {
	return fmt.Sprintf("a random input, run before the search, costs more than the input that %s has found (%d): it is used instead", opt.Algo, cost)
}

// copySearch copies the counts, the history and the notes of a search into r.
func (r *Result) copySearch(f *finding) {
	r.Cost.Search = f.cost
	r.Paths, r.Queries, r.Evals, r.Cut = f.paths, f.queries, f.evals, f.outOfFuel
	r.History, r.Complete, r.Notes = f.history, f.complete, append(r.Notes, f.notes...)
	r.Status, r.Counts = f.status.String(), f.counts
	if f.path != nil {
		r.Clauses, r.Concrete = len(f.path.Condition), f.path.Concrete
		r.Outside = float64(uncountedDecisions(f.path)) / float64(max(1, len(f.path.Decisions)))
	}
}

// metric returns the metric of a name.
func metric(name string) ese.NamedMetric {
	for _, m := range ese.Metrics() {
		if m.Name == name {
			return m
		}
	}
	panic("worst: BUG: no metric " + name)
}

// watchedExecutor records paths of an executor. A native run can only repeat a path that returned
// or panicked, so best is the best such path.
type watchedExecutor struct {
	*symexec.Executor
	metric   ese.Metric
	best     *symexec.Path
	cost     uint64                            // of best
	abnormal map[symexec.EndKind]*symexec.Path // by way to end other than return and panic: the first path

	// idlePaths counts paths as long as all have the same cost and no path has a decision in
	// counted code. After that it is -1.
	idlePaths int
}

// maxIdlePaths is the number of idle paths after which a search ends: no cost seems to depend on the
// input.
const maxIdlePaths = 2000

// tooIdle reports whether the search should end for its idle paths.
func (w *watchedExecutor) tooIdle() bool { return w.idlePaths >= maxIdlePaths }

// Explore implements ese.Explorer.
func (w *watchedExecutor) Explore(ctx context.Context, pre []clause, c symexec.Chooser) (*symexec.Path, error) {
	return w.record(w.Executor.Explore(ctx, pre, c))
}

// ExploreFrom implements ese.Starter.
func (w *watchedExecutor) ExploreFrom(ctx context.Context, start input.Vector, pre []clause, c symexec.Chooser) (*symexec.Path, error) {
	return w.record(w.Executor.ExploreFrom(ctx, start, pre, c))
}

// ExploreUnchecked implements ese.UncheckedExplorer.
func (w *watchedExecutor) ExploreUnchecked(ctx context.Context, start input.Vector, c symexec.Chooser) (*symexec.UncheckedPath, error) {
	u, err := w.Executor.ExploreUnchecked(ctx, start, c)
	if u != nil {
		w.record(u.Path, err)
	}
	return u, err
}

func (w *watchedExecutor) record(p *symexec.Path, err error) (*symexec.Path, error) {
	if p != nil && w.idlePaths >= 0 {
		if w.idlePaths++; uncountedDecisions(p) < len(p.Decisions) || finished(p) && w.best != nil && w.metric(p.Cost) != w.cost {
			w.idlePaths = -1
		}
	}
	if p != nil && finished(p) {
		if cost := w.metric(p.Cost); w.best == nil || cost > w.cost {
			w.best, w.cost = p, cost
		}
	} else if p != nil && w.abnormal[p.End.Kind] == nil {
		w.abnormal[p.End.Kind] = p
	}
	return p, err
}
