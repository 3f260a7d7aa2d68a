package cover

import (
	"context"
	"slices"

	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

const (
	// confirmRuns is the number of new processes that must all take a branch. A single run may take
	// a branch by chance.
	confirmRuns = 3
	// confirmRounds bounds the rounds of confirming. Another round follows if some cases have
	// failed.
	confirmRounds = 3
)

// confirmed returns the cases that take their branches in new processes as well, in the order of
// the tests. The search ran them in processes with a history, and not all state can be reset
// between runs: a sync.Once or a cache may decide branches. After some cases have failed, the
// remaining cases are confirmed once more without them, in a single process: the first round has
// already shown which branches vary between runs.
func (s *session) confirmed(ctx context.Context, u *unit, cases []*testCase) (kept []*testCase, fell []drop, err error) {
	for round := range confirmRounds {
		before, runs := len(cases), confirmRuns
		if round > 0 {
			runs = 1
		}
		drops, err := s.confirm(ctx, u, cases, runs)
		if err != nil {
			return nil, nil, err
		}
		kept, unfit := u.stillNeeded(cases)
		cases, fell = kept, slices.Concat(fell, drops, unfit)
		s.timed("confirmed %d of %d cases", len(cases), before)
		if len(cases) == before {
			break
		}
	}
	return cases, fell, nil
}

// stillNeeded assigns the branches of the confirmed cases anew and leaves out the cases that are no
// longer needed. It drops the cases with runs that did not end.
func (u *unit) stillNeeded(confirmed []*testCase) (kept []*testCase, fell []drop) {
	unfit := slices.DeleteFunc(slices.Clone(confirmed), func(c *testCase) bool { return c.result == nil || comesBack(c.result) })
	fell = dropAll(unfit, confirming, otherProcess)
	able := u.settlePanics(usable(confirmed))
	assign(able)
	for _, c := range able {
		if len(c.keep) > 0 || len(c.boundaries) > 0 || len(c.fn.main().goals) == 0 || c.panic != 0 {
			kept = append(kept, c)
		}
	}
	return kept, fell
}

// confirm runs the cases in order in new processes and records the branches that all runs take.
// With fewer than confirmRuns runs it records only branches that the cases took before, too. It
// drops the branches that some run did not take, and the cases that act outside their process; the
// latter lose their results. After an error all results are as before.
func (s *session) confirm(ctx context.Context, u *unit, cases []*testCase, runs int) (fell []drop, err error) {
	before := make([]*worker.RunResult, len(cases))
	for i, c := range cases {
		before[i] = c.result
	}
	defer func() {
		if err != nil {
			for i, c := range cases {
				c.result = before[i]
			}
		}
	}()
	all := make([][]uint32, len(cases))
	patient := false
	for run := range runs {
		if err := s.runNew(ctx, u, cases, patient); err != nil {
			return nil, err
		}
		if !patient && slices.ContainsFunc(cases, (*testCase).missedGoal) {
			patient = true // for the remaining runs as well: the machine is likely to stay busy
			if err := s.runNew(ctx, u, cases, patient); err != nil {
				return nil, err
			}
		}
		for i, c := range cases {
			switch {
			case c.result == nil:
				all[i] = nil
			case run == 0 && runs < confirmRuns && before[i] != nil:
				all[i] = common(before[i].Covered, c.result.Covered)
			case run == 0:
				all[i] = c.result.Covered
			default:
				all[i] = common(all[i], c.result.Covered)
			}
		}
	}
	acting := s.acting(ctx, u, cases)
	for i, c := range cases {
		if c.result != nil {
			r := *c.result
			r.Covered = all[i]
			c.result = &r
		}
		taken := (&testCase{fn: c.fn, result: before[i]}).covers()
		if how := acting[c]; how != "" {
			fell = append(fell, drop{c: c, branches: taken, stage: confirming, reason: acts, detail: how})
			c.result = nil
			continue
		}
		if gone := slices.DeleteFunc(slices.Clone(taken), func(b uint32) bool { return slices.Contains(all[i], b) }); len(gone) > 0 {
			fell = append(fell, drop{c: c, branches: gone, stage: confirming, reason: otherProcess})
		}
	}
	return fell, nil
}

// runNew runs the cases in a new process. A patient run gets more time.
func (s *session) runNew(ctx context.Context, u *unit, cases []*testCase, patient bool) error {
	o := s.unitOptions(u)
	o.Watch = u.harmful()
	pool, err := native.NewPool(ctx, u.binary, o, 1)
	if err != nil {
		return err
	}
	defer pool.Close()
	for _, c := range cases {
		c.result, c.unrun = nil, true
	}
	if err := u.runIn(ctx, pool, cases, patient); err != nil {
		return err
	}
	return ctx.Err()
}

// unitOptions returns the options for the workers of a package.
func (s *session) unitOptions(u *unit) native.Options {
	o := u.set.Options()
	o.Sites, o.Rights = u.wireSites(), s.opt.rights()
	return o
}

func common(a, b []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(a), func(x uint32) bool { return !slices.Contains(b, x) })
}
