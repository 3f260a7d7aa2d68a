package testcheck

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/testgen"
)

// What a package keeps (a pool, a cache, what is made once) looks other to our
// tests where its own have run before them. So ours are run beside those too, as
// a user runs them: without the race detector, under which a sync.Pool forgets at
// random. What fails of the package's own is not ours to judge.
const (
	besideMost  = 20 * time.Second // that one run may take,
	besideShare = 3                // and no more than a third of the time to spare
	besideStops = 8                // own tests that are left out because the process ends in them
	besideSlack = 2 * time.Second  // for a process to say that its time is over
)

// besideOrders are those of the runs: that of go test, and others. In the second
// pass of a process all own tests have run before each of ours. One processor has
// one cache of each pool.
var besideOrders = [...]struct {
	shuffle    string
	cpu, count int
}{
	{"off", 0, 1},
	{"1", 1, 2},
	{"2", 1, 2},
	{"off", 1, 2},
}

// Why tests are not run beside the package's own.
const (
	aloneHarm  = "nothing keeps these from doing harm"
	aloneTime  = "there was no time left"
	aloneEnd   = "these end the process"
	aloneInit  = "these end the process before a test begins"
	aloneNone  = "none of these was run"
	aloneBuild = "these do not build without the race detector"
)

// company is what is known of a suite beside the package's own tests.
type company struct {
	done    bool     // it was run beside them, or cannot be
	here    bool     // a run beside them is looked at
	stopped []string // own tests that take no part: they hang, or end the process
}

// endsAtOnce reports whether a run ended before any test began. What the
// package's own files do then ends the process in the sandbox, as an init
// function that opens a port and gives up: ours are checked without them.
func (c *checker) endsAtOnce(o *outcome) bool {
	if o.finished || o.timedOut || len(o.order) > 0 || c.alone || len(c.own) == 0 {
		return false
	}
	c.alone, c.company.done, c.report.Alone = true, true, aloneInit
	c.opts.Log("the package's own tests end the process before a test begins")
	return true
}

// beside runs the suite with the package's own tests, until a round finds nothing
// there: what comes later only asserts less. Where that cannot be done the report
// says why.
func (c *checker) beside(ctx context.Context, s *testgen.Suite) error {
	if c.company.done || !c.hasTests() {
		return nil
	}
	before := len(c.dropped)
	why := c.inCompany(ctx, s)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.company.done = why != "" || len(c.dropped) == before
	c.report.Alone, c.report.Stopped = why, len(c.company.stopped)
	return nil
}

var testFunc = regexp.MustCompile(`(?m)^func (Test|Fuzz|Example)`)

// hasTests reports whether the package has tests of its own.
func (c *checker) hasTests() bool {
	for _, text := range c.own {
		if testFunc.MatchString(text) {
			return true
		}
	}
	return false
}

// inCompany returns why the suite was not run beside the package's own tests, ""
// if it was.
func (c *checker) inCompany(ctx context.Context, s *testgen.Suite) string {
	if c.opts.Beside == nil {
		return aloneHarm
	}
	if c.besideLimit() < max(time.Second, slower*c.once) {
		return aloneTime
	}
	binary, why := c.besideBinary(ctx, s)
	if why != "" {
		return why
	}
	for order := 0; order < len(besideOrders); {
		limit := c.besideLimit()
		if limit < time.Second && order > 0 { // all of them ran
			return ""
		}
		o, err := c.runBeside(ctx, s, binary, order, max(limit, time.Second))
		if err != nil {
			return firstLine(err.Error())
		}
		again, why := c.takeBeside(s, o, order == 0, limit)
		if why != "" {
			return why
		}
		if !again {
			order++
		}
	}
	return ""
}

// besideLimit is how long a run beside the package's own tests may take.
func (c *checker) besideLimit() time.Duration {
	limit := min(besideMost, c.opts.Timeout)
	if !c.opts.Deadline.IsZero() {
		spare := time.Until(c.opts.Deadline) - c.built - time.Duration(c.opts.least()+1)*c.once
		limit = min(limit, spare/besideShare)
	}
	return limit
}

