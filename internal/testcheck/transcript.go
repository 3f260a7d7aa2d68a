package testcheck

import (
	"bytes"
	"slices"
	"strings"
	"time"
)

// An outcome is the result of one run of a test binary.
type outcome struct {
	ok         bool                // the process has ended with status 0
	finished   bool                // the binary has printed PASS or FAIL at the end
	messages   string              // output outside tests
	tests      map[string]*testRun // by name
	order      []string            // names of the tests in start order
	timedOut   bool
	neverBegan bool   // no test had begun when the process was ended, because it hangs
	races      []race // reported by the race detector
	lastFail   string // the last test that failed by itself, and not only because a subtest did
}

// testOutput lists the recorded output of all tests, in start order.
func (o *outcome) testOutput() (lines []string) {
	for _, name := range o.order {
		lines = append(lines, o.tests[name].output...)
		lines = append(lines, o.tests[name].current...)
	}
	return lines
}

// failedOutput returns the output of a test and its subtests, of those that failed or were running,
// in start order. An empty name stands for all tests.
func (o *outcome) failedOutput(test string) (output []string, failed bool) {
	for _, name := range o.order {
		t := o.tests[name]
		if top, _, _ := strings.Cut(name, "/"); (test == "" || top == test) && (t.fails > 0 || t.running) {
			output, failed = slices.Concat(output, t.output, t.current), true
		}
	}
	return output, failed
}

// A testRun records one test or subtest over all its repetitions.
type testRun struct {
	passes, fails int
	running       bool // the present repetition has begun and not ended
	paused        bool // a parallel test, waiting for the sequential ones
	began         time.Time
	spent         time.Duration // time of all repetitions, including an unfinished one
	output        []string      // output of the repetitions that failed
	current       []string      // output of the present repetition
}

// A transcript parses the output of a test binary under -test.v=test2json. Lines about the
// progress of tests begin with markByte.
type transcript struct {
	*outcome
	line        []byte          // the present line, up to the bytes written so far
	messageText strings.Builder // becomes outcome.messages
	textBudget  int             // bytes of output that may still be recorded
	testBudget  int             // bytes that records of tests may still take
	name        string          // name of the test that prints, "" outside of tests
	inRace      bool            // the line belongs to the last race
	now         func() time.Time

	turn   string                        // if set, a test with which the next turn begins: an outcome of its own
	turns  []*outcome                    // of the turns, the last one unfinished until close
	turned func(turn int, over *outcome) // called when another turn begins

	begin  func()                   // if set, called when a test begins
	keep   func(name string) bool   // if set, output of a test is recorded only if keep(name) is true
	redact func(line string) string // if set, replaces each line that is recorded
}

const markByte = 0x16

// From Go 1.27 on, test binaries print these bytes around the output of a test. The transcript
// ignores them.
const shiftIn, shiftOut = 0x0f, 0x0e

// Limits of the recorded output, in bytes. A test binary may print without end.
const (
	maxLine  = 1 << 20  // one line
	maxKept  = 32 << 20 // all recorded lines together; also the limit for all records of tests together
	lineCost = 32       // overhead of a line
	testCost = 256      // overhead of a test
)

func newTranscript() *transcript {
	return &transcript{outcome: &outcome{tests: map[string]*testRun{}}, textBudget: maxKept, testBudget: maxKept, now: time.Now}
}

func (t *transcript) Write(p []byte) (int, error) {
	for _, c := range p {
		if c != shiftIn && c != shiftOut && (len(t.line) < maxLine || c == '\n') {
			t.line = append(t.line, c)
		}
		if c == '\n' {
			t.parseLine()
		}
	}
	return len(p), nil
}

// next begins a turn.
func (t *transcript) next() {
	if over := len(t.turns) - 1; over >= 0 {
		t.messages = t.messageText.String()
		t.turned(over, t.outcome)
	}
	t.messageText.Reset()
	t.textBudget, t.testBudget = maxKept, maxKept
	t.outcome = &outcome{tests: map[string]*testRun{}}
	t.turns = append(t.turns, t.outcome)
}

