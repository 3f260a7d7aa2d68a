package testcheck

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/testgen"
)

// The package's own tests may change the state of the package (a pool, a cache, a value that is
// made once) before emitted tests run. Therefore emitted tests also run together with them, in
// one process as go test does it: without the race detector, under which a sync.Pool drops
// items at random. Failures of the package's own tests are ignored.
const (
	ownRunMax     = 20 * time.Second // most time for one run
	ownRunDivisor = 3                // a run may take the spare time before the deadline divided by ownRunDivisor
	maxExcluded   = 8                // own tests to exclude because they end the process or hang, before giving up
)

// ownRunOrders lists the orders of the runs, the default order of go test first. With count 2, a
// process runs all tests twice, so that in the second pass each emitted test runs after all own
// tests. With one processor, a sync.Pool has one cache that all tests share.
var ownRunOrders = [...]struct {
	shuffle    string
	cpu, count int
}{
	{"off", 0, 1},
	{"1", 1, 2},
	{"2", 1, 2},
	{"off", 1, 2},
}

// Reasons why emitted tests are not run together with the package's own tests ("these"). They
// complete a note to the user.
const (
	noOwnHarm  = "nothing keeps these from doing harm"
	noOwnTime  = "there was no time left"
	noOwnEnd   = "these end the process"
	noOwnInit  = "these end the process before a test begins"
	noOwnStart = "the package's own tests hang before a test begins"
	noOwnRun   = "none of these was run"
)

// ownRuns is the state of the runs of a suite together with the package's own tests.
type ownRuns struct {
	done     bool     // no further run is needed or possible
	active   bool     // the checker is evaluating such a run
	excluded []string // own tests left out of the runs, because they hang or end the process
}

// checkWithOwn runs the suite together with the package's own tests. It does so in each round
// until one finds no failure: later rounds only remove assertions. If the runs are not
// possible, it puts the reason into the report.
func (c *checker) checkWithOwn(ctx context.Context, s *testgen.Suite) error {
	if c.ownRuns.done || c.withoutOwn || !c.hasTests() {
		return nil
	}
	before := len(c.dropped)
	why := c.runWithOwn(ctx, s)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.ownRuns.done = why != "" || len(c.dropped) == before
	c.report.WhyAlone, c.report.Stopped = why, len(c.ownRuns.excluded)
	return nil
}

var testFunc = regexp.MustCompile(`(?m)^func (Test|Fuzz|Example)`)

// hasTests reports whether the package has tests of its own.
func (c *checker) hasTests() bool {
	for _, text := range c.ownTests {
		if testFunc.MatchString(text) {
			return true
		}
	}
	return false
}

// runWithOwn runs the suite together with the package's own tests in all orders. It returns the
// reason if that is not possible, "" otherwise.
func (c *checker) runWithOwn(ctx context.Context, suite *testgen.Suite) string {
	if !c.opts.OwnTests {
		return noOwnHarm
	}
	if c.ownRunLimit() < max(time.Second, slowdown*c.runTime) {
		return noOwnTime
	}
	for order := 0; order < len(ownRunOrders); {
		limit := c.ownRunLimit()
		if limit < time.Second && order > 0 { // out of time; one order has run in full
			return ""
		}
		o, err := c.runOrder(ctx, suite, order, max(limit, time.Second))
		if err != nil {
			return firstErrorLine(err.Error())
		}
		again, why := c.evaluateOwnRun(suite, o, order == 0, limit)
		if why != "" {
			return why
		}
		if !again {
			order++
		}
	}
	return ""
}

// ownRunLimit returns the most time for a run together with the package's own tests.
func (c *checker) ownRunLimit() time.Duration {
	limit := min(ownRunMax, c.opts.Timeout)
	if !c.opts.Deadline.IsZero() {
		spare := time.Until(c.opts.Deadline) - c.buildTime - time.Duration(c.opts.minPasses()+1)*c.runTime
		limit = min(limit, spare/ownRunDivisor)
	}
	return limit
}

