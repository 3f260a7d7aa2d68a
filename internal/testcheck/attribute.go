package testcheck

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/testgen"
)

// place is a case of a suite by its indices; c is -1 for a whole test.
type place struct{ fn, c int }

// findings are what one round finds to change.
type findings struct {
	number  int
	changed bool // something is to be printed in another way
	drops   map[place]bool
	weaker  map[place]map[testgen.Place]bool // assertions that cases have lost
	dropped []testgen.Dropped
	skip    []string // tests and subtests that are run no more

	suspects map[place]bool // cases that have panicked, perhaps for one that had before
}

func newFindings(number int) findings {
	return findings{number: number, drops: map[place]bool{}, weaker: map[place]map[testgen.Place]bool{}, suspects: map[place]bool{}}
}

// gone reports whether a case goes, or its whole test.
func (f *findings) gone(i, j int) bool { return f.drops[place{i, j}] || f.drops[place{i, -1}] }

// left are the cases of a suite that have not gone.
func (f *findings) left(s *testgen.Suite) (list []place) {
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			if !f.gone(i, j) {
				list = append(list, place{i, j})
			}
		}
	}
	return list
}

// allGone reports whether no case is left to run.
func (f *findings) allGone(s *testgen.Suite) bool { return len(f.left(s)) == 0 }

func (f *findings) drop(at place, d testgen.Dropped) {
	f.changed, f.drops[at] = true, true
	f.dropped = append(f.dropped, d)
}

// dropCase drops a case, or a whole test if j is negative, and has it run no more.
func (f *findings) dropCase(s *testgen.Suite, i, j int, why string) {
	name := s.Tests[i]
	if j >= 0 {
		name = s.Subtest(i, j)
	}
	f.skip = append(f.skip, name)
	f.drop(place{i, j}, s.Drop(i, j, why))
}

// attribute finds what is to blame for a run that failed. Whatever is found is
// run no more in this round, unless it only loses an assertion.
func (c *checker) attribute(s *testgen.Suite, o *outcome, limit time.Duration) {
	switch {
	case o.timedOut:
		c.dropSlowest(s, o, limit)
	case !o.finished:
		c.failures(s, o, c.culprit(s, o))
	case !c.failures(s, o, false):
		c.dropAny(s, "the test process failed and no case can be blamed: "+ending(o))
	}
}

// culprit drops what was running when the process ended: a case that had not
// come to its end or was the last to fail, as one that panics is, or a test
// beside its cases. It reports whether there was one of ours.
func (c *checker) culprit(s *testgen.Suite, o *outcome) bool {
	why := "the test process ended while it ran" + c.there() + ": "
	inCase, inTest := place{-1, -1}, -1
	for i, fn := range s.Funcs {
		if t := o.tests[s.Tests[i]]; t != nil && (t.open || o.lastFail == s.Tests[i]) && !c.gone(i, -1) {
			inTest = i
		}
		for j := range fn.Cases {
			name := s.Subtest(i, j)
			switch t := o.tests[name]; {
			case t == nil || c.gone(i, j):
			case t.open:
				c.dropEnding(s, i, j, why+ending(o))
				return true
			case o.lastFail == name:
				inCase = place{i, j}
			}
		}
	}
	switch {
	case inCase.fn >= 0 && c.panicked(o):
		c.dropEnding(s, inCase.fn, inCase.c, c.fails(o.tests[o.lastFail])+ending(o))
	case inTest >= 0:
		c.dropCase(s, inTest, -1, "its test fails"+c.there()+": "+ending(o))
	default:
		return false
	}
	return true
}

// dropEnding drops a case that ends the process: each costs a run more. After many
// of them the whole test goes.
func (f *findings) dropEnding(s *testgen.Suite, i, j int, why string) {
	if len(f.skip) >= mostEnds {
		j = -1
	}
	f.dropCase(s, i, j, why)
}

// panicked reports whether a process ended with a panic, which has the last
// case that failed as its cause.
func (c *checker) panicked(o *outcome) bool { return strings.HasPrefix(ending(o), "panic: ") }

