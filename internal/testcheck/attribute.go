package testcheck

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/oracle"
	"nearmiss/internal/testgen"
)

// A caseIndex identifies a case of a suite by the index fn of its test and its index c in the
// test; c is -1 for the whole test.
type caseIndex struct{ fn, c int }

// in returns the case in a suite.
func (i caseIndex) in(s *testgen.Suite) *testgen.Case { return &s.Funcs[i.fn].Cases[i.c] }

// findings collects the changes that one round has found necessary. Cases have their numbers (Case.ID).
type findings struct {
	changed  bool                           // the suite must be printed again
	drops    map[int]bool                   // cases to drop
	weakened map[int]map[testgen.Place]bool // the assertions that each case has lost
	dropped  []testgen.Dropped
}

func newFindings() findings {
	return findings{drops: map[int]bool{}, weakened: map[int]map[testgen.Place]bool{}}
}

func (f *findings) isDropped(c *testgen.Case) bool { return f.drops[c.ID] }

// left returns the number of cases of a test that are not dropped.
func (f *findings) left(fn *testgen.Func) (n int) {
	for j := range fn.Cases {
		if !f.isDropped(&fn.Cases[j]) {
			n++
		}
	}
	return n
}

// remaining lists the cases of a suite that are not dropped.
func (f *findings) remaining(s *testgen.Suite) (list []caseIndex) {
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			if !f.isDropped(&fn.Cases[j]) {
				list = append(list, caseIndex{i, j})
			}
		}
	}
	return list
}

// noneLeft reports whether all cases are dropped.
func (f *findings) noneLeft(s *testgen.Suite) bool { return len(f.remaining(s)) == 0 }

// those lists the remaining cases for which is returns true.
func (f *findings) those(s *testgen.Suite, is func(*testgen.Case) bool) []caseIndex {
	return slices.DeleteFunc(f.remaining(s), func(index caseIndex) bool { return !is(index.in(s)) })
}

// drop drops a case or a whole test. Further runs leave it out.
func (f *findings) drop(s *testgen.Suite, index caseIndex, why string, cause testgen.Cause) {
	d := s.Drop(index.fn, index.c, why)
	d.Cause = cause
	for _, id := range d.IDs {
		f.drops[id] = true
	}
	f.changed = true
	f.dropped = append(f.dropped, d)
}

// remainingNames returns the names of the remaining cases of a suite.
func (f *findings) remainingNames(s *testgen.Suite) []string {
	names := []string{}
	for _, index := range f.remaining(s) {
		names = append(names, s.Subtest(index.fn, index.c))
	}
	return names
}

// droppedNames returns the names of the dropped tests and cases of a suite.
func (f *findings) droppedNames(s *testgen.Suite) (names []string) {
	for i, fn := range s.Funcs {
		if f.left(&fn) == 0 {
			names = append(names, s.Tests[i])
			continue
		}
		for j := range fn.Cases {
			if f.isDropped(&fn.Cases[j]) {
				names = append(names, s.Subtest(i, j))
			}
		}
	}
	return names
}

// blameCases finds the cases that made a run fail. It drops them or removes the assertions that
// failed. The round does not run dropped cases again.
func (c *checker) blameCases(s *testgen.Suite, o *outcome, limit time.Duration) {
	switch {
	case o.timedOut:
		c.dropSlowest(s, o, limit)
	case !o.finished:
		before := len(c.drops)
		c.handleFailures(s, o, c.dropRunning(s, o))
		if len(c.drops) == before {
			c.dropAny(s, "the test process ended and no case can be blamed: "+endMessage(o))
		}
	case !c.handleFailures(s, o, false):
		c.dropAny(s, "the test process failed and no case can be blamed: "+endMessage(o))
	}
}

// dropRunning drops the case that was running when the process ended: a case that did not
// finish, or the last one to fail, as a panicking case does. If no case fits, it drops the
// running test. It reports whether it has dropped any.
func (c *checker) dropRunning(suite *testgen.Suite, result *outcome) bool {
	why := "the test process ended while it ran" + c.whereSuffix() + ": "
	inCase, inTest := caseIndex{-1, -1}, -1
	for i, fn := range suite.Funcs {
		if t := result.tests[suite.Tests[i]]; t != nil && (t.running || result.lastFail == suite.Tests[i]) && c.left(&fn) > 0 {
			inTest = i
		}
		for j := range fn.Cases {
			name := suite.Subtest(i, j)
			switch t := result.tests[name]; {
			case t == nil || c.isDropped(&fn.Cases[j]):
			case t.running:
				c.dropEnding(suite, caseIndex{i, j}, why+endMessage(result))
				return true
			case result.lastFail == name:
				inCase = caseIndex{i, j}
			}
		}
	}
	switch {
	case inCase.fn >= 0 && strings.HasPrefix(endMessage(result), panicPrefix): // the last case that failed is its cause
		c.dropEnding(suite, inCase, c.failurePrefix(result.tests[result.lastFail])+endMessage(result))
	case inTest >= 0:
		c.drop(suite, caseIndex{inTest, -1}, "its test fails"+c.whereSuffix()+": "+endMessage(result), testgen.Fails)
	default:
		return false
	}
	return true
}

