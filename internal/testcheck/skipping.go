package testcheck

import (
	"context"
	"slices"
	"time"

	"nearmiss/internal/testgen"
)

// If there is no time for another build after cases were dropped, the last binary without the race
// detector, which has them, proves the others: it runs without the dropped cases, and go vet type-checks
// the files without them.

// lost collects what a suite has lost since it was compiled.
type lost struct {
	cases   map[int]bool      // by the ID of each case that was dropped or has lost an assertion: whether it was dropped
	dropped []testgen.Dropped // records of the dropped cases
}

// add adds findings.
func (l *lost) add(f *findings) {
	if l.cases == nil {
		l.cases = map[int]bool{}
	}
	for id := range f.weakened {
		l.cases[id] = false
	}
	for id := range f.drops {
		l.cases[id] = true
	}
	l.dropped = append(l.dropped, slices.DeleteFunc(slices.Clone(f.dropped), func(d testgen.Dropped) bool { return d.Weaker })...)
}

// proveBySkipping returns the suite of the last binary without the cases that were dropped since, or
// have lost an assertion, or leave goroutines in which the race detector has not looked. The
// remaining cases have passed often enough, at least once without the others, and the files without
// the others pass go vet. If there is no binary, or no time for that, the result has no case.
func (c *checker) proveBySkipping(ctx context.Context, suite *testgen.Suite) (*testgen.Suite, error) {
	c.record()
	found := c.findings
	c.race, c.findings, c.report.Late = false, newFindings(), true
	if s := c.compiled; s != nil {
		for _, index := range c.remaining(s) {
			switch dropped, gone := c.since.cases[index.in(s).ID]; {
			case dropped:
				c.changed, c.drops[index.in(s).ID] = true, true
			case gone:
				c.dropLate(s, index)
			}
		}
		if c.report.Race {
			if err := c.raceBySkipping(ctx, s); err != nil {
				return nil, err
			}
			c.giveUpRace(s, noRaceTime)
		}
		if next, err := c.proved(ctx, s); next != nil || err != nil {
			return next, err
		}
	}
	c.findings = found
	for _, index := range c.remaining(suite) {
		c.dropLate(suite, index)
	}
	c.report.Dropped = append(c.report.Dropped, c.dropped[len(found.dropped):]...)
	return suite.With(nil, c.dropped)
}

// proved returns the suite of the last binary without the dropped cases; nil if there is no time for that.
// If nothing has run the binary yet, one run shows most of what fails. Beside the further runs, the files
// without the dropped cases are printed and vetted, again after each run that has dropped more. When the
// time for runs is over, it suffices that each remaining case has passed.
func (c *checker) proved(ctx context.Context, s *testgen.Suite) (*testgen.Suite, error) {
	ctx, cancel := WithDeadline(ctx, c.opts.Deadline)
	defer cancel()
	unrun := c.leastPasses(s) == 0
	if unrun {
		_ = c.runTests(ctx, s, cleanSetting, 1, c.runLimit()) // the further runs meet the same error
		c.dropWeakened(s)
	}
	for ; !c.noneLeft(s); unrun = false {
		before := len(c.drops)
		judged := c.vetBeside(ctx, c.printer(s))
		err := c.proofRuns(ctx, s, unrun)
		c.dropWeakened(s)
		next, bad, judgeErr := judged()
		switch {
		case next == nil || judgeErr != nil || len(bad) > 0:
			c.opts.Log("no suite is proved: printed %t; go vet: %v, %v", next != nil, judgeErr, bad)
			return nil, nil
		case err != nil && (!isTimeout(err) || c.leastPasses(s) == 0):
			c.opts.Log("no suite is proved: %v", err)
			return nil, nil
		case len(c.drops) == before:
			c.opts.Log("proved the tests without %d cases that were dropped", len(c.drops))
			c.report.Count = c.leastPasses(s)
			c.record()
			return next, nil
		}
	}
	return nil, nil
}

// proofRuns runs the tests of the last binary: with settings in all of them, and then as often as there is
// time for, unless cases were dropped: then the files are printed first.
func (c *checker) proofRuns(ctx context.Context, s *testgen.Suite, settings bool) error {
	if before := len(c.drops); settings {
		if err := c.inSettings(ctx, s); err != nil || len(c.drops) > before || len(c.weakened) > 0 {
			return err
		}
	}
	n := c.repetitions(s)
	if n == 0 {
		return nil
	}
	return c.repeat(ctx, s, keepingSetting, n, c.untilEnd)
}

// printer returns a function that prints the suite without the cases that are dropped now.
func (c *checker) printer(s *testgen.Suite) func() (*testgen.Suite, error) {
	if len(c.drops) == 0 {
		return func() (*testgen.Suite, error) { return s, nil }
	}
	funcs, dropped := s.Without(c.isDropped), slices.Concat(c.since.dropped, c.dropped)
	return func() (*testgen.Suite, error) { return s.With(funcs, dropped) }
}

// repetitions returns how often the tests run before the deadline: in half of the time that is left when
// the files are printed and vetted once more, at least until each case has passed Options.minPasses times.
func (c *checker) repetitions(s *testgen.Suite) int {
	passes, judge := c.leastPasses(s), c.printTime()
	n := int((c.untilEnd() - judge) / 2 / max(c.runTime, time.Millisecond))
	return max(c.opts.minPasses()-passes, min(n, c.opts.Count-passes), 0)
}

// untilEnd returns the time that is left for the last runs.
func (c *checker) untilEnd() time.Duration {
	if c.opts.Deadline.IsZero() {
		return c.opts.Timeout
	}
	return time.Until(c.roundsEnd())
}

// dropWeakened drops the cases that have lost an assertion.
func (c *checker) dropWeakened(s *testgen.Suite) {
	c.dropped = slices.DeleteFunc(c.dropped, func(d testgen.Dropped) bool { return d.Weaker })
	for _, index := range c.those(s, func(one *testgen.Case) bool { return c.weakened[one.ID] != nil }) {
		c.dropLate(s, index)
	}
	clear(c.weakened)
}