// fails says whether a test fails always or now and then.
func (c *checker) fails(t *testRun) string {
	if t.passes > 0 {
		return "it fails on some runs" + c.there() + ": "
	}
	return "it fails" + c.there() + ": "
}

// failures finds the cases, and the tests beside their cases, that failed; found says
// whether anything is known already. It reports whether anything is to blame.
func (c *checker) failures(s *testgen.Suite, o *outcome, found bool) bool {
	for i, fn := range s.Funcs {
		inCase := false
		for j := range fn.Cases {
			t := o.tests[s.Subtest(i, j)]
			if t == nil || t.fails == 0 && !t.open {
				continue
			}
			inCase = true
			if !t.open && !c.gone(i, j) {
				c.caseFailed(s, i, j, t, o)
			}
		}
		t := o.tests[s.Tests[i]]
		if !inCase && t != nil && t.fails > 0 && !c.gone(i, -1) {
			inCase = true
			c.dropCase(s, i, -1, "its test fails"+c.there()+": "+said(strings.Join(t.output, "")))
		}
		found = found || inCase
	}
	return found
}

// caseFailed has a case lose the assertions that failed, or drops it.
func (c *checker) caseFailed(s *testgen.Suite, i, j int, t *testRun, o *outcome) {
	var at []testgen.Place
	messages := map[testgen.Place][]string{}
	first := ""
	for _, d := range c.reported(t.output) {
		p := s.At(d.file, d.line)
		if !p.Asserts || p.Func != i {
			continue
		}
		if first == "" {
			first = d.msg
		}
		if messages[p] == nil {
			at = append(at, p)
		}
		messages[p] = append(messages[p], d.msg)
	}
	switch {
	case strings.Contains(strings.Join(t.output, ""), "WARNING: DATA RACE"):
		c.dropCase(s, i, j, "it has a data race")
	case len(at) == 0:
		c.dropCase(s, i, j, c.fails(t)+ending(o))
	case c.number >= maxRounds-1:
		c.dropCase(s, i, j, "it keeps failing: "+first)
	default:
		for _, p := range at {
			if !c.weaker[place{i, j}][p] && !c.weaken(s, i, j, p, messages[p]) {
				return
			}
		}
	}
}

// Why an assertion goes. What was seen in place of what was wanted is not
// said, for the emitted files would be different every time.
const (
	unstable = "it is not the same on every run, or depends on the tests before it"
	besides  = "it is not the same beside the package's own tests"
)

// weaken has a case lose one assertion, or drops it if it has nothing left to
// lose. The case stays in this round, for other assertions of it may fail later.
func (c *checker) weaken(s *testgen.Suite, i, j int, at testgen.Place, messages []string) (stays bool) {
	why := unstable
	if c.company.here {
		why = besides
	}
	lost, ok := s.Weaken(i, j, at, messages, why)
	if !ok {
		c.dropCase(s, i, j, "it sometimes panics and sometimes does not, or keeps failing")
		return false
	}
	here := place{i, j}
	if c.weaker[here] == nil {
		c.weaker[here] = map[testgen.Place]bool{}
	}
	c.weaker[here][at], c.changed = true, true
	if lost != testgen.ErrorIs { // else its message is compared in place of it
		d := s.Drop(i, j, fmt.Sprintf("%s not asserted: %s", lost, why))
		d.Weaker, d.Covers = true, nil
		c.dropped = append(c.dropped, d)
	}
	return true
}

// there says of a failure where it was.
func (c *checker) there() string {
	if c.company.here {
		return " beside the package's own tests"
	}
	return ""
}

// dropAny drops a test that was run, for want of a better one.
func (c *checker) dropAny(s *testgen.Suite, why string) {
	if left := c.left(s); len(left) > 0 {
		c.dropCase(s, left[0].fn, -1, why)
	}
}

// hangs reports whether a case that never came to its end took most of a run.
func (c *checker) hangs(s *testgen.Suite, o *outcome, limit time.Duration) bool {
	_, t := c.slowest(s, o)
	return t != nil && t.open && t.passes == 0 && t.spent > limit/2
}