// dropEnding drops a case that ends the process. Each such case costs another run, so after
// maxSkipped cases it drops the whole test.
func (f *findings) dropEnding(s *testgen.Suite, index caseIndex, why string) {
	if len(f.droppedNames(s)) >= maxSkipped {
		index.c = -1
	}
	f.drop(s, index, why, testgen.Fails)
}

// failurePrefix begins the reason for dropping a case; it tells whether the case fails always or
// on some runs.
func (c *checker) failurePrefix(t *testRun) string {
	if t.passes > 0 {
		return "it fails on some runs" + c.whereSuffix() + ": "
	}
	return "it fails" + c.whereSuffix() + ": "
}

// handleFailures handles the cases that failed, and drops the tests that failed outside their
// cases. It reports whether there were any; found is true if the caller has found one already.
func (c *checker) handleFailures(suite *testgen.Suite, result *outcome, found bool) bool {
	innocent, racing := c.blameRacing(suite, result)
	found = found || racing
	for i, fn := range suite.Funcs {
		inCase := false
		for j := range fn.Cases {
			t := result.tests[suite.Subtest(i, j)]
			if t == nil || t.fails == 0 && !t.running {
				continue
			}
			inCase = true
			if !t.running && !c.isDropped(&fn.Cases[j]) && !(innocent(i) && raceIn(t.output)) {
				c.handleCaseFailure(suite, i, j, t, result)
			}
		}
		t := result.tests[suite.Tests[i]]
		if !inCase && t != nil && t.fails > 0 && !(innocent(i) && raceIn(t.output)) && c.left(&fn) == len(fn.Cases) {
			inCase = true
			c.drop(suite, caseIndex{i, -1}, "its test fails"+c.whereSuffix()+": "+failureSummary(t.output), testgen.Fails)
		}
		found = found || inCase
	}
	return found
}

// handleCaseFailure removes the assertions of case j of test i that failed in run. It drops the
// case if it has a data race, if no assertion failed, if it does not panic as expected, or in the last rounds.
func (c *checker) handleCaseFailure(suite *testgen.Suite, i, j int, run *testRun, result *outcome) {
	var at []testgen.Place
	first, returned := "", false
	for _, d := range c.loggedPlaces(run.output) {
		p := suite.At(d.file, d.pos.Line)
		if !p.Asserts || p.Func != i {
			continue
		}
		if first == "" {
			first = d.msg
		}
		returned = returned || d.returned()
		if !slices.Contains(at, p) {
			at = append(at, p)
		}
	}
	switch {
	case raceIn(run.output):
		c.handleRace(suite, i, j)
	case len(at) == 0:
		c.drop(suite, caseIndex{i, j}, c.failurePrefix(run)+endMessage(result), testgen.Fails)
	case returned:
		c.drop(suite, caseIndex{i, j}, c.failurePrefix(run)+first, testgen.Fails)
	case c.report.Rounds >= maxRounds-1:
		c.drop(suite, caseIndex{i, j}, "it keeps failing: "+first, testgen.Fails)
	default:
		for _, p := range at {
			if !c.weakened[suite.Funcs[i].Cases[j].ID][p] && !c.weaken(suite, i, j, p) {
				return
			}
		}
	}
}

// handleRace makes a case with a data race lose the checks that read what a goroutine may still
// write. It drops the case if there are none, or in the last rounds.
func (c *checker) handleRace(suite *testgen.Suite, i, j int) {
	here := suite.Funcs[i].Cases[j].ID
	if c.weakened[here] != nil {
		return
	}
	if c.report.Rounds >= maxRounds-1 || !c.silenceViews(suite, i, j, raced) {
		c.drop(suite, caseIndex{i, j}, aRace, testgen.Races)
	}
}

// silenceViews makes a case lose the checks that read memory to which others may write, and reports whether
// there are any.
func (c *checker) silenceViews(suite *testgen.Suite, i, j int, why string) bool {
	if !suite.SilenceViews(i, j, why) {
		return false
	}
	c.weakened[suite.Funcs[i].Cases[j].ID], c.changed = map[testgen.Place]bool{}, true
	d := suite.Drop(i, j, "values not asserted: "+why)
	d.Weaker = true
	c.dropped = append(c.dropped, d)
	return true
}

