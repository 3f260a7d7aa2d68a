package cover

import (
	"slices"
	"sync/atomic"

	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// Code may take time or memory in proportion to an integer of its input, or even to ten to the
// power of an integer. An input that hangs costs as much as a million ordinary inputs, and if one
// large number hangs, most do. Therefore most search jobs of a function that has hung draw small
// integers only.

const (
	anyIntegersEvery = 5     // after a hang, one job in anyIntegersEvery draws from all integers
	mostAvoid        = 64    // inputs known to hang that a function remembers
	hangWork         = 5_000 // evaluations charged to a goal for each input of its search that hangs
)

// A caution records how often a function has hung, and with which inputs.
type caution struct {
	hung  int        // inputs that took too long or too much memory
	jobs  int        // jobs since the first hang
	avoid [][]uint64 // inputs that hang, for jobs to skip
}

// isSlow reports whether the crash is a hang or a lack of memory: both take long to detect.
func isSlow(c *native.Crash) bool { return c.Kind == native.Hang || c.Kind == native.OutOfMemory }

// hangs records an input that hung. It ignores the input if it did not hang when run alone, because
// then the function need not be the cause.
func (f *function) hangs(crash *native.Crash) {
	if !crash.Confirmed {
		return
	}
	if f.caution.hung++; len(f.caution.avoid) < mostAvoid {
		f.caution.avoid = append(f.caution.avoid, crash.Vector)
	}
}

// A hangCount counts the jobs of a list that have ended, and those of them in which an input hung.
type hangCount struct{ jobs, hung atomic.Int64 }

// fewHangs is the number of jobs with a hang after which most says more than chance.
const fewHangs = 4

// add counts a job by its result.
func (h *hangCount) add(r *native.SearchResult) {
	h.jobs.Add(1)
	if r != nil && slices.ContainsFunc(r.Crashes, func(c native.Crash) bool { return isSlow(&c) }) {
		h.hung.Add(1)
	}
}

// most reports whether an input hung in at least half of the jobs: functions of one package often share the
// type that large numbers make slow. Then further jobs with a clock draw small integers, too.
func (h *hangCount) most() bool {
	hung := h.hung.Load()
	return hung >= fewHangs && 2*hung >= h.jobs.Load()
}

// beCautious makes a job of a function that has hung draw small integers, except for one job in
// anyIntegersEvery. The job skips inputs known to hang and ends at the first other input that hangs. The
// finds up to then count.
func (f *function) beCautious(j *worker.SearchJob) {
	c := &f.caution
	if c.hung == 0 {
		return
	}
	c.jobs++
	j.Limits.Modest = c.jobs%anyIntegersEvery != 0
	j.Crashes, j.Avoid = native.SlowWeight, slices.Clone(c.avoid)
}
