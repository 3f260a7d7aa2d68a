package testcheck

import (
	"regexp"
	"slices"
	"strings"
)

// Tests run once in the user's own environment, because they are to pass there, too. What
// code under test prints then may have values of variables in it, passwords among them.
// So nothing is quoted of such a run: a line of it becomes what kind of line it is.

// redacted is what is said in place of a text.
const redacted = "in the user's environment, so that its text is not shown"

// transcript reads what tests print in a setting.
func (r *runner) transcript(set setting) *transcript {
	t := newTranscript()
	if !set.clean {
		t.redact = r.redact
	}
	return t
}

// Messages of assertions that tell of an error where there was to be none, or the other
// way round.
var absences = []struct{ pattern, line string }{
	{` = "", want `, ` = "", want "…"`}, {` = <nil>, want `, ` = <nil>, want …`},
}

var presences = []string{`, want ""`, ", want <nil>"}

var failedAt = regexp.MustCompile(`^\s*(\S+\.go):(\d+): `)

// redact returns a line that says no more than where an assertion failed, that there was a
// panic or a data race, or that a stack has a function that is known from runs in a sandbox.
func (r *runner) redact(line string) string {
	line = strings.TrimRight(line, "\r\n")
	if m := failedAt.FindStringSubmatch(line); m != nil && r.emitted(m[1]) != "" {
		return m[0] + withoutValues(line) + "\n"
	}
	for _, kind := range []string{"panic: ", "fatal error: "} {
		if strings.HasPrefix(line, kind) {
			return kind + redacted + "\n"
		}
	}
	if strings.Contains(line, "WARNING: DATA RACE") {
		return "WARNING: DATA RACE\n"
	}
	if strings.HasPrefix(line, goroutineHeader) {
		return goroutineHeader + "\n"
	}
	if end := strings.LastIndexByte(line, '('); end > 0 && (line[:end] == testRunner || slices.Contains(r.stacked, line[:end])) {
		return line[:end] + "(\n"
	}
	return "\n"
}

func withoutValues(msg string) string {
	for _, a := range absences {
		if strings.Contains(msg, a.pattern) {
			return a.line
		}
	}
	for _, end := range presences {
		if strings.HasSuffix(msg, end) {
			return "an error" + end
		}
	}
	return redacted
}
