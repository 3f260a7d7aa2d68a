package testcheck

import (
	"fmt"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// This file reads what the go command, the compiler, go vet and test binaries say. No other file of the
// package matches their words, but transcript.go those that tell how tests proceed.

// A diagnostic is one message of the compiler or of go vet.
type diagnostic struct {
	file  string // base name; of an emitted file the name in the suite
	pos   token.Position
	msg   string
	twice string // name that the message says is declared twice, or ""
}

var (
	diagnosticLine = regexp.MustCompile(`(?m)^(?:vet: )?(\S[^:\n]*\.go):(\d+)(?::(\d+))?: (.+)$`)
	declaredTwice  = regexp.MustCompile(`^(\S+) (?:redeclared in this block|already declared through )`)
)

// diagnostics returns the messages about emitted files and those about others.
func (r *runner) diagnostics(text string) (ours, others []diagnostic) {
	for _, m := range diagnosticLine.FindAllStringSubmatch(text, -1) {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		d := diagnostic{file: filepath.Base(m[1]), pos: token.Position{Filename: m[1], Line: line, Column: col}, msg: m[4]}
		if twice := declaredTwice.FindStringSubmatch(d.msg); twice != nil {
			d.twice = twice[1]
		}
		if name := r.suiteName(d.file); name != "" {
			d.file = name
			ours = append(ours, d)
		} else {
			others = append(others, d)
		}
	}
	return ours, others
}

func (d diagnostic) String() string { return fmt.Sprintf("%s:%d: %s", d.file, d.pos.Line, d.msg) }

// unbuilt returns the error for messages of a build that no emitted part can be blamed for.
func (r *runner) unbuilt(text string) error {
	if ours, others := r.diagnostics(text); len(ours) == 0 && len(others) > 0 {
		return r.brokenTests(others[0])
	}
	return &RunError{Package: r.pkg.ImportPath, Msg: firstErrorLine(text)}
}

// brokenTests returns the error for a compiler message about the package's own test files.
func (r *runner) brokenTests(d diagnostic) *BrokenTestsError {
	if !filepath.IsAbs(d.pos.Filename) {
		d.pos.Filename = filepath.Join(r.pkg.Dir, d.pos.Filename)
	}
	return &BrokenTestsError{Pos: d.pos, Msg: d.msg}
}

// noRacePattern matches messages of the go command that the race detector is not available.
var noRacePattern = regexp.MustCompile(`-race requires cgo|-race is (only|not) supported|C compiler .* not found|exec: "[^"]*": executable file not found`)

// logged matches the place with which a line begins that a test has logged.
var logged = regexp.MustCompile(`^\s*(\S+\.go):(\d+): `)

// loggedPlaces returns the lines of emitted files that have logged, with what they said.
func (r *runner) loggedPlaces(output []string) (list []diagnostic) {
	for _, line := range output {
		if m := logged.FindStringSubmatch(line); m != nil && r.suiteName(m[1]) != "" {
			n, _ := strconv.Atoi(m[2])
			list = append(list, diagnostic{file: r.suiteName(m[1]), pos: token.Position{Line: n}, msg: strings.TrimSpace(line[len(m[0]):])})
		}
	}
	return list
}

// returned reports whether the check of a panic's text has failed because there was no panic.
func (d diagnostic) returned() bool { return strings.Contains(d.msg, ` panics with "", want `) }

const (
	panicPrefix     = "panic: "
	fatalPrefix     = "fatal error: "
	goroutineHeader = "goroutine "      // begins each stack in the output of a panic
	testRunner      = "testing.tRunner" // function on the stack of each test's own goroutine
)

// endMessage returns the line of the output that tells how a process ended.
func endMessage(o *outcome) string {
	ends := func(line string) bool {
		return strings.HasPrefix(line, panicPrefix) || strings.HasPrefix(line, fatalPrefix)
	}
	for _, line := range o.testOutput() {
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

// panicStack returns the stack of the goroutine that ended the process by a panic. It returns ""
// if the output has none.
func panicStack(o *outcome) string {
	text := strings.Join(o.testOutput(), "") + o.messages
	_, text, _ = strings.Cut("\n"+text, "\n"+panicPrefix)
	_, text, _ = strings.Cut(text, "\n"+goroutineHeader)
	stack, _, _ := strings.Cut(text, "\n"+goroutineHeader)
	return stack
}

// firstErrorLine returns the first line of what the go command said, or a sentence in its place.
func firstErrorLine(s string) string {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "FAIL") {
			return line
		}
	}
	return "go test failed without a message"
}

// firstOutputLine returns the first line of an output, or a sentence in its place.
func firstOutputLine(output ...string) string {
	if text := strings.TrimSpace(strings.Join(output, "")); text != "" {
		line, _, _ := strings.Cut(text, "\n")
		return strings.TrimSpace(line)
	}
	return "it says nothing"
}

const (
	raceBegin = "WARNING: DATA RACE"
	raceEnd   = "=================="
)

// raceReport matches the first access in a report of the race detector: its kind, function and
// position. stackLine matches a line of code on its stacks.
var (
	raceReport = regexp.MustCompile(`(?m)^(\S.*) at 0x[0-9a-f]+ by .*:\n\s+(\S+)\(\)\n\s+(\S+:[0-9]+)`)
	stackLine  = regexp.MustCompile(`^\s+(\S.*\.go):(\d+) \+0x`)
)

// failureSummary returns one line that tells how a test failed.
func failureSummary(output []string) string {
	text := strings.Join(output, "")
	_, race, ok := strings.Cut(text, raceBegin+"\n")
	if !ok {
		return firstErrorLine(text)
	}
	if m := raceReport.FindStringSubmatch(race); m != nil {
		return fmt.Sprintf("data race: %s in %s at %s", strings.ToLower(m[1]), m[2], filepath.Base(m[3]))
	}
	return "data race"
}

// raceIn reports whether output has a data race.
func raceIn(output []string) bool { return strings.Contains(strings.Join(output, ""), raceBegin) }
