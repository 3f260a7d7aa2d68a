package testcheck

import (
	"context"
	"errors"
	"time"

	"nearmiss/internal/testgen"
)

// WithDeadline returns a context that also ends at the time end, if end is not zero.
func WithDeadline(ctx context.Context, end time.Time) (context.Context, context.CancelFunc) {
	if end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end)
}

// isTimeout reports whether the error means that the deadline has passed.
func isTimeout(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// minPasses returns the least number of passes of a case that may be emitted.
func (o *Options) minPasses() int { return max(1, o.Count/passDivisor) }

// Time before the deadline for printing the tests that have passed: printing takes a fifth of the time of
// the build (go-redis).
const (
	printDivisor = 5
	lastWrite    = time.Second / 2
)

// runLimit returns the time limit of one run. It is less than the time left for rounds, so that the
// other cases can be checked if one run takes longer.
func (c *checker) runLimit() time.Duration {
	d := c.opts.Timeout
	if end := c.roundsEnd(); !end.IsZero() {
		d = min(d, time.Until(end)*3/5)
	}
	return d
}

// deadlineBound reports whether the limit of a run comes from the deadline and not from
// Options.Timeout.
func (c *checker) deadlineBound(limit time.Duration) bool {
	return !c.opts.Deadline.IsZero() && limit < c.opts.Timeout
}

// roundsEnd returns the time by which the runs of a round must end, so that there is time for the race
// detector and for proveBySkipping, and by which those of proveBySkipping must end; zero without a
// deadline.
func (c *checker) roundsEnd() time.Time {
	switch {
	case c.opts.Deadline.IsZero():
		return c.opts.Deadline
	case c.race:
		return c.racesEnd()
	case c.report.Late:
		return c.opts.Deadline.Add(-lastWrite)
	}
	return c.racesEnd().Add(-c.raceTime)
}

// racesEnd returns the time by which runs with the race detector must end, so that the cases in which they
// find nothing can be printed and vetted; zero without a deadline.
func (c *checker) racesEnd() time.Time {
	if c.opts.Deadline.IsZero() {
		return c.opts.Deadline
	}
	return c.opts.Deadline.Add(-max(c.printTime(), slowdown*c.runTime) - lastWrite)
}

// printTime estimates how long it takes to print the cases that have passed and to type-check or vet them.
func (c *checker) printTime() time.Duration {
	if c.passedVet {
		return c.buildTime / printDivisor
	}
	return c.buildTime/printDivisor + c.vetTime
}

// outOfTime reports whether there is no time for another round.
func (c *checker) outOfTime() bool {
	return !c.opts.Deadline.IsZero() && time.Until(c.roundsEnd()) < c.buildTime+time.Duration(c.opts.minPasses()+len(settings))*c.runTime
}

// dropLate drops a case for want of time.
func (c *checker) dropLate(s *testgen.Suite, index caseIndex) {
	c.drop(s, index, noTime, testgen.Late)
}

// leastPasses returns the least number of passes of the remaining cases that have not lost an
// assertion in this round.
func (c *checker) leastPasses(s *testgen.Suite) int {
	n := c.opts.Count
	for _, index := range c.remaining(s) {
		if id := index.in(s).ID; c.weakened[id] == nil {
			n = min(n, c.passed[id])
		}
	}
	return n
}
