package testcheck

import (
	"context"
	"slices"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/testgen"
)

// If there is no time for another build after cases were dropped, the last binary without the race
// detector, which has them, proves the others: it runs without the dropped cases, and go vet type-checks
// the files without them.

// lost collects what a suite has lost since it was compiled.
type lost struct {
	cases   map[string]bool   // by the ID of each case that was dropped or has lost an assertion: whether it was dropped
	dropped []testgen.Dropped // records of the dropped cases
}

// add adds the findings about a suite.
func (l *lost) add(s *testgen.Suite, f *findings) {
	if l.cases == nil {
		l.cases = map[string]bool{}
	}
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			if dropped := f.isDropped(i, j); dropped || f.weakened[caseIndex{i, j}] != nil {
				l.cases[s.ID(i, j)] = dropped
			}
		}
	}
	l.dropped = append(l.dropped, slices.DeleteFunc(slices.Clone(f.dropped), func(d testgen.Dropped) bool { return d.Weaker })...)
}

// proveBySkipping returns the suite of the last binary without the cases that were dropped since, or
// have lost an assertion, or leave goroutines in which the race detector has not looked. The
// remaining cases have passed often enough, at least once without the others, and the files without
// the others pass go vet. If there is no binary, or no time for that, the result has no case.
func (c *checker) proveBySkipping(ctx context.Context, suite *testgen.Suite) (*testgen.Suite, error) {
	c.record(suite)
	found := c.findings
	c.race, c.findings, c.report.Late = false, newFindings(), true
	if s := c.compiled; s != nil {
		for _, index := range c.remaining(s) {
			switch dropped, gone := c.since.cases[s.ID(index.fn, index.c)]; {
			case dropped:
				c.changed, c.drops[index] = true, true
			case gone:
				c.dropLate(s, index)
			}
		}
		if c.report.Race {
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

// proved returns the suite of the last binary without the dropped cases, after runs and go vet without
// them; nil if there is no time for that. It runs the tests first in all settings if it has not run them
// yet. If a run drops more cases, it runs the others once more.
func (c *checker) proved(ctx context.Context, s *testgen.Suite) (next *testgen.Suite, err error) {
	ctx, cancel := WithDeadline(ctx, c.opts.Deadline)
	defer cancel()
	for before := -1; before < len(c.drops); c.dropWeakened(s) {
		if c.noneLeft(s) {
			return nil, nil
		}
		before, c.skip = len(c.drops), c.droppedNames(s)
		printed := c.printBeside(s)
		if c.leastPasses(s) == 0 {
			err = c.inSettings(ctx, s)
		}
		c.dropWeakened(s)
		if next = printed(); next == nil || err != nil {
			c.opts.Log("no suite is proved: printed %t, %v", next != nil, err)
			return nil, nil
		}
		if before < len(c.drops) {
			continue
		}
		if err := c.writeOverlay(next); err != nil {
			return nil, err
		}
		judged := c.vetBeside(ctx)
		err = c.runTests(ctx, s, keepingSetting, c.repetitions(s), max(time.Until(c.opts.Deadline), slowdown*c.runTime))
		if bad, vetErr := judged(); err != nil || vetErr != nil || len(bad) > 0 {
			c.opts.Log("no suite is proved: %v; go vet: %v, %v", err, vetErr, bad)
			return nil, nil
		}
	}
	c.opts.Log("proved the tests without %d cases that were dropped", len(c.drops))
	c.report.Count = c.leastPasses(s)
	c.record(s)
	return next, nil
}

// repetitions returns how often the tests run before the deadline: in a fourth of the time that is left.
func (c *checker) repetitions(s *testgen.Suite) int {
	passes := c.leastPasses(s)
	n := int(time.Until(c.opts.Deadline) / 4 / max(c.runTime, time.Millisecond))
	return max(1, c.opts.minPasses()-passes, min(n, c.opts.Count-passes))
}

// printBeside prints the suite without the dropped cases in the background. The returned function waits
// for the result, nil if the suite cannot be printed.
func (c *checker) printBeside(s *testgen.Suite) func() *testgen.Suite {
	if len(c.drops) == 0 {
		return func() *testgen.Suite { return s }
	}
	funcs, dropped := s.Without(c.isDropped), slices.Concat(c.since.dropped, c.dropped)
	var next *testgen.Suite
	var done fault.Group
	done.Go(func() { next, _ = s.With(funcs, dropped) })
	return func() *testgen.Suite { done.Wait(); return next }
}

// dropWeakened drops the cases that have lost an assertion.
func (c *checker) dropWeakened(s *testgen.Suite) {
	c.dropped = slices.DeleteFunc(c.dropped, func(d testgen.Dropped) bool { return d.Weaker })
	for index := range c.weakened {
		if !c.isDropped(index.fn, index.c) {
			c.dropLate(s, index)
		}
	}
}

// droppedNames returns the names of the dropped tests and cases in the binary of the suite.
func (c *checker) droppedNames(s *testgen.Suite) (names []string) {
	for index := range c.drops {
		if index.c < 0 {
			names = append(names, s.Tests[index.fn])
		} else {
			names = append(names, s.Subtest(index.fn, index.c))
		}
	}
	return names
}
