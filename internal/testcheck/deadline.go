package testcheck

import (
	"context"
	"errors"
	"time"

	"nearmiss/internal/testgen"
)

// until is ctx that also ends at a time, if it is not zero.
func until(ctx context.Context, end time.Time) (context.Context, context.CancelFunc) {
	if end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end)
}

// isLate reports whether an error is that of the clock.
func isLate(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// least is how many passes make a case one that may be written.
func (o *Options) least() int { return max(1, o.Count/leastShare) }

// limit is how long one run may take: not all of the time that is left, so
// that the rest can be checked if it takes longer.
func (c *checker) limit() time.Duration {
	d := c.opts.Timeout
	if !c.opts.Deadline.IsZero() {
		d = min(d, time.Until(c.opts.Deadline)*3/5)
	}
	return d
}

// hurried reports whether it is the deadline that limits a run.
func (c *checker) hurried(limit time.Duration) bool {
	return !c.opts.Deadline.IsZero() && limit < c.opts.Timeout
}

// end is when the repetitions have to end, so that what they prove can be
// built and run once more if something else has to go.
func (c *checker) end() time.Time {
	if c.opts.Deadline.IsZero() || !c.changed {
		return c.opts.Deadline
	}
	end := c.opts.Deadline.Add(-c.built - c.once)
	if least := time.Now().Add(time.Duration(c.opts.least()+1)*c.once + time.Second); end.Before(least) {
		return least
	}
	return end
}

// short reports whether one more round would pass the deadline.
func (c *checker) short() bool {
	return !c.opts.Deadline.IsZero() && time.Until(c.opts.Deadline) < c.built+time.Duration(c.opts.least()+len(settings))*c.once
}

// extend lets one more build and run pass the deadline by about as much as
// they have taken before, for the cases that have passed often enough with
// it; the others go. After too many of these, all go.
func (c *checker) extend(s *testgen.Suite, all bool) {
	c.report.Late, c.last = true, true
	for _, at := range c.left(s) {
		if all || c.passed[s.ID(at.fn, at.c)] < max(1, c.opts.least()-1) {
			d := s.Drop(at.fn, at.c, noTime)
			d.Late = true
			c.drop(at, d)
		}
	}
	if end := time.Now().Add(slower*(c.built+c.once) + time.Second); end.After(c.opts.Deadline) {
		c.opts.Deadline = end
	}
}

// passes is how often every case that stays has passed.
func (c *checker) passes(s *testgen.Suite) int {
	n := c.opts.Count
	for _, at := range c.left(s) {
		if c.weaker[at] == nil {
			n = min(n, c.passed[s.ID(at.fn, at.c)])
		}
	}
	return n
}
