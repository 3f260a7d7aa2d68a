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

// isOver reports whether no build or run may begin.
func (o *Options) isOver() bool { return !o.Latest.IsZero() && !time.Now().Before(o.Latest) }

// runLimit returns the time limit of one run. It is less than the time left, so that the other
// cases can be checked if one run takes longer.
func (c *checker) runLimit() time.Duration {
	d := c.opts.Timeout
	if !c.opts.Deadline.IsZero() {
		d = min(d, time.Until(c.opts.Deadline)*3/5)
	}
	return d
}

// deadlineBound reports whether the limit of a run comes from the deadline and not from
// Options.Timeout.
func (c *checker) deadlineBound(limit time.Duration) bool {
	return !c.opts.Deadline.IsZero() && limit < c.opts.Timeout
}

// repetitionsEnd returns the time by which the repetitions must end. If the suite has changed, it
// leaves time to build the cases that have passed often enough and run them once more.
func (c *checker) repetitionsEnd() time.Time {
	if c.opts.Deadline.IsZero() || !c.changed {
		return c.opts.Deadline
	}
	end := c.opts.Deadline.Add(-c.buildTime - c.runTime)
	if least := time.Now().Add(time.Duration(c.opts.minPasses()+1)*c.runTime + time.Second); end.Before(least) {
		return least
	}
	return end
}

// outOfTime reports whether another round would exceed the deadline.
func (c *checker) outOfTime() bool {
	return !c.opts.Deadline.IsZero() && time.Until(c.opts.Deadline) < c.buildTime+time.Duration(c.opts.minPasses()+len(settings))*c.runTime
}

// extendDeadline extends the deadline for one more build and run, by about their previous
// durations, but not beyond Options.Latest. It drops the cases that would not have passed often enough after that run, or all
// cases if all is set.
func (c *checker) extendDeadline(s *testgen.Suite, all bool) {
	c.report.Late, c.finalRound = true, true
	for _, index := range c.remaining(s) {
		if all || c.passed[s.ID(index.fn, index.c)] < max(1, c.opts.minPasses()-1) {
			c.dropLate(s, index)
		}
	}
	end := time.Now().Add(slowdown*(c.buildTime+c.runTime) + time.Second)
	if latest := c.opts.Latest; !latest.IsZero() && end.After(latest) {
		end = latest
	}
	if end.After(c.opts.Deadline) {
		c.opts.Deadline = end
	}
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
		if c.weakened[index] == nil {
			n = min(n, c.passed[s.ID(index.fn, index.c)])
		}
	}
	return n
}
