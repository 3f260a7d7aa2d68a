package testcheck

import (
	"slices"
	"strings"
)

// Tests run once in the user's own environment, because they must pass there too. The output of
// that run may contain values of environment variables, passwords among them. Therefore no
// message quotes the output: redact reduces each line to its kind.

// redactedText replaces a text that must not be shown.
const redactedText = "in the user's environment, so that its text is not shown"

// transcriptFor returns a transcript for the output of a run in a setting. In the user's
// environment it redacts the output.
func (r *runner) transcriptFor(set setting) *transcript {
	t := newTranscript()
	if !set.clean && !set.bare {
		t.redact = r.redact
	}
	return t
}

// redact returns a replacement for a line of output. It keeps the position of a failed
// assertion, the fact of a panic or a data race, and the functions of a stack that the search
// has observed in leaked goroutines.
func (r *runner) redact(line string) string {
	line = strings.TrimRight(line, "\r\n")
	if m := logged.FindStringSubmatch(line); m != nil && r.suiteName(m[1]) != "" {
		return m[0] + redactedText + "\n"
	}
	for _, kind := range []string{panicPrefix, fatalPrefix} {
		if strings.HasPrefix(line, kind) {
			return kind + redactedText + "\n"
		}
	}
	if strings.Contains(line, raceBegin) {
		return raceBegin + "\n"
	}
	if strings.HasPrefix(line, goroutineHeader) {
		return goroutineHeader + "\n"
	}
	if end := strings.LastIndexByte(line, '('); end > 0 && (line[:end] == testRunner || slices.Contains(r.leakedFuncs, line[:end])) {
		return line[:end] + "(\n"
	}
	return "\n"
}
