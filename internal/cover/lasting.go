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
	e := &entangled{s: s, u: u, others: others, alone: map[*testCase]*worker.RunResult{}}
	if apart, err := e.apart(ctx, writers); apart || err != nil {
		return cases, nil, err
	}
	if err := e.runAlone(ctx, writers); err != nil {
		return nil, nil, err
	}
	gone := map[*testCase]bool{}
	for {
		culprit, err := e.culprit(ctx, writers)
		if err != nil {
			return nil, nil, err
		}
		if culprit == nil {
			break
		}
		gone[culprit] = true
		writers = slices.DeleteFunc(writers, func(c *testCase) bool { return c == culprit })
		fell = append(fell, drop{c: culprit, branches: culprit.taken(), reason: lasts, detail: u.left(culprit.fn)})
	}
	for c, r := range e.alone {
		if r != nil && c.result != nil && containsAll(r.Covered, c.keep) {
			own := *r
			own.Covered = common(c.result.Covered, r.Covered)
			c.result = &own
		}
	}
	s.timed("%d cases change lasting state, %d of them to be seen", len(writers)+len(gone), len(gone))
	kept, _ = split(cases, func(c *testCase) bool { return !gone[c] })
	return kept, fell, nil
}

// entangled finds the cases whose runs change the outcome of other cases.
type entangled struct {
	s      *session
	u      *unit
	others []*testCase                     // cases that are no writers; after apart, those of them whose outcome hangs on something
	alone  map[*testCase]*worker.RunResult // outcome without the others; nil if it is not the same on every run
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

// apart reports whether no outcome hangs on the order of the writers, and none of the other cases on
// whether they run at all. Each writer runs twice. Outcomes that vary without other cases do not count. Of the
// other cases it keeps those whose outcome hangs on something.
func (e *entangled) apart(ctx context.Context, writers []*testCase) (bool, error) {
	if len(writers) == 0 {
		return true, nil
	}
	back := slices.Clone(writers)
	slices.Reverse(back)
	orders := [][]*testCase{slices.Concat(e.others, writers, writers), slices.Concat(back, back, e.others)}
	results, err := e.runAll(ctx, orders)
	if err != nil {
		return false, err
	}
	var suspects []*testCase
	for k, order := range orders {
		for i, c := range order {
			if _, ok := e.alone[c]; !ok {
				e.alone[c] = results[k][i]
			}
			if e.differs(c, results[k][i]) && !slices.Contains(suspects, c) {
				suspects = append(suspects, c)
			}
		}
	}
	if len(suspects) > 0 {
		if suspects, err = e.stable(ctx, suspects); err != nil {
			return false, err
		}
	}
	e.others, _ = split(e.others, func(c *testCase) bool { return slices.Contains(suspects, c) })
	return len(suspects) == 0, e.runAlone(ctx, e.others)
}

// stable returns the cases that have the same outcome in each of stableRuns processes, in which they run in
// the same order.
func (e *entangled) stable(ctx context.Context, cases []*testCase) ([]*testCase, error) {
	results, err := e.runAll(ctx, slices.Repeat([][]*testCase{cases}, stableRuns))
	if err != nil {
		return nil, err
	}
	var same []*testCase
	for i, c := range cases {
		e.alone[c] = results[0][i]
		if slices.ContainsFunc(results, func(r []*worker.RunResult) bool { return e.differs(c, r[i]) }) {
			e.alone[c] = nil
			continue
		}
		same = append(same, c)
	}
	return same, nil
}

// runAlone runs each of the cases in a process of its own.
func (e *entangled) runAlone(ctx context.Context, cases []*testCase) error {
	groups := make([][]*testCase, len(cases))
	for i, c := range cases {
		groups[i] = []*testCase{c}
	}
	results, err := e.runAll(ctx, groups)
	if err != nil {
		return err
	}
	for i, c := range cases {
		e.alone[c] = results[i][0]
	}
	return nil
}

// runAll runs each group of cases in order in a new process.
func (e *entangled) runAll(ctx context.Context, groups [][]*testCase) ([][]*worker.RunResult, error) {
	results, errs := make([][]*worker.RunResult, len(groups)), make([]error, len(groups))
	e.s.parallel(ctx, len(groups), func(i int) { results[i], errs[i] = e.run(ctx, groups[i]) })
	return results, cmp.Or(ctx.Err(), errors.Join(errs...))
}

// culprit returns the first writer after which some case has another outcome than alone, nil if
// there is none. Each writer runs twice, then each other case.
func (e *entangled) culprit(ctx context.Context, writers []*testCase) (*testCase, error) {
	order := slices.Concat(writers, writers, e.others)
	results, err := e.run(ctx, order)
	if err != nil {
		return nil, err
	}
	for i, c := range order {
		if !e.differs(c, results[i]) {
			continue
		}
		n, err := e.shortest(ctx, order[:min(i, 2*len(writers))], c)
		if n > 0 || err != nil {
			return order[max(n-1, 0)], err
		}
		e.alone[c] = nil
	}
	return nil, nil
}

// shortest returns the length of a beginning of order after which the victim has another outcome,
// and without the last of which it has its own. It returns 0 if the outcome of the victim is not the
// same on every run, and so shows nothing.
func (e *entangled) shortest(ctx context.Context, order []*testCase, victim *testCase) (int, error) {
	differs := func(n int) (bool, error) {
		results, err := e.run(ctx, append(slices.Clone(order[:n]), victim))
		return err == nil && e.differs(victim, results[n]), err
	}
	if unstable, err := differs(0); unstable || err != nil {
		return 0, err
	}
	if again, err := differs(len(order)); !again || err != nil {
		return 0, err
	}
	same, other := 0, len(order)
	for other-same > 1 {
		n := (same + other) / 2
		is, err := differs(n)
		if err != nil {
			return 0, err
		}
		if is {
			other = n
		} else {
			same = n
		}
	}
	return other, nil
}

// differs reports whether a result of a case is not what it is alone.
func (e *entangled) differs(c *testCase, r *worker.RunResult) bool {
	own := e.alone[c]
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