// Reasons for the removal of an assertion. They do not quote the observed value, because then
// the emitted files would differ on each run.
const (
	unstable        = "it is not the same on every run, or depends on the tests before it"
	rounded         = unstable + ", or where the compiler fuses a multiplication with an addition"
	raced           = "a goroutine of the call writes to them"
	unstableWithOwn = "it is not the same beside the package's own tests"
)

// weaken removes one assertion of a case, or drops the case if it has none to remove. It
// reports whether the case stays. A weakened case runs on in this round, because other
// assertions of it may fail later.
func (c *checker) weaken(suite *testgen.Suite, i, j int, place testgen.Place) (stays bool) {
	why := unstable
	switch {
	case c.ownRuns.active:
		why = unstableWithOwn
	case c.fuses && !c.race:
		why = rounded
	}
	lost, ok := suite.Weaken(i, j, place, why)
	if !ok {
		c.drop(suite, caseIndex{i, j}, "it sometimes panics and sometimes does not, or keeps failing", testgen.Fails)
		return false
	}
	here := suite.Funcs[i].Cases[j].ID
	if c.weakened[here] == nil {
		c.weakened[here] = map[testgen.Place]bool{}
	}
	c.weakened[here][place], c.changed = true, true
	if lost.Level != oracle.Sentinel { // without errors.Is, the test compares the error message instead
		d := suite.Drop(i, j, fmt.Sprintf("%s not asserted: %s", lost, why))
		d.Weaker = true
		c.dropped = append(c.dropped, d)
	}
	return true
}

// whereSuffix ends the reason for dropping a case that failed together with the package's own
// tests.
func (c *checker) whereSuffix() string {
	if c.ownRuns.active {
		return " beside the package's own tests"
	}
	return ""
}

// dropAny drops the first remaining test, if no case can be blamed for a failure.
func (c *checker) dropAny(s *testgen.Suite, why string) {
	if left := c.remaining(s); len(left) > 0 {
		c.drop(s, caseIndex{left[0].fn, -1}, why, testgen.Fails)
	}
}

// hangs reports whether one case has taken most of a run and has never finished.
func (c *checker) hangs(s *testgen.Suite, o *outcome, limit time.Duration) bool {
	_, t := c.slowest(s, o)
	return t != nil && t.running && t.passes == 0 && t.spent > limit/2
}

// dropSlowest drops the slowest case of a run that has exceeded the limit. The case hangs or is
// too slow to be repeated.
func (c *checker) dropSlowest(s *testgen.Suite, o *outcome, limit time.Duration) {
	index, t := c.slowest(s, o)
	switch {
	case t == nil:
		c.dropAny(s, "the tests do not end, and no case can be blamed")
	case c.hangs(s, o, limit):
		c.drop(s, index, "it does not end within "+limit.Round(time.Second/10).String(), testgen.Slow)
	default:
		c.drop(s, index, c.tooSlowText(limit), testgen.Slow)
	}
}

func (c *checker) tooSlowText(limit time.Duration) string {
	return fmt.Sprintf("it is too slow: %d runs of all tests take more than %s", c.opts.Count, limit.Round(time.Second/10))
}

// slowest returns the case that has taken the longest time in a run; slow is nil if none has
// run.
func (c *checker) slowest(s *testgen.Suite, o *outcome) (worst caseIndex, slow *testRun) {
	for _, index := range c.remaining(s) {
		if t := o.tests[s.Subtest(index.fn, index.c)]; t != nil && (slow == nil || t.spent > slow.spent) {
			worst, slow = index, t
		}
	}
	return worst, slow
}

// dropSlow drops the slowest cases of a single run until all repetitions of the other cases
// should end within the limit. Close to the deadline only the least number of repetitions must
// fit, and their limit may exceed the deadline: no case is too slow only because time is short.
func (c *checker) dropSlow(suite *testgen.Suite, result *outcome, limit time.Duration) {
	var total time.Duration
	for _, index := range c.remaining(suite) {
		if t := result.tests[suite.Subtest(index.fn, index.c)]; t != nil {
			total += t.spent
		}
	}
	runs := c.opts.Count
	if c.deadlineBound(limit) {
		runs, limit = c.opts.minPasses(), max(limit, minRunsLimit)
	}
	for total > limit/time.Duration(runs) {
		at, t := c.slowest(suite, result)
		if t == nil {
			return
		}
		total -= t.spent
		c.drop(suite, at, c.tooSlowText(limit), testgen.Slow)
	}
}
