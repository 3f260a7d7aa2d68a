package explore

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/object"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
)

// An exploration is one search of a session.
type exploration struct {
	s            *Session
	opt          Options
	goals        []*goal  // targets that are not known to be infeasible
	otherTargets []uint32 // branches that are no goals, but targets of autoStrategy
	byID         map[uint32]*goal
	starts       []input.Vector // inputs of the first runs (start.go)
	p            *program
	d            *dse.Searcher
	meter        *smt.Meter
	clock        func() time.Duration

	allRunNatively bool            // every input was run as machine code
	nativeCtx      context.Context // bounds native runs
}

// Search explores the function once. When ctx ends, the search ends without an error. If Search
// returns both a result and an error, the result has what was found before the error.
func (s *Session) Search(ctx context.Context, opt Options) (*Result, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &subject.UsageError{Err: err}
	}
	all, err := s.goals(opt.Targets)
	if err != nil {
		return nil, err
	}
	var start time.Time
	e := &exploration{s: s, opt: opt, byID: map[uint32]*goal{}, clock: func() time.Duration { return time.Since(start) }}
	for _, g := range all {
		if g.proof == "" {
			e.goals, e.byID[g.branch] = append(e.goals, g), g
		}
	}
	if len(opt.Targets) > 0 && opt.Strategy == autoStrategy { // without named targets all branches are goals
		e.otherTargets = s.otherBranches(e)
	}
	if err := e.prepare(ctx); err != nil {
		if ctx.Err() != nil {
			err = subject.ErrTooSoon
		}
		return nil, err
	}
	defer e.meter.Close()
	start = time.Now()
	end := e.deadline(start)
	defer end()
	res, err := e.run(ctx)
	if err == nil && res.Complete && !e.allReached() {
		e.allRunNatively, err = e.p.runRest(ctx)
	}
	if err == nil {
		err = e.makeLegal()
	}
	if err == nil {
		err = e.completeObjects(ctx, res)
	}
	if ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())) {
		if err = nil; res.Runs == 0 {
			return nil, subject.ErrTooSoon
		}
	}
	return e.result(ctx, all, res), err
}

// completeObjects adds, after the search of a method in receiver states, the shortest call sequence
// of each reached goal and the invariants that contradict goals without one. With Options.Time it has
// an extra tenth of that time, at least nativeGrace.
func (e *exploration) completeObjects(ctx context.Context, res *dse.Result) error {
	own, cancel := ctx, func() {}
	if e.opt.Time > 0 {
		own, cancel = context.WithTimeout(ctx, max(e.opt.Time/objectTimeDivisor, nativeGrace))
	}
	defer cancel()
	err := e.scenarios(own)
	if err == nil {
		err = e.findContradictingInvariants(own, res.Root)
	}
	if own.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

// objectTimeDivisor is the divisor of Options.Time for the time of completeObjects.
const objectTimeDivisor = 10

// prepare makes the program and its solver.
func (e *exploration) prepare(ctx context.Context) (err error) {
	effort := embedded.Effort()
	if e.s.subject.State != nil {
		effort = object.Effort()
	}
	solver, err := newSolver(e.opt.Solver, effort)
	if err != nil {
		return err
	}
	e.meter = smt.NewMeter(solver, e.clock)
	defer func() {
		if err != nil {
			e.meter.Close()
		}
	}()
	e.starts = []input.Vector{start(e.s.subject.Fn.Sig)}
	if e.s.subject.State != nil {
		return e.prepareStates(ctx)
	}
	o := dse.FunctionOptions{Bound: e.opt.Bound, Solver: e.meter, Reads: true}
	o.Vector = e.starts[0]
	if e.opt.Strategy == autoStrategy {
		far, err := e.s.openDistances(ctx)
		if err != nil {
			return err
		}
		o.TargetDistances = func(ctx context.Context, in input.Vector, targets []uint32) ([]float64, error) {
			return e.away(ctx, far, in, targets)
		}
	}
	p, err := dse.NewFunction(ctx, e.s.program, e.s.entry, o)
	if err != nil {
		return err
	}
	e.p = &program{Program: p, inputs: p, e: e, failedUnfinished: map[string]int{}, firstUnfinished: map[string]*unfinished{}}
	return nil
}

func (e *exploration) run(ctx context.Context) (*dse.Result, error) {
	var targets []uint32
	for _, g := range e.goals {
		targets = append(targets, g.branch)
	}
	if targets == nil {
		return &dse.Result{}, nil
	}
	o := dse.Options{
		Targets: append(slices.Clip(targets), e.otherTargets...), Goals: targets, Nodes: e.opt.Nodes, Clock: e.clock,
		Progress: e.reportProgress, OnRun: e.p.recordAssumption, Inputs: e.p.inputs,
	}
	if e.p.states != nil {
		o.BatchSize = e.opt.together()
	}
	e.d = dse.New(e.p, dse.ByName(e.opt.Strategy), rand.New(rand.NewPCG(e.opt.Seed, 0)), o)
	timed, cancel := ctx, func() {}
	if e.opt.Time > 0 { // a single run or query may take longer than the whole time
		timed, cancel = context.WithTimeout(ctx, e.opt.Time)
	}
	defer cancel()
	res, err := e.d.Continue(timed, dse.Budget{Runs: e.opt.Runs, Time: e.opt.Time}, e.starts...)
	if timed.Err() != nil && ctx.Err() == nil && res.Status == search.Stopped {
		res.Status = search.Budget
	}
	return res, err
}

// nativeGrace is the time that native runs may take after the end of the search.
const nativeGrace = time.Second

// deadline sets the context of native runs. It ends nativeGrace after Options.Time is over; without
// a clock it is Options.Abandon.
func (e *exploration) deadline(start time.Time) context.CancelFunc {
	e.nativeCtx = e.opt.Abandon
	if e.opt.Time == 0 {
		return func() {}
	}
	var cancel context.CancelFunc
	e.nativeCtx, cancel = context.WithDeadline(e.opt.Abandon, start.Add(e.opt.Time+nativeGrace))
	return cancel
}

// otherBranches lists the branches that the function can take in its package and that are no goals.
func (s *Session) otherBranches(e *exploration) []uint32 {
	all, err := s.allGoals()
	if err != nil { // there are no branches
		return nil
	}
	var list []uint32
	for _, g := range all {
		if g.proof == "" && e.byID[g.branch] == nil {
			list = append(list, g.branch)
		}
	}
	return list
}

// allReached reports whether every goal was reached.
func (e *exploration) allReached() bool {
	return !slices.ContainsFunc(e.goals, func(g *goal) bool { return g.run == 0 })
}

// reportProgress reports the progress of the search.
func (e *exploration) reportProgress(r *dse.Result) {
	s := report.ExploreSnapshot{
		Phase: "exploring", Elapsed: time.Since(e.s.start), SearchElapsed: e.clock(),
		Runs: r.Runs, MaxRuns: e.opt.Runs, Branches: len(e.goals), Queries: r.Queries, Solving: e.meter.Taken(),
	}
	for _, g := range e.goals {
		switch {
		case g.run > 0:
			s.Reached++
		case g.near.Reached && (s.Nearest == "" || g.near.Distance < s.Best):
			s.Best, s.Nearest = g.near.Distance, g.name
		}
	}
	e.opt.Progress(s)
}
