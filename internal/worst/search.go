package worst

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/search"
	"nearmiss/symexec"
)

// A finding is the result of a strategy, before a native run confirms it.
type finding struct {
	vector    input.Vector
	shape     *subject.Shape
	path      *symexec.Path // the path of vector; nil if the executor has not followed vector
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
	r.typical, r.Cost.Typical = drawn.median.vector, drawn.median.cost
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
	f, searchErr := s.runStrategy(ctx, opt, e, sh, drawn, policy, rng, clock)
	r.ElapsedMS = clock().Milliseconds()
	r.SolverMS = e.solverTime().Milliseconds()
	if f == nil {
		if !s.acceptRandom || drawn.worst.vector == nil || errors.As(searchErr, new(*subject.UsageError)) {
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
	if s.acceptRandom && r.vector != nil && drawn.worst.vector != nil && r.Cost.Worst < drawn.worst.cost {
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
	r.Notes = append(r.Notes, noteRandom(opt, r.Cost.Worst)...)
	r.setWorst(c, v, m)
	r.Clauses, r.Concrete, r.Solver, r.Complete = 0, 0, "", false
	r.History = append(r.History, Moment{r.ElapsedMS, r.Cost.Worst})
	return nil
}

// noteRandom returns a note that a random input costs more than the finding of the strategy.
// There is no note for the default strategy, only for one that the user chose.
func noteRandom(opt Options, cost uint64) []string {
	if opt.Algo == Algorithms()[0].Name {
		return nil
	}
	return []string{fmt.Sprintf("a random input costs more than the input that %s has found (%d): it is used instead", opt.Algo, cost)}
}

// copySearch copies the counts, the history and the notes of a search into r.
func (r *Result) copySearch(f *finding) {
	r.Paths, r.Queries, r.Evals, r.Cut = f.paths, f.queries, f.evals, f.outOfFuel
	r.History, r.Complete, r.Notes = f.history, f.complete, append(r.Notes, f.notes...)
	r.Status, r.Counts = f.status.String(), f.counts
	if f.path != nil {
		r.Clauses, r.Concrete = len(f.path.Condition), f.path.Concrete
	}
}

// runStrategy runs the strategy of the options. A strategy over paths gets no native runs if no
// random input had a counted run, or if random inputs end the process: each native run would then
// cost the restart of a process.
func (s *Session) runStrategy(ctx context.Context, opt Options, e *engine, sh *subject.Shape, drawn sample, policy *ese.Policy, rng *rand.Rand, clock func() time.Duration) (*finding, error) {
	strategy, err := opt.strategy()
	if err != nil {
		return nil, &subject.UsageError{Err: err}
	}
	explorer, err := e.newExecutor(sh)
	if err != nil {
		return nil, err
	}
	searchCtx, stop := context.WithCancel(ctx)
	defer stop()
	watched := &watchedExecutor{Executor: explorer, metric: metric(opt.Cost).Metric, abnormal: map[symexec.EndKind]*symexec.Path{}}
	target := ese.Target{Explorer: watched, Size: sh.Size, Sizes: e}
	in := s.subject.Inputs(sh)
	if in != nil && !metric(opt.Cost).OfPaths && (drawn.runs > 0 && drawn.deaths < maxBadRuns || strategy.Inputs) {
		target.Inputs = in
	} else if strategy.Inputs {
		return nil, &subject.UsageError{Err: fmt.Errorf("-algo %s searches over the numbers of inputs, and %s takes none of this size, or too many; -algo auto takes paths", opt.Algo, s.subject.Fn.Sig.Name)}
	}
	res, err := ese.Search(searchCtx, target, strategy.Strategy, rng, ese.Options{
		Budget: ese.Budget{Explorations: opt.Paths, Evaluations: opt.Evals, Time: opt.Time},
		Metric: watched.metric,
		Seed:   opt.Seed,
		Policy: policy, Keep: opt.Keep, Training: opt.Train,
		Clock: clock,
		Progress: s.progress(opt, e, sh.Size, clock, func(a *ese.Archive) {
			if opt.Enough > 0 && a.Cost >= opt.Enough || watched.tooIdle() {
				stop()
			}
		}),
	})
	e.startFollowUp(opt.Time)
	if searchCtx.Err() != nil && errors.Is(err, searchCtx.Err()) {
		err = nil // the search stopped early; res holds its findings
	}
	f := &finding{paths: res.Paths, queries: res.Queries, evals: res.Evaluations, outOfFuel: res.End(symexec.OutOfFuel), complete: res.Complete, status: res.Status, policy: res.Policy, counts: res.Counts}
	for _, p := range res.History {
		f.history = append(f.history, Moment{MS: p.Elapsed.Milliseconds(), Cost: p.Cost})
	}
	if f.path, f.bestEnded = res.Best, watched.best; f.path == nil {
		switch {
		case err == nil && ctx.Err() != nil:
			err = subject.ErrTooSoon
		case err == nil && watched.abnormal[symexec.Unbuilt] != nil:
			end := watched.abnormal[symexec.Unbuilt].End
			err = fmt.Errorf("no input of %s of this size could be made: %s", s.subject.Fn.Sig.Name, cmp.Or(end.Detail, "a constructor refused"))
		case err == nil && strategy.Inputs:
			err = fmt.Errorf("no run of %s could be counted: its inputs end its process, or the time was over; -algo auto says which", s.subject.Fn.Sig.Name)
		case err == nil:
			err = errors.New("the time was over before one path was taken; give it more with -time")
		}
		return nil, err
	}
	late := false
	follow := func(v input.Vector, cost uint64) bool {
		ctx, cancel := e.withShare(opt.Abandon, 1)
		defer cancel()
		p, err := watched.ExploreFrom(ctx, v, nil, symexec.Follow{})
		late = errors.Is(err, context.DeadlineExceeded)
		if err != nil || !finished(p) || watched.metric(p.Cost) != cost {
			return false
		}
		f.path, f.bestEnded = p, watched.best
		return true
	}
	var notes []string
	if s.acceptRandom && drawn.worst.cost > res.Cost && follow(drawn.worst.vector, drawn.worst.cost) {
		notes = noteRandom(opt, res.Cost)
		f.history = append(f.history, Moment{clock().Milliseconds(), drawn.worst.cost})
	} else if f.path.Output == nil && f.path.Condition == nil { // a strategy over inputs found the input; it has no path yet
		if !follow(f.path.Input, res.Cost) && late {
			notes = append(notes, fmt.Sprintf("this input was found by running it, and there was no time for the executor to follow it (%d %s): the condition of its path is not known", res.Cost, opt.Cost))
		}
	}
	f.vector, f.shape = f.path.Input, sh
	f.notes = append(append(endNotes(s.subject, &res.Archive, watched), carriedNotes(&res.Archive)...), notes...)
	if in != nil && in.Cut > 0 {
		f.outOfFuel += in.Cut
		f.notes = append(f.notes, fmt.Sprintf("%d of %d native runs "+outOfFuelText+" (as in %s)", in.Cut, res.Evaluations, fuel, truncate(s.subject.Call(in.First))))
	}
	f.idle = watched.tooIdle()
	return f, err
}

// progress returns a callback of the search that calls end, which may stop the search, and then
// reports a snapshot to Options.Progress.
func (s *Session) progress(opt Options, e *engine, size int, clock func() time.Duration, end func(*ese.Archive)) func(*ese.Archive) {
	return func(a *ese.Archive) {
		end(a)
		opt.Progress(report.WorstSnapshot{
			Phase: "searching", Elapsed: time.Since(s.start), SearchElapsed: clock(), Limit: opt.Time, Size: size,
			Best: a.Cost, Metric: opt.Cost, Paths: a.Paths, Queries: a.Queries, Evaluations: a.Evaluations, Solving: e.solverTime(),
		})
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
