package worst

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
)

// A strategyRun is the run of one strategy for one size.
type strategyRun struct {
	session *Session
	opt     Options
	engine  *engine
	shape   *subject.Shape
	drawn   sample               // the random inputs
	clock   func() time.Duration // time since the search began

	watched *watchedExecutor // set by target
	inputs  *subject.Inputs  // the inputs of the shape as numbers; nil if it has none or too many
}

// run runs the strategy of the options.
func (r *strategyRun) run(ctx context.Context, policy *ese.Policy, rng *rand.Rand) (*finding, error) {
	strategy, err := r.opt.strategy()
	if err != nil {
		return nil, &subject.UsageError{Err: err}
	}
	target, err := r.target(strategy.Inputs)
	if err != nil {
		return nil, err
	}
	searchCtx, stop := context.WithCancel(ctx)
	defer stop()
	res, err := ese.Search(searchCtx, target, strategy.Strategy, rng, ese.Options{
		Budget: ese.Budget{Explorations: r.opt.Paths, Evaluations: r.opt.Evals, Feasible: r.opt.Feasible, Time: r.opt.Time},
		Metric: r.watched.metric,
		Seed:   r.opt.Seed,
		Policy: policy, Keep: r.opt.Keep, Training: r.opt.Train, Train: r.opt.TrainPart, Settled: r.opt.Settled, Offspring: r.opt.Offspring,
		Clock: r.clock,
		Progress: func(a *ese.Archive) {
			if r.opt.Enough > 0 && a.Cost >= r.opt.Enough || r.watched.tooIdle() {
				stop()
			}
			r.report(a)
		},
	})
	r.engine.startFollowUp(r.opt.Time)
	if searchCtx.Err() != nil && errors.Is(err, searchCtx.Err()) {
		err = nil // the search stopped early; res holds its findings
	}
	if res.Best == nil {
		return nil, cmp.Or(err, r.noPath(ctx, strategy.Inputs))
	}
	return r.finding(&res), err
}

// target returns the target of the search. A strategy over paths gets no native runs if no random
// input had a counted run, or if random inputs end the process: each native run would then cost the
// restart of a process. overInputs is true for a strategy that has native runs only.
func (r *strategyRun) target(overInputs bool) (ese.Target, error) {
	explorer, err := r.engine.newExecutor(r.shape)
	if err != nil {
		return ese.Target{}, err
	}
	m := metric(r.opt.Cost)
	r.watched = &watchedExecutor{Executor: explorer, metric: m.Metric, abnormal: map[symexec.EndKind]*symexec.Path{}}
	r.inputs = r.session.subject.Inputs(r.shape)
	t := ese.Target{Explorer: r.watched, Size: r.shape.Size, Sizes: r.engine}
	switch {
	case r.inputs != nil && !m.OfPaths && (r.drawn.runs > 0 && r.drawn.deaths < maxBadRuns || overInputs):
		t.Inputs = r.inputs
	case overInputs:
		return t, &subject.UsageError{Err: fmt.Errorf("-algo %s searches over the numbers of inputs, and %s takes none of this size, or too many; -algo auto takes paths", r.opt.Algo, r.session.subject.Fn.Sig.Name)}
	}
	return t, nil
}

// report reports a snapshot to Options.Progress.
func (r *strategyRun) report(a *ese.Archive) {
	r.opt.Progress(report.WorstSnapshot{
		Phase: "searching", Elapsed: time.Since(r.session.start), SearchElapsed: r.clock(), Limit: r.opt.Time, Size: r.shape.Size,
		Best: a.Cost, Metric: r.opt.Cost, Paths: a.Paths, Queries: a.Queries, Evaluations: a.Evaluations, Solving: r.engine.solverTime(),
	})
}

// noPath returns the error of a search without a path.
func (r *strategyRun) noPath(ctx context.Context, overInputs bool) error {
	name := r.session.subject.Fn.Sig.Name
	switch unbuilt := r.watched.abnormal[symexec.Unbuilt]; {
	case ctx.Err() != nil:
		return subject.ErrTooSoon
	case unbuilt != nil:
		return fmt.Errorf("no input of %s of this size could be made: %s", name, cmp.Or(unbuilt.End.Detail, "a constructor refused"))
	case overInputs:
		return fmt.Errorf("no run of %s could be counted: its inputs end its process, or the time was over; -algo auto says which", name)
	}
	return errors.New("the time was over before one path was taken; give it more with -time")
}

// finding returns what the search has found, or the worst random input if that costs more.
func (r *strategyRun) finding(res *ese.Result) *finding {
	f := &finding{
		shape: r.shape, path: res.Best, bestEnded: r.watched.best, paths: res.Paths, queries: res.Queries, evals: res.Evaluations,
		cost: res.Cost, outOfFuel: res.End(symexec.OutOfFuel), complete: res.Complete, status: res.Status, policy: res.Policy, counts: res.Counts,
	}
	for _, p := range res.History {
		f.history = append(f.history, Moment{MS: p.Elapsed.Milliseconds(), Cost: p.Cost, Feasible: p.Feasible})
	}
	var notes []string
	random := r.opt.Random && r.drawn.worst.cost > res.Cost
	if random {
		random, _ = r.follow(f, r.drawn.worst.vector, r.drawn.worst.cost)
	}
	if random {
		notes = append(notes, noteRandom(r.opt, res.Cost))
	} else if f.path.Output == nil && f.path.Condition == nil { // a strategy over inputs found the input; it has no path yet
		if followed, late := r.follow(f, f.path.Input, res.Cost); !followed && late {
			notes = append(notes, fmt.Sprintf("this input was found by running it, and there was no time for the executor to follow it (%d %s): the condition of its path is not known", res.Cost, r.opt.Cost))
		}
	}
	f.vector = f.path.Input
	f.notes = slices.Concat(endNotes(r.session.subject, &res.Archive, r.watched), carriedNotes(&res.Archive), notes)
	if in := r.inputs; in != nil && in.Cut > 0 {
		f.outOfFuel += in.Cut
		f.notes = append(f.notes, fmt.Sprintf("%d of %d native runs "+outOfFuelText+" (as in %s)", in.Cut, res.Evaluations, fuel, truncate(r.session.subject.Call(in.First))))
	}
	f.idle = r.watched.tooIdle()
	return f
}

// follow makes the executor follow an input, and puts the path into f if it has the given cost. late
// reports whether the time for that was over. The context is that of Options.Abandon, which outlives
// the search.
func (r *strategyRun) follow(f *finding, v input.Vector, cost uint64) (ok, late bool) {
	ctx, cancel := r.engine.withShare(r.opt.Abandon, 1)
	defer cancel()
	p, err := r.watched.ExploreFrom(ctx, v, nil, symexec.Follow{})
	if err != nil || !finished(p) || r.watched.metric(p.Cost) != cost {
		return false, errors.Is(err, context.DeadlineExceeded)
	}
	f.path, f.bestEnded = p, r.watched.best
	return true, false
}
