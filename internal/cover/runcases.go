package cover

import (
	"context"

	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// runCases runs each case once, and once more with patience.
func (u *unit) runCases(ctx context.Context, cases []*testCase) error {
	return patiently(cases, func(list []*testCase, patient bool) error { return u.runIn(ctx, u.pool, list, patient) })
}

// patiently runs cases, and those that missed a goal once more with more time: goroutines are late on a
// busy machine.
func patiently(cases []*testCase, run func(list []*testCase, patient bool) error) error {
	if err := run(cases, false); err != nil {
		return err
	}
	short, _ := split(cases, func(c *testCase) bool { return c.missedGoal() && !c.unrun })
	again := copies(short)
	for _, d := range again {
		d.result = nil
	}
	err := run(again, true)
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
	jobs := runJobs(cases)
	for i, j := range jobs {
		set(i, j)
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

// runJobs returns a job for each case.
func runJobs(cases []*testCase) []*worker.RunJob {
	jobs := make([]*worker.RunJob, len(cases))
	for i, c := range cases {
		jobs[i] = &worker.RunJob{ID: uint32(i), Entry: c.fn.entry, Vector: c.vector}
	}
	return jobs
}
