package testcheck

import (
	"context"
	"slices"

	"nearmiss/internal/testgen"
)

// If there is no time for another build after cases were dropped, the binary that has them proves the
// others: it runs without the dropped cases, and go vet type-checks the files without them.

// proveBySkipping returns the suite without the dropped cases, and without those that have lost an
// assertion, if the last binary is of this suite, the remaining cases pass once more in one process
// without the others, and the files without them pass go vet. Otherwise it returns nil.
func (c *checker) proveBySkipping(ctx context.Context, suite *testgen.Suite) (*testgen.Suite, error) {
	if c.compiled != suite {
		return nil, nil
	}
	if c.report.Race {
		c.giveUpRace(suite, noRaceTime)
	}
	ctx, cancel := WithDeadline(ctx, c.opts.Deadline)
	defer cancel()
	for before := -1; ; {
		c.dropWeakened(suite)
		if before == len(c.drops) {
			break
		}
		if c.noneLeft(suite) {
			return nil, nil
		}
		before, c.skip = len(c.drops), c.droppedNames(suite)
		if err := c.runTests(ctx, suite, cleanSetting, 1, max(c.runLimit(), slowdown*c.runTime)); err != nil {
			return nil, nil
		}
	}
	defer c.logStep("vetted the tests without %d cases that were dropped", len(c.drops))()
	next, err := suite.With(suite.Without(c.isDropped), c.dropped)
	if err == nil {
		err = c.writeOverlay(next)
	}
	if err != nil {
		return nil, err
	}
	if bad, err := c.vet(ctx); err != nil || len(bad) > 0 {
		return nil, nil
	}
	c.report.Late, c.report.Count = true, c.leastPasses(suite)
	c.report.Dropped = append(c.report.Dropped, c.dropped...)
	c.findings = newFindings()
	return next, nil
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
