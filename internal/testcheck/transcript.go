package testcheck

import (
	"bytes"
	"strings"
	"time"
)

// outcome is what one run of a test binary showed.
type outcome struct {
	ok       bool   // it ended well
	finished bool   // it came to its own end, well or not
	messages string // what no test printed
	tests    map[string]*testRun
	order    []string // of the tests, as they began
	timedOut bool
	lastFail string // the last test that did, below those that failed for it
}

// printed lists the lines that are kept of tests, as these began.
func (o *outcome) printed() (lines []string) {
	for _, name := range o.order {
		lines = append(lines, o.tests[name].output...)
		lines = append(lines, o.tests[name].current...)
	}
	return lines
}

// testRun is one test or subtest over all its repetitions.
type testRun struct {
	passes, fails int
	open          bool
	paused        bool // it waits until others have ended, to run beside more
	began         time.Time
	spent         time.Duration // over all runs, also the one that did not end
	output        []string      // of the runs that failed
	current       []string
}

// transcript reads what a test binary prints under -test.v=test2json: a line
// that tells of a test begins with a mark.
type transcript struct {
	*outcome
	line []byte
	said strings.Builder // what will be the messages
	left int             // bytes of output that may yet be kept
	room int             // and of tests
	name string          // of the test that is printing
	now  func() time.Time

	heard  func(name string) bool   // if set, what other tests print is not kept
	redact func(line string) string // if set, what is kept of a line
}

const mark = 0x16

// From Go 1.27 on what a test prints stands between these two. They mean
// nothing to us.
const shiftIn, shiftOut = 0x0f, 0x0e

// What is kept of what a test binary prints: it may go on for as long as it runs.
const (
	mostLine = 1 << 20  // bytes of a line
	mostKept = 32 << 20 // of all lines, and of tests
	lineCost = 32       // what a line takes beside its text,
	testCost = 256      // and a test beside its name
)

func newTranscript() *transcript {
	return &transcript{outcome: &outcome{tests: map[string]*testRun{}}, left: mostKept, room: mostKept, now: time.Now}
}

func (t *transcript) Write(p []byte) (int, error) {
	for _, c := range p {
		if c != shiftIn && c != shiftOut && (len(t.line) < mostLine || c == '\n') {
			t.line = append(t.line, c)
		}
		if c == '\n' {
			t.take()
		}
	}
	return len(p), nil
}

// close takes what is left, and the time of tests that did not end.
func (t *transcript) close() *outcome {
	t.take()
	t.messages = t.said.String()
	for _, r := range t.tests {
		if r.open {
			r.spent += t.now().Sub(r.began)
		}
	}
	return t.outcome
}

// take reads one line. Output without a line end may stand before a mark.
func (t *transcript) take() {
	line := t.line
	t.line = t.line[:0]
	for len(line) > 0 {
		i := bytes.IndexByte(line, mark)
		if i < 0 {
			t.print(string(line))
			return
		}
		if i > 0 {
			t.print(string(line[:i]))
		}
		rest := string(line[i+1:])
		if t.tell(strings.TrimRight(rest, "\r\n")) {
			return
		}
		line = line[i+1:]
	}
}

func (t *transcript) print(text string) {
	t.timedOut = t.timedOut || strings.HasPrefix(text, "panic: test timed out")
	if t.name != "" && t.heard != nil && !t.heard(t.name) {
		return
	}
	if t.redact != nil {
		text = t.redact(text)
	}
	if len(text)+lineCost > t.left {
		return
	}
	t.left -= len(text) + lineCost
	if t.name == "" {
		t.said.WriteString(text)
		return
	}
	r := t.of(t.name)
	r.current = append(r.current, text)
}

// of returns the test of a name. One that there is no room for is not kept.
func (t *transcript) of(name string) *testRun {
	r := t.tests[name]
	if r == nil {
		r = &testRun{}
		if t.room -= len(name) + testCost; t.room < 0 {
			return r
		}
		t.tests[name] = r
		t.order = append(t.order, name)
	}
	return r
}

// tell takes over what a marked line says of a test, and reports whether it
// is such a line.
func (t *transcript) tell(text string) bool {
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
	switch r := t.of(name); verb {
	case "RUN":
		t.forget(r)
		r.open, r.began = true, t.now()
	case "PAUSE":
		r.paused = true
	case "CONT":
		r.paused, r.began = false, t.now()
	case "PASS:", "SKIP:":
		if verb == "PASS:" {
			r.passes++
		}
		t.end(r)
		t.forget(r)
	case "FAIL:":
		r.fails++
		if !strings.HasPrefix(t.lastFail, name+"/") { // which it fails for
			t.lastFail = name
		}
		t.end(r)
		r.output, r.current = append(r.output, r.current...), nil
	}
	return true
}

// forget makes room of what a test has printed in one run.
func (t *transcript) forget(r *testRun) {
	for _, text := range r.current {
		t.left += len(text) + lineCost
	}
	r.current = nil
}

func (t *transcript) end(r *testRun) {
	if r.open {
		r.open = false
		r.spent += t.now().Sub(r.began)
	}
}
