package native

import (
	"fmt"
	"strings"

	"nearmiss/internal/probe"
	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/worker"
)

// CrashKind is a way in which the code under test ends its worker.
type CrashKind uint8

const (
	Exit          CrashKind = iota // os.Exit: Code is its argument
	Signal                         // a signal: Code is its number
	StackOverflow                  // a goroutine's stack passed its limit
	OutOfMemory                    // the memory limit was passed
	Deadlock                       // all goroutines are asleep
	Goexit                         // runtime.Goexit
	Fatal                          // any other fatal error of the runtime: Text says which
	Panic                          // a panic in another goroutine, which no run can catch
	OutOfFuel                      // the fuel was used up in another goroutine
	Hang                           // no end within Options.Hang
	Garbled                        // the worker's descriptors were closed or written to: Text says what was wrong with a message, if one could be read
	Stall                          // the worker stopped working outside any run
	OutOfDisk                      // it wrote more files than it may
	BeforeRun                      // every worker died of the job before it ran an input: Text says how the last one did
)

var crashNames = [...]string{
	Exit: "exit", Signal: "signal", StackOverflow: "stack overflow", OutOfMemory: "out of memory",
	Deadlock: "deadlock", Goexit: "runtime.Goexit", Fatal: "fatal error", Panic: "panic", OutOfFuel: "out of fuel in another goroutine", Hang: "hang",
	Garbled: "garbled stream", Stall: "stall", OutOfDisk: "out of disk space", BeforeRun: "death before any run",
}

// String returns the kind in lower case.
func (k CrashKind) String() string { return crashNames[k] }

// A Crash is one death of a worker, or what would have been some: a panic in another
// goroutine is caught where the code under test has started that.
type Crash struct {
	Kind CrashKind
	Code int    // of Exit and Signal
	Text string // the runtime's words, one line; empty where there are none

	Entry  int      // index of the function that was running, -1 if none was
	Vector []uint64 // the suspected input

	// Confirmed says that the suspected input, run alone in a fresh worker,
	// ended that worker too. Otherwise the crash cannot be attributed: what
	// earlier runs left behind may have caused it.
	Confirmed bool

	// Evaluations counts the evaluations of the job, the last one included.
	Evaluations uint64

	// Survived says that the worker lived on: it caught what would have ended
	// another process.
	Survived bool

	// More counts the inputs of the job behind the first that would have died of the
	// same words.
	More uint64
}

// String returns what happened in one line, without the input.
func (c *Crash) String() string {
	var s string
	switch c.Kind {
	case Exit:
		s = fmt.Sprintf("os.Exit(%d)", c.Code)
	case Signal:
		s = fmt.Sprintf("signal %d", c.Code)
	case Fatal, Panic:
		s = c.Text
	case BeforeRun:
		return "its workers die before they run an input: " + c.Text
	default:
		if s = c.Kind.String(); c.senseless() {
			s = "the worker's answer made no sense: " + c.Text
		}
	}
	if !c.Confirmed && !(c.Survived && c.senseless()) {
		s += " (not attributable to one input)"
	}
	return s
}

// senseless reports whether a message ended the worker, or would have, that it does not
// send by itself.
func (c *Crash) senseless() bool { return c.Kind == Garbled && c.Text != "" }

// strange is a crash that would have been, if messages were ignored that were none of
// the job.
func (w *Worker) strange() []Crash {
	if w.ignored == "" {
		return nil
	}
	return []Crash{{Kind: Garbled, Text: w.ignored, Entry: -1, Survived: true}}
}

// crashesOf are what the falls of a job would have been.
func crashesOf(entry int, falls []worker.Fall) (list []Crash) {
	for i := range falls {
		f := &falls[i]
		c := survived(entry, f.Vector, f.Text, f.Evaluations)
		c.Confirmed, c.More = !f.Stray, f.Count-1
		list = append(list, c)
	}
	return list
}

// fell is the crash that a run would have been, nil if it was none.
func fell(entry int, r *worker.RunResult) *Crash {
	if r == nil || r.Outcome != worker.Fallen {
		return nil
	}
	c := survived(entry, r.Vector, r.Text, r.Evaluations)
	return &c
}

// survived is a panic in another goroutine that a worker has caught.
func survived(entry int, vector []uint64, text string, evaluations uint64) Crash {
	return Crash{Kind: Panic, Text: report.PrintableLine(text), Entry: entry, Vector: vector, Confirmed: true, Survived: true, Evaluations: evaluations}
}

func (c *Crash) weight() int {
	switch c.Kind {
	case Hang, Stall, Garbled, OutOfMemory, OutOfDisk:
		return SlowWeight
	}
	return 1
}

// exitInfo is what the system says of a dead worker.
type exitInfo struct {
	excess sandbox.Excess // by us, because it took so much
	killed bool           // by us, because its stream ended or made no sense
	code   int            // exit code, -1 if it was a signal
	signal int            // its number
	last   string         // its last words
	full   bool           // it had come near its memory limit
	inCall bool           // it was running code under test
}

// classify says how a worker died. The runtime ends a process with code 2
// after writing why; the same code without such words is an os.Exit.
func classify(e exitInfo) Crash {
	c := Crash{Entry: -1}
	switch {
	case e.excess == sandbox.TooMuchDisk:
		c.Kind = OutOfDisk
	case e.excess == sandbox.TooMuchMemory:
		c.Kind = OutOfMemory
	case e.killed && e.code < 0:
		c.Kind = Garbled
	case e.code < 0:
		c.Kind, c.Code = Signal, e.signal
	case e.code == 0 && !e.inCall:
		c.Kind = Garbled // it gave up: its descriptors do not work any more
	case e.code == 2 && e.last != "":
		c.Kind, c.Text = spoken(e.last), report.PrintableLine(e.last)
		if e.full && strings.HasPrefix(e.last, "SIG") {
			c.Kind = OutOfMemory // the runtime itself does not always notice
		}
	default:
		c.Kind, c.Code = Exit, e.code
	}
	return c
}

// spoken reads the runtime's last words.
func spoken(words string) CrashKind {
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

// fatalKind tells the runtime's fatal errors apart.
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
