package explore

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/search"
	"nearmiss/smt"
)

// A hunt is one search of a session.
type hunt struct {
	s     *Session
	opt   Options
	goals []*goal  // those that can be taken, for all that is known
	on    []uint32 // branches that are worth covering on the way
	byID  map[uint32]*goal
	p     *program
	meter *smt.Meter
	clock func() time.Duration

	checked bool            // every input was run as machine code
	native  context.Context // of native runs
}

// Search explores the function once. When ctx ends, so does the search, without
// an error. A result beside an error is what was found until then.
func (s *Session) Search(ctx context.Context, opt Options) (*Result, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &UsageError{Err: err}
	}
	all, err := s.goals(opt.Targets)
	if err != nil {
		return nil, err
	}
	var start time.Time
	h := &hunt{s: s, opt: opt, byID: map[uint32]*goal{}, clock: func() time.Duration { return time.Since(start) }}
	for _, g := range all {
		if g.proof == "" {
			h.goals, h.byID[g.branch] = append(h.goals, g), g
		}
	}
	if len(opt.Targets) > 0 && opt.Strategy == autoStrategy { // by default all are goals
		h.on = s.onTheWay(h)
	}
	if err := h.prepare(ctx); err != nil {
		if ctx.Err() != nil {
			err = errTooSoon
		}
		return nil, err
	}
	defer h.meter.Close()
	start = time.Now()
	end := h.deadline(start)
	defer end()
	res, err := h.run(ctx)
	if err == nil && res.Complete && !h.done() {
		h.checked, err = h.p.check(ctx)
	}
	if ctx.Err() != nil && (err == nil || errors.Is(err, ctx.Err())) {
		if err = nil; res.Runs == 0 {
			return nil, errTooSoon
		}
	}
	return h.result(ctx, all, res), err
}

// prepare makes the program with a solver of its own.
func (h *hunt) prepare(ctx context.Context) (err error) {
	solver, err := newSolver(h.opt.Solver)
	if err != nil {
		return err
	}
	h.meter = smt.NewMeter(solver, h.clock)
	defer func() {
		if err != nil {
			h.meter.Close()
		}
	}()
	o := dse.FunctionOptions{Bound: h.opt.Bound, Solver: h.meter, Reads: true}
	if len(h.opt.Starts) == 0 {
		h.opt.Starts = []input.Vector{start(h.s.subject.Fn.Sig)}
	}
	o.Vector = h.opt.Starts[0]
	if wantsAway(h.opt.Strategy) {
		far, err := h.s.gauge(ctx)
		if err != nil {
			return err
		}
		o.Away = func(ctx context.Context, in input.Vector, targets []uint32) ([]dse.Far, error) {
			return h.away(ctx, far, in, targets)
		}
	}
	p, err := dse.NewFunction(ctx, h.s.program, h.s.entry, o)
	if err != nil {
		return err
	}
	h.p = &program{Function: p, h: h, odd: map[string]int{}, at: map[string]*odd{}}
	return nil
}

func (h *hunt) run(ctx context.Context) (*dse.Result, error) {
	var targets []uint32
	for _, g := range h.goals {
		targets = append(targets, g.branch)
	}
	if targets == nil {
		return &dse.Result{}, nil
	}
	d := dse.New(h.p, dse.ByName(h.opt.Strategy), rand.New(rand.NewPCG(h.opt.Seed, 0)), dse.Options{
		Targets: append(slices.Clip(targets), h.on...), Goals: targets, Nodes: h.opt.Nodes, Clock: h.clock,
		Progress: h.tell, Ran: h.p.ran, Inputs: h.p,
	})
	timed, cancel := ctx, func() {}
	if h.opt.Time > 0 { // one run, or one question, may take longer than all of it
		timed, cancel = context.WithTimeout(ctx, h.opt.Time)
	}
	defer cancel()
	res, err := d.Continue(timed, dse.Budget{Runs: h.opt.Runs, Time: h.opt.Time}, h.opt.Starts...)
	if timed.Err() != nil && ctx.Err() == nil && res.Status == search.Stopped {
		res.Status = search.Budget
	}
	return res, err
}

// nativeGrace is how long a native run may last beyond the end of the search.
const nativeGrace = time.Second

// deadline gives native runs an end, too.
func (h *hunt) deadline(start time.Time) context.CancelFunc {
	h.native = h.opt.Abandon
	if h.opt.Time == 0 {
		return func() {}
	}
	var cancel context.CancelFunc
	h.native, cancel = context.WithDeadline(h.opt.Abandon, start.Add(h.opt.Time+nativeGrace))
	return cancel
}

// onTheWay lists the branches that the function can take in its package and
// that are no goals.
func (s *Session) onTheWay(h *hunt) []uint32 {
	all, err := s.all()
	if err != nil { // there are none
		return nil
	}
	var list []uint32
	for _, g := range all {
		if g.proof == "" && h.byID[g.branch] == nil {
			list = append(list, g.branch)
		}
	}
	return list
}

// done reports whether every goal was reached.
func (h *hunt) done() bool {
	return !slices.ContainsFunc(h.goals, func(g *goal) bool { return g.run == 0 })
}

// tell passes on where the search stands.
func (h *hunt) tell(r *dse.Result) {
	s := report.ExploreSnapshot{
		Phase: "exploring", Elapsed: time.Since(h.s.start), Since: h.clock(), Limit: h.opt.Time,
		Runs: r.Runs, Most: h.opt.Runs, Branches: len(h.goals), Queries: r.Queries, Solving: h.meter.Taken(),
	}
	for _, g := range h.goals {
		switch {
		case g.run > 0:
			s.Reached++
		case g.near.Reached && (s.Nearest == "" || g.near.Distance < s.Best):
			s.Best, s.Nearest = g.near.Distance, g.name
		}
	}
	h.opt.Progress(s)
}
