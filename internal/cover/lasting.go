package cover

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// A call may change state that no test can put back: of another package, as a function of that
// package does that stores what it is given, or behind a variable such as an atomic.Value. A case with
// such a call, a writer, is written only if no outcome shows it: neither its own, when it runs once
// more or after other writers, nor that of another case. If some outcome does, each writer runs in a
// process of its own, because there it must pass, too.

// stableRuns is the number of runs that must agree: an outcome by the toss of a coin does in one of eight tries.
const stableRuns = 4

// unentangled drops the cases whose runs change the outcome of other cases, or their own. The other
// cases keep the outcome that they have without them. If the time is short it drops none: the runs in
// other worlds then show which outcomes vary.
func (s *session) unentangled(ctx context.Context, u *unit, cases []*testCase) (kept []*testCase, fell []drop, err error) {
	bounded, done := fraction(ctx, partDivisor)
	defer done()
	kept, fell, err = s.withoutWriters(bounded, u, cases)
	if err != nil && bounded.Err() != nil && ctx.Err() == nil {
		s.timed("no time to find what changes lasting state among %d cases", len(cases))
		return cases, nil, nil
	}
	return kept, fell, err
}

// withoutWriters is unentangled without a limit on its time.
func (s *session) withoutWriters(ctx context.Context, u *unit, cases []*testCase) (kept []*testCase, fell []drop, err error) {
	writers, others := split(cases, func(c *testCase) bool { return c.result != nil && u.left(c.fn) != "" })
	e := &entangled{s: s, u: u, alone: map[*testCase]*worker.RunResult{}}
	victims, err := e.victims(ctx, writers, others)
	if len(victims) == 0 || err != nil {
		return cases, nil, err
	}
	culprits, err := e.culprits(ctx, writers, victims)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range culprits {
		fell = append(fell, drop{c: c, branches: c.taken(), reason: lasts, detail: u.left(c.fn)})
	}
	for c, r := range e.alone {
		if r != nil && c.result != nil && containsAll(r.Covered, c.keep) {
			own := *r
			own.Covered = common(c.result.Covered, r.Covered)
			c.result = &own
		}
	}
	s.timed("%d cases change lasting state, %d of them to be seen", len(writers), len(culprits))
	kept, _ = split(cases, func(c *testCase) bool { return !slices.Contains(culprits, c) })
	return kept, fell, nil
}

// entangled finds the cases whose runs change the outcome of other cases.
type entangled struct {
	s     *session
	u     *unit
	alone map[*testCase]*worker.RunResult // outcome in a process of its own
}

// left returns state that calls of f may change and that no test can put back, "" if there is none.
func (u *unit) left(f *function) string {
	f = f.main()
	if what := u.leaves()[f.cfg.Obj]; what != "" {
		return what
	}
	if v := u.coder.Leaves(f.cfg.Obj); v != nil {
		return v.Name()
	}
	return ""
}

// victims returns the cases whose outcome hangs on the order of the writers, or on whether they run at all, and runs
// these cases and the writers alone. Each writer runs twice. Outcomes that vary without other cases do not count.
func (e *entangled) victims(ctx context.Context, writers, others []*testCase) (victims []*testCase, err error) {
	if len(writers) == 0 {
		return nil, nil
	}
	back := slices.Clone(writers)
	slices.Reverse(back)
	varying, err := e.varying(ctx, slices.Concat(others, writers, writers), slices.Concat(back, back, others))
	if len(varying) == 0 || err != nil {
		return nil, err
	}
	byChance, err := e.varying(ctx, slices.Repeat([][]*testCase{varying}, stableRuns)...)
	if err != nil {
		return nil, err
	}
	victims = without(varying, byChance)
	list := slices.Concat(victims, without(without(writers, victims), byChance))
	groups := make([][]*testCase, len(list))
	for i, c := range list {
		groups[i] = []*testCase{c}
	}
	results, err := e.runAll(ctx, slices.Repeat(groups, 2))
	if err != nil {
		return nil, err
	}
	for i, c := range list {
		if own := results[i][0]; !c.differ(own, results[len(list)+i][0]) { // else each writer would seem to change it
			e.alone[c] = own
		}
	}
	return slices.DeleteFunc(victims, func(c *testCase) bool { return e.alone[c] == nil }), nil
}

// varying returns the cases with different outcomes in processes that run cases in these orders.
func (e *entangled) varying(ctx context.Context, orders ...[]*testCase) (list []*testCase, err error) {
	results, err := e.runAll(ctx, orders)
	if err != nil {
		return nil, err
	}
	first := map[*testCase]*worker.RunResult{}
	for k, order := range orders {
		for i, c := range order {
			if _, ok := first[c]; !ok {
				first[c] = results[k][i]
			}
			if c.differ(first[c], results[k][i]) && !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// culprits returns the writers after two runs of which some victim, or the writer itself, has another outcome than
// alone. Victims that are writers come last, and each in a process of its own, as they change the outcome of others, too.
func (e *entangled) culprits(ctx context.Context, writers, victims []*testCase) (list []*testCase, err error) {
	both, plain := split(victims, func(c *testCase) bool { return slices.Contains(writers, c) })
	var groups [][]*testCase
	for _, w := range writers {
		groups = append(groups, slices.Concat([]*testCase{w, w}, plain))
		for _, v := range both {
			groups = append(groups, []*testCase{w, w, v})
		}
	}
	results, err := e.runAll(ctx, groups)
	if err != nil {
		return nil, err
	}
	for k, group := range groups {
		for i, c := range group {
			if c.differ(e.alone[c], results[k][i]) && !slices.Contains(list, group[0]) {
				list = append(list, group[0])
			}
		}
	}
	return list, nil
}

// runAll runs each group of cases in order in a new process.
func (e *entangled) runAll(ctx context.Context, groups [][]*testCase) ([][]*worker.RunResult, error) {
	results, errs := make([][]*worker.RunResult, len(groups)), make([]error, len(groups))
	e.s.parallel(ctx, len(groups), func(i int) { results[i], errs[i] = e.run(ctx, groups[i]) })
	return results, cmp.Or(ctx.Err(), errors.Join(errs...))
}

// differ reports whether two results of a case are not the same; none is the same as any.
func (c *testCase) differ(own, r *worker.RunResult) bool {
	if own == nil || r == nil {
		return false
	}
	return r.Outcome != own.Outcome || r.Site != own.Site || r.Text != own.Text || !slices.Equal(r.Out, own.Out) || containsAll(r.Covered, c.keep) != containsAll(own.Covered, c.keep)
}

// run runs cases in order in a new process. A result is nil if the run did not end.
func (e *entangled) run(ctx context.Context, cases []*testCase) ([]*worker.RunResult, error) {
	pool, err := native.NewPool(ctx, e.u.binary, e.s.unitOptions(e.u), 1)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	ended, err := pool.Run(ctx, runJobs(cases))
	if err := cmp.Or(ctx.Err(), err); err != nil {
		return nil, err
	}
	results := make([]*worker.RunResult, len(cases))
	for i, r := range ended {
		if r != nil {
			results[i] = r.Result
		}
	}
	return results, nil
}