// close parses the last line, adds the times of unfinished tests, and returns the outcome.
func (t *transcript) close() *outcome {
	t.parseLine()
	t.messages = t.messageText.String()
	for _, r := range t.tests {
		if r.running {
			r.spent += t.now().Sub(r.began)
		}
	}
	return t.outcome
}

// parseLine parses one line. Output without a line end may come before a markByte.
func (t *transcript) parseLine() {
	line := t.line
	t.line = t.line[:0]
	for len(line) > 0 {
		i := bytes.IndexByte(line, markByte)
		if i < 0 {
			t.addOutput(string(line))
			return
		}
		if i > 0 {
			t.addOutput(string(line[:i]))
		}
		rest := string(line[i+1:])
		if t.parseEvent(strings.TrimRight(rest, "\r\n")) {
			return
		}
		line = line[i+1:]
	}
}

func (t *transcript) addOutput(text string) {
	t.timedOut = t.timedOut || strings.HasPrefix(text, "panic: test timed out")
	t.addRace(text)
	if t.name != "" && t.keep != nil && !t.keep(t.name) {
		return
	}
	if t.redact != nil {
		text = t.redact(text)
	}
	if len(text)+lineCost > t.textBudget {
		return
	}
	t.textBudget -= len(text) + lineCost
	if t.name == "" {
		t.messageText.WriteString(text)
		return
	}
	r := t.test(t.name)
	r.current = append(r.current, text)
}

// test returns the testRun of a name. If the budget is used up, it returns a new one that is not
// recorded.
func (t *transcript) test(name string) *testRun {
	r := t.tests[name]
	if r == nil {
		r = &testRun{}
		if t.testBudget -= len(name) + testCost; t.testBudget < 0 {
			return r
		}
		t.tests[name] = r
		t.order = append(t.order, name)
	}
	return r
}

// parseEvent parses a line about the progress of a test. It reports whether text is such a
// line.
func (t *transcript) parseEvent(text string) bool {
	if text == "PASS" || text == "FAIL" {
		t.finished, t.name = true, ""
		return true
	}
	verb, name, ok := strings.Cut(strings.TrimLeft(text, " "), " ")
	if !ok || verb != "===" && verb != "---" {
		return false
	}
	verb, name, _ = strings.Cut(name, " ")
	name = strings.TrimLeft(name, " ")
	if i := strings.LastIndex(name, " ("); i >= 0 && strings.HasSuffix(verb, ":") {
		name = name[:i]
	}
	t.name = name
	if name == "" {
		return true
	}
	if name == t.turn && verb == "RUN" {
		t.next()
	}
	switch run := t.test(name); verb {
	case "RUN":
		if t.begin != nil {
			t.begin()
		}
		t.discardCurrent(run)
		run.running, run.began = true, t.now()
	case "PAUSE":
		run.paused = true
	case "CONT":
		run.paused, run.began = false, t.now()
	case "PASS:", "SKIP:":
		if verb == "PASS:" {
			run.passes++
		}
		t.stopTimer(run)
		t.discardCurrent(run)
	case "FAIL:":
		run.fails++
		if !strings.HasPrefix(t.lastFail, name+"/") { // otherwise the test fails because of a subtest
			t.lastFail = name
		}
		t.stopTimer(run)
		run.output, run.current = append(run.output, run.current...), nil
	}
	return true
}

// discardCurrent discards the output of a test's present repetition and restores the budget.
func (t *transcript) discardCurrent(r *testRun) {
	for _, text := range r.current {
		t.textBudget += len(text) + lineCost
	}
	r.current = nil
}

func (t *transcript) stopTimer(r *testRun) {
	if r.running {
		r.running = false
		r.spent += t.now().Sub(r.began)
	}
}
