package testcheck

import (
	"context"

	"nearmiss/internal/testgen"
)

// If there is no time for another build after cases were dropped, the binary that has them proves the
// others: it runs without the dropped cases, and go vet type-checks the files without them.

// proveBySkipping returns the suite without the dropped cases if the last binary is of this suite, no
// case has lost an assertion since, the remaining cases pass once more in one process without the
// dropped ones, and the files without them pass go vet. Otherwise it returns nil.
func (c *checker) proveBySkipping(ctx context.Context, suite *testgen.Suite) (*testgen.Suite, error) {
	if c.compiled != suite || len(c.weakened) > 0 || c.noneLeft(suite) {
		return nil, nil
	}
	ctx, cancel := WithDeadline(ctx, c.opts.Deadline)
	defer cancel()
	defer c.logStep("proved the tests without %d cases that were dropped", len(c.drops))()
	o, err := c.run(ctx, cleanSetting, suite.Tests, 1, max(c.runLimit(), slowdown*c.runTime), c.droppedNames(suite))
	if err != nil || !o.ok || c.checkComplete(suite, o, 1) != nil {
		return nil, nil
	}
	c.recordPasses(suite, o)
	next, err := suite.With(suite.Without(c.isDropped), c.dropped)
	if err != nil {
		return nil, err
	}
	if err := c.writeOverlay(next); err != nil {
		return nil, &RunError{Package: suite.Pkg.ImportPath, Msg: err.Error()}
	}
	if bad, err := c.vet(ctx, false); err != nil || len(bad) > 0 {
		return nil, nil
	}
	c.report.Count = c.leastPasses(suite)
	c.report.Dropped = append(c.report.Dropped, c.dropped...)
	c.findings = newFindings()
	return next, nil
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
