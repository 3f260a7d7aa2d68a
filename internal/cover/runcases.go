package cover

import (
	"context"

	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// runCases runs each case once, and runs it again with more patience if the first run missed a
// branch or panic of the case: goroutines are late on a busy machine.
func (u *unit) runCases(ctx context.Context, cases []*testCase) error {
	if err := u.runIn(ctx, u.pool, cases, false); err != nil {
		return err
	}
	var short, again []*testCase
	for _, c := range cases {
		if c.missedGoal() && !c.unrun {
			d := *c
			d.result = nil
			short, again = append(short, c), append(again, &d)
		}
	}
	err := u.runIn(ctx, u.pool, again, true)
	for i, c := range short {
		if d := again[i]; d.result != nil && (c.result == nil || !d.missedGoal()) {
			c.result, c.watched = d.result, d.watched
		}
	}
	return err
}

// missedGoal reports whether the run of a case missed a branch or the panic that the case is kept
// for.
func (c *testCase) missedGoal() bool {
	switch {
	case len(c.keep) == 0 && c.panic == 0:
		return false
	case c.result == nil || c.result.Outcome == worker.FuelOut || !containsAll(c.result.Covered, c.keep):
		return true
	}
	return c.panic != 0 && int(c.result.Site) != c.panic.Site()+1
}

// A caseRunner runs jobs and returns their results in order; nil for those that did not run.
type caseRunner interface {
	Run(ctx context.Context, jobs []*worker.RunJob) ([]*native.RunResult, error)
}

// runIn runs each case once in a pool. In a pool with one worker, the cases run in order.
func (u *unit) runIn(ctx context.Context, pool caseRunner, cases []*testCase, patient bool) error {
	return u.runWith(ctx, pool, cases, func(_ int, job *worker.RunJob) { job.Patient = patient })
}

// runWith runs the jobs of cases in a pool. set may change the job of case number i.
func (u *unit) runWith(ctx context.Context, pool caseRunner, cases []*testCase, set func(i int, job *worker.RunJob)) error {
	jobs := make([]*worker.RunJob, len(cases))
	for i, c := range cases {
		jobs[i] = &worker.RunJob{ID: uint32(i), Entry: c.fn.entry, Vector: c.vector}
		set(i, jobs[i])
	}
	results, err := pool.Run(ctx, jobs)
	for i, r := range results {
		if cases[i].unrun = r == nil || r.Result == nil && r.Crash == nil; cases[i].unrun {
			continue
		}
		if r.Crash != nil {
			u.crash(cases[i].fn, r.Crash)
			cases[i].hung = isSlow(r.Crash)
		}
		u.noteLeft(cases[i].fn, r.Result)
		cases[i].result = r.Result
		cases[i].saw(r)
	}
	return ignoreEnd(err)
}