// dropSlowest drops the case that took most of a run that took too long: one
// that hangs, or one that is too slow to be repeated.
func (c *checker) dropSlowest(s *testgen.Suite, o *outcome, limit time.Duration) {
	at, t := c.slowest(s, o)
	switch {
	case t == nil:
		c.dropAny(s, "the tests do not end, and no case can be blamed")
	case c.hangs(s, o, limit):
		c.dropCase(s, at.fn, at.c, "it does not end within "+limit.Round(time.Second/10).String())
	default:
		c.dropCase(s, at.fn, at.c, c.tooSlow(limit))
	}
}

func (c *checker) tooSlow(limit time.Duration) string {
	return fmt.Sprintf("it is too slow: %d runs of all tests take more than %s", c.opts.Count, limit.Round(time.Second/10))
}

// slowest is the case that took most of a run.
func (c *checker) slowest(s *testgen.Suite, o *outcome) (worst place, slow *testRun) {
	for _, at := range c.left(s) {
		if t := o.tests[s.Subtest(at.fn, at.c)]; t != nil && (slow == nil || t.spent > slow.spent) {
			worst, slow = at, t
		}
	}
	return worst, slow
}

// dropSlow drops the slowest cases of a single run until all repetitions of
// the rest should end in time. Close to the deadline no case is slow that is quick on another
// day: the repetitions that prove enough may pass it.
func (c *checker) dropSlow(s *testgen.Suite, o *outcome, limit time.Duration) {
	var total time.Duration
	for _, at := range c.left(s) {
		if t := o.tests[s.Subtest(at.fn, at.c)]; t != nil {
			total += t.spent
		}
	}
	runs := c.opts.Count
	if c.hurried(limit) {
		runs, limit = c.opts.least(), max(limit, leastRuns)
	}
	for total > limit/time.Duration(runs) {
		at, t := c.slowest(s, o)
		if t == nil {
			return
		}
		total -= t.spent
		c.dropCase(s, at.fn, at.c, c.tooSlow(limit))
	}
}

// reported reads the lines that t.Errorf and t.Fatalf printed.
func (r *runner) reported(output []string) []diagnostic {
	var list []diagnostic
	for _, line := range output {
		file, rest, ok := strings.Cut(strings.TrimSpace(line), ".go:")
		number, msg, _ := strings.Cut(rest, ": ")
		n, err := strconv.Atoi(number)
		if name := r.emitted(file + ".go"); ok && err == nil && (name == testgen.TestFile || name == testgen.PanicFile) {
			list = append(list, diagnostic{file: name, line: n, msg: msg})
		}
	}
	return list
}

// ending is the line that says how a process died.
func ending(o *outcome) string {
	ends := func(line string) bool {
		return strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")
	}
	for _, line := range o.printed() {
		if ends(line) {
			return strings.TrimSuffix(strings.TrimSpace(line), " [recovered, repanicked]")
		}
	}
	for line := range strings.SplitSeq(o.messages, "\n") {
		if ends(line) || strings.HasPrefix(line, "exit status") {
			return strings.TrimSuffix(line, " [recovered, repanicked]")
		}
	}
	return "it exited"
}

func firstLine(s string) string {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "FAIL") {
			return line
		}
	}
	return "go test failed without a message"
}

// raced is the first access in a report of the race detector: what it is, in which
// function, and where.
var raced = regexp.MustCompile(`(?m)^(\S.*) at 0x[0-9a-f]+ by .*:\n\s+(\S+)\(\)\n\s+(\S+:[0-9]+)`)

// said is how a test failed, in one line.
func said(output string) string {
	_, race, ok := strings.Cut(output, "WARNING: DATA RACE\n")
	if !ok {
		return firstLine(output)
	}
	if m := raced.FindStringSubmatch(race); m != nil {
		return fmt.Sprintf("data race: %s in %s at %s", strings.ToLower(m[1]), m[2], filepath.Base(m[3]))
	}
	return "data race"
}