// besideBinary builds what is run beside the package's own tests, or returns why
// there is none. Where the bridge would have most of the standard library compiled
// again, or there is no time for it, what has the race detector is run.
func (c *checker) besideBinary(ctx context.Context, s *testgen.Suite) (binary, why string) {
	if !c.report.Race || s.External() {
		return c.binary(), ""
	}
	timed, cancel := context.WithCancel(ctx)
	if !c.opts.Deadline.IsZero() {
		timed, cancel = context.WithTimeout(ctx, c.besideLimit())
	}
	defer cancel()
	defer c.step("built them without the race detector")()
	binary = filepath.Join(c.temp, "beside.test")
	text, ok, err := c.compile(timed, binary, false)
	switch {
	case err != nil:
		return c.binary(), ""
	case !ok:
		c.opts.Log("without the race detector: %s", strings.TrimSpace(text))
		return "", aloneBuild
	}
	return binary, ""
}

// runBeside runs all tests of the package in one of the orders.
func (c *checker) runBeside(ctx context.Context, s *testgen.Suite, binary string, order int, limit time.Duration) (*outcome, error) {
	how := besideOrders[order]
	args := []string{"-test.v=test2json", "-test.paniconexit0", "-test.shuffle=" + how.shuffle,
		"-test.count=" + strconv.Itoa(how.count), "-test.timeout=" + limit.String()}
	if how.cpu > 0 {
		args = append(args, "-test.cpu="+strconv.Itoa(how.cpu))
	}
	if c.report.Short {
		args = append(args, "-test.short")
	}
	args = append(args, without(slices.Concat(c.skip, c.company.stopped))...)
	timed, cancel := context.WithTimeout(ctx, limit+besideSlack)
	defer cancel()
	defer c.step("ran them beside the package's own tests, shuffled: %s", how.shuffle)()
	t := newTranscript()
	t.heard = func(name string) bool { return ours(s, name) }
	ok, err := c.confined(timed, t, c.pkg.Dir, setting{clean: true, binary: binary, launch: c.opts.Beside}, args)
	o := t.close()
	o.ok, o.timedOut = ok, o.timedOut || timed.Err() != nil
	if timed.Err() != nil {
		err = nil
	}
	return o, err
}

// takeBeside takes over what failed of ours beside the package's own tests. It
// reports whether the same order is to be run again without what has ended it, or
// why it is of no use to go on. Only the first order finds out which own tests can
// be run at all.
func (c *checker) takeBeside(s *testgen.Suite, o *outcome, first bool, limit time.Duration) (again bool, why string) {
	c.company.here = true
	defer func() { c.company.here = false }()
	ended := !o.finished || o.timedOut
	if ended && c.ended(s, o, limit) {
		again = true
	}
	c.failures(s, o, true)
	if again || !ended || !first {
		if first && !ended && !slices.ContainsFunc(o.order, func(name string) bool { return !ours(s, name) }) {
			return false, aloneNone
		}
		return again, ""
	}
	stopped := stoppedIn(s, o, limit)
	switch {
	case len(stopped) > 0 && len(c.company.stopped)+len(stopped) <= besideStops:
		c.company.stopped = append(c.company.stopped, stopped...)
		return true, ""
	case o.timedOut && !c.report.Short:
		c.report.Short = true
		return true, ""
	case o.timedOut:
		return false, "these take more than " + limit.Round(time.Second).String()
	}
	return false, aloneEnd
}

// ended reports whether one of ours is to blame for the end of a run, and drops it.
func (c *checker) ended(s *testgen.Suite, o *outcome, limit time.Duration) bool {
	if !o.timedOut {
		if list := c.leaving(s, o); len(list) > 0 {
			c.dropLeaving(s, list, o)
			return true
		}
		return c.culprit(s, o)
	}
	if !c.hangs(s, o, limit) {
		return false
	}
	at, _ := c.slowest(s, o)
	c.dropCase(s, at.fn, at.c, fmt.Sprintf("it does not end within %s beside the package's own tests", limit.Round(time.Second/10)))
	return true
}

// stoppedIn lists the package's own tests in which a run ended: those that had not
// come to their end, for most of the time if that was over, or the last that
// failed, as one that panics does.
func stoppedIn(s *testgen.Suite, o *outcome, limit time.Duration) (list []string) {
	for _, name := range o.order {
		t := o.tests[name]
		if !ours(s, name) && !strings.Contains(name, "/") && t.open && !t.paused && (!o.timedOut || t.spent > limit/2) {
			list = append(list, name)
		}
	}
	if test, _, _ := strings.Cut(o.lastFail, "/"); len(list) == 0 && !o.timedOut && test != "" && !ours(s, test) {
		list = append(list, test)
	}
	return list
}

// ours reports whether a test or subtest is one of the suite.
func ours(s *testgen.Suite, name string) bool {
	test, _, _ := strings.Cut(name, "/")
	return slices.Contains(s.Tests, test)
}
