package cover

import (
	"slices"

	"nearmiss/internal/native"
	wire "nearmiss/internal/worker"
)

// Code may take time, or memory, in proportion to an integer of its input: ten to the power
// of an exponent. An input that hangs costs as much as a million others, and where one does,
// most of the large numbers do. So the integers of a function that has hung are small in
// most jobs.

const (
	immodest  = 5     // one of how many jobs of such a function draws from all integers
	mostAvoid = 64    // inputs that are known to hang, of a function
	hangWork  = 5_000 // evaluations that an input that hangs takes from the budget of the goal it was for
)

// A caution is what is known of a function that may hang.
type caution struct {
	hung  int        // times that an input took too long, or too much memory
	jobs  int        // since then
	avoid [][]uint64 // such inputs
}

// isSlow reports whether a crash is of the kinds that take long.
func isSlow(c *native.Crash) bool { return c.Kind == native.Hang || c.Kind == native.OutOfMemory }

// hangs takes down an input that took too long. One that did not when it was run alone says
// nothing about the function.
func (f *function) hangs(crash *native.Crash) {
	if !crash.Confirmed {
		return
	}
	if f.caution.hung++; len(f.caution.avoid) < mostAvoid {
		f.caution.avoid = append(f.caution.avoid, crash.Vector)
	}
}

// beCautious decides for a job whether its integers are to be small. The job ends when an
// input hangs that was not known: what it has found by then counts.
func (f *function) beCautious(j *wire.SearchJob) {
	c := &f.caution
	if c.hung == 0 {
		return
	}
	c.jobs++
	j.Limits.Modest = c.jobs%immodest != 0
	j.Crashes, j.Avoid = native.SlowWeight, slices.Clone(c.avoid)
}
