package native

import (
	"fmt"
	"strings"

	"nearmiss/internal/probe"
	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/worker"
)

// CrashKind is the way in which the code under test ended its worker.
type CrashKind uint8

const (
	Exit          CrashKind = iota // os.Exit: Code is its argument
	Signal                         // a signal: Code is its number
	StackOverflow                  // a goroutine's stack passed its limit
	OutOfMemory                    // the memory limit was passed
	Deadlock                       // all goroutines are asleep
	Goexit                         // a call of runtime.Goexit
	Fatal                          // another fatal error of the runtime: Text is its message
	Panic                          // a panic in another goroutine than that of the run
	OutOfFuel                      // another goroutine than that of the run used up the fuel
	Hang                           // a run longer than Options.Hang
	Garbled                        // the code closed the worker's descriptors or wrote to them: Text is the reason to reject a message, if one could be read
	Stall                          // the worker made no progress outside a run
	OutOfDisk                      // the files that it wrote passed the limit
	BeforeRun                      // each worker died before it ran an input of the job: Text describes the last death
)

var crashNames = [...]string{
	Exit: "exit", Signal: "signal", StackOverflow: "stack overflow", OutOfMemory: "out of memory",
	Deadlock: "deadlock", Goexit: "runtime.Goexit", Fatal: "fatal error", Panic: "panic", OutOfFuel: "out of fuel in another goroutine", Hang: "hang",
	Garbled: "garbled stream", Stall: "stall", OutOfDisk: "out of disk space", BeforeRun: "death before any run",
}

// String returns the kind in lower case.
func (k CrashKind) String() string { return crashNames[k] }

// A Crash is the death of a worker, or an event that a worker survived but another process would
// not: workers recover panics in goroutines that the code under test has started.
type Crash struct {
	Kind CrashKind
	Code int    // exit code or signal number, for the kinds Exit and Signal
	Text string // message of the runtime, one line; empty if there is none

	Entry  int      // index of the function that was running, -1 if none was
	Vector []uint64 // the suspected input

	// Confirmed says that the suspected input, run alone in a fresh worker, ended that worker too.
	// Otherwise state that earlier runs left behind may have caused the crash.
	Confirmed bool

	// Evaluations counts the evaluations of the job up to the crash, including that of Vector.
	Evaluations uint64

	// Survived says that the worker did not die.
	Survived bool

	// More counts further inputs of the job that crashed with the same Text.
	More uint64
}

// String describes the crash in one line, without the input.
func (c *Crash) String() string {
	var text string
	switch c.Kind {
	case Exit:
		text = fmt.Sprintf("os.Exit(%d)", c.Code)
	case Signal:
		text = fmt.Sprintf("signal %d", c.Code)
	case Fatal, Panic:
		text = c.Text
	case BeforeRun:
		return "its workers die before they run an input: " + c.Text
	default:
		if text = c.Kind.String(); c.isInvalidMessage() {
			text = "the worker's answer made no sense: " + c.Text
		}
	}
	if !c.Confirmed && !(c.Survived && c.isInvalidMessage()) {
		text += " (not attributable to one input)"
	}
	return text
}

// isInvalidMessage reports whether the crash is an invalid message, which the code under test must
// have written.
func (c *Crash) isInvalidMessage() bool { return c.Kind == Garbled && c.Text != "" }

// ignoredCrash returns a survived crash if the worker's stream had invalid messages that were
// ignored.
func (w *Worker) ignoredCrash() []Crash {
	if w.ignored == "" {
		return nil
	}
	return []Crash{{Kind: Garbled, Text: w.ignored, Entry: -1, Survived: true}}
}

// goroutinePanicCrashes returns the survived crashes of a job.
func goroutinePanicCrashes(entry int, panics []worker.GoroutinePanic) (list []Crash) {
	for i := range panics {
		f := &panics[i]
		c := survivedPanic(entry, f.Vector, f.Text, f.Evaluations)
		c.Confirmed, c.More = !f.Stray, f.Count-1
		list = append(list, c)
	}
	return list
}

// runCrash returns the survived crash of a single run, nil if there was none.
func runCrash(entry int, r *worker.RunResult) *Crash {
	if r == nil || r.Outcome != worker.GoroutinePanicked {
		return nil
	}
	c := survivedPanic(entry, r.Vector, r.Text, r.Evaluations)
	return &c
}

// survivedPanic returns the crash for a panic in another goroutine that a worker has recovered.
func survivedPanic(entry int, vector []uint64, text string, evaluations uint64) Crash {
	return Crash{Kind: Panic, Text: report.PrintableLine(text), Entry: entry, Vector: vector, Confirmed: true, Survived: true, Evaluations: evaluations}
}

// weight returns the number of crashes as which c counts for Options.MaxCrashes.
func (c *Crash) weight() int {
	switch c.Kind {
	case Hang, Stall, Garbled, OutOfMemory, OutOfDisk:
		return SlowWeight
	}
	return 1
}

// exitInfo is the exit state of a dead worker.
type exitInfo struct {
	excess    sandbox.Excess // the limit for which this process killed the worker
	killed    bool           // this process killed the worker, because its stream ended or was invalid
	code      int            // exit code, -1 if a signal ended the worker
	signal    int            // number of the signal
	words     string         // last message of the runtime on standard error
	nearLimit bool           // the worker had used more than half of its memory limit
	inCall    bool           // the worker was running code under test
}

// classify returns the kind of a worker's death. The runtime ends a process with code 2 after it
// has written a message; code 2 without a message is an os.Exit.
func classify(exit exitInfo) Crash {
	crash := Crash{Entry: -1}
	switch {
	case exit.excess == sandbox.TooMuchDisk:
		crash.Kind = OutOfDisk
	case exit.excess == sandbox.TooMuchMemory:
		crash.Kind = OutOfMemory
	case exit.killed && exit.code < 0:
		crash.Kind = Garbled
	case exit.code < 0:
		crash.Kind, crash.Code = Signal, exit.signal
	case exit.code == 0 && !exit.inCall:
		crash.Kind = Garbled // a worker exits if its descriptors do not work any more
	case exit.code == 2 && exit.words != "":
		crash.Kind, crash.Text = kindOfWords(exit.words), report.PrintableLine(exit.words)
		if exit.nearLimit && strings.HasPrefix(exit.words, "SIG") {
			crash.Kind = OutOfMemory // the runtime does not always detect it
		}
	default:
		crash.Kind, crash.Code = Exit, exit.code
	}
	return crash
}

// kindOfWords classifies a death by the last message of the runtime.
func kindOfWords(words string) CrashKind {
	subject, msg, _ := strings.Cut(words, ": ")
	if subject == "fatal error" {
		return fatalKind(msg)
	}
	switch {
	case subject == "panic" && strings.HasPrefix(msg, new(probe.Exhausted).Error()):
		return OutOfFuel
	case subject == "panic":
		return Panic
	}
	return Fatal
}

// fatalKind classifies a fatal error of the runtime.
func fatalKind(msg string) CrashKind {
	switch {
	case msg == "stack overflow":
		return StackOverflow
	case strings.Contains(msg, "out of memory"), strings.Contains(msg, "cannot allocate memory"):
		return OutOfMemory
	case strings.HasPrefix(msg, "all goroutines are asleep"):
		return Deadlock
	case strings.HasPrefix(msg, "no goroutines (main called runtime.Goexit)"):
		return Goexit
	}
	return Fatal
}