// runOrder runs all tests of the package in one of ownRunOrders.
func (c *checker) runOrder(ctx context.Context, suite *testgen.Suite, order int, limit time.Duration) (*outcome, error) {
	how := ownRunOrders[order]
	args := []string{"-test.shuffle=" + how.shuffle, "-test.count=" + strconv.Itoa(how.count), "-test.timeout=" + limit.String()}
	if how.cpu > 0 {
		args = append(args, "-test.cpu="+strconv.Itoa(how.cpu))
	}
	if c.report.Short {
		args = append(args, "-test.short")
	}
	args = append(args, skipArgs(slices.Concat(c.droppedNames(suite), c.ownRuns.excluded), c.remainingNames(suite))...)
	timed, cancel := context.WithTimeout(ctx, limit+timeoutGrace)
	defer cancel()
	defer c.logStep("ran the tests together with the package's own, shuffled: %s", how.shuffle)()
	t := newTranscript()
	t.keep = func(name string) bool { return inSuite(suite, name) }
	ok, err := c.runConfined(timed, t, c.pkg.Dir, cleanSetting, args)
	o := t.close()
	o.ok, o.timedOut = ok, o.timedOut || timed.Err() != nil
	if timed.Err() != nil {
		err = nil
	}
	return o, err
}

// evaluateOwnRun handles the emitted cases that failed together with the package's own tests.
// again reports whether the same order must run again without the tests that ended the run; why
// is the reason if further runs are of no use. Only the first order excludes own tests.
func (c *checker) evaluateOwnRun(suite *testgen.Suite, result *outcome, first bool, limit time.Duration) (again bool, why string) {
	c.ownRuns.active = true
	defer func() { c.ownRuns.active = false }()
	ended := !result.finished || result.timedOut
	if ended && c.dropEnder(suite, result, limit) {
		again = true
	}
	c.handleFailures(suite, result, true)
	if again || !ended || !first {
		if first && !ended && !slices.ContainsFunc(result.order, func(name string) bool { return !inSuite(suite, name) }) {
			return false, noOwnRun
		}
		return again, ""
	}
	stopped := ownTestsAtEnd(suite, result, limit)
	switch {
	case len(stopped) > 0 && len(c.ownRuns.excluded)+len(stopped) <= maxExcluded:
		c.ownRuns.excluded = append(c.ownRuns.excluded, stopped...)
		return true, ""
	case result.timedOut && !c.report.Short:
		c.report.Short = true
		return true, ""
	case result.timedOut:
		return false, "these take more than " + limit.Round(time.Second).String()
	}
	return false, noOwnEnd
}

// dropEnder drops the emitted case that has ended or blocked a run, and reports whether there
// is one.
func (c *checker) dropEnder(suite *testgen.Suite, result *outcome, limit time.Duration) bool {
	if !result.timedOut {
		if list := c.leakingCases(suite, result); len(list) > 0 {
			c.dropLeaking(suite, list, result)
			return true
		}
		return c.dropRunning(suite, result)
	}
	if !c.hangs(suite, result, limit) {
		return false
	}
	index, _ := c.slowest(suite, result)
	c.drop(suite, index, fmt.Sprintf("it does not end within %s beside the package's own tests", limit.Round(time.Second/10)), testgen.Slow)
	return true
}

// ownTestsAtEnd lists the package's own tests in which a run ended: unfinished tests, which
// after a timeout must have taken more than half of the limit, else the last test to fail, as a
// panicking test does.
func ownTestsAtEnd(s *testgen.Suite, o *outcome, limit time.Duration) (list []string) {
	for _, name := range o.order {
		t := o.tests[name]
		if !inSuite(s, name) && !strings.Contains(name, "/") && t.running && !t.paused && (!o.timedOut || t.spent > limit/2) {
			list = append(list, name)
		}
	}
	if test, _, _ := strings.Cut(o.lastFail, "/"); len(list) == 0 && !o.timedOut && test != "" && !inSuite(s, test) {
		list = append(list, test)
	}
	return list
}

// inSuite reports whether a test or subtest belongs to the suite.
func inSuite(s *testgen.Suite, name string) bool {
	test, _, _ := strings.Cut(name, "/")
	return slices.Contains(s.Tests, test)
}
