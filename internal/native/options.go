package native

import (
	"cmp"
	"errors"
	"os/exec"
	"time"

	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/worker"
)

// DefaultFuel is the default of Options.Fuel.
const DefaultFuel = 1_000_000

// Options configures workers. The zero value works for a package without
// conditions; Conditions and Slots have no useful default.
type Options struct {
	Conditions int                // number of conditions of the instrumented package
	Slots      int                // number of slots for live values in the instrumented package
	Entries    []*input.Signature // of the functions of the worker, with results; nil if callers do not decode outcomes
	Sites      []worker.Site      // source positions at which runs can panic
	Fuel       uint64             // statements that a run may execute, by default DefaultFuel

	MaxStack int   // bytes of one goroutine's stack, by default 64 MiB
	Memory   int64 // bytes of a worker, by default 512 MiB, at least 64 MiB; the garbage collector gets three quarters as its soft limit

	Hang         time.Duration // limit on the time of a run, by default 2 s; for jobs with less fuel it shrinks, down to an eighth, and for search jobs of less time to a thirty-second
	StartTimeout time.Duration // limit on the initialization of the package, by default 10 s
	StopGrace    time.Duration // limit on an answer after the context has ended, by default 2 s

	// MaxCrashes bounds the crashes of a job, by default 16. A crash of a kind
	// that takes long to detect or to attribute counts as SlowWeight crashes.
	// A search job may set a lower bound.
	MaxCrashes int

	// Sandbox restricts the rights of workers; the zero value does not. In a
	// sandbox, they may only write to their own directory and read public data.
	Sandbox sandbox.Parts

	// Rights are additional rights in the sandbox.
	Rights sandbox.Policy

	// Watch records the attempts of runs to change anything outside their
	// process. It needs seccomp in the sandbox.
	Watch bool

	// Environ, if set, returns additional environment variables of a worker in
	// the directory dir.
	Environ func(dir string) []string

	// Args are the arguments of the worker after the program name.
	Args []string

	// Mute leaves texts out of outcomes: the results of the method String, Error
	// or MarshalText of a struct without visible fields, and HTTP responses. The
	// symbolic executor has no such texts, because the method is not part of a run.
	Mute bool

	// Launch, if set, changes the command of a worker before its start, to
	// restrict its rights. The descriptors, the directory and the environment
	// of the command are set before.
	Launch func(*exec.Cmd) error

	// TempDir is the directory for the directories of workers, by default that
	// of the system.
	TempDir string

	timers bool   // the code under test can set timers
	pkg    string // import path of the package under test
}

// SlowWeight is the number of crashes as which a crash counts that takes long to detect or to
// attribute, such as a hang.
const SlowWeight = 4

func (o Options) withDefaults() Options {
	o.Fuel = cmp.Or(o.Fuel, DefaultFuel)
	o.MaxStack = cmp.Or(o.MaxStack, 64<<20)
	o.Memory = cmp.Or(o.Memory, 512<<20)
	o.Hang = cmp.Or(o.Hang, 2*time.Second)
	o.StartTimeout = cmp.Or(o.StartTimeout, 10*time.Second)
	o.StopGrace = cmp.Or(o.StopGrace, 2*time.Second)
	o.MaxCrashes = cmp.Or(o.MaxCrashes, 16)
	return o
}

// hangLimit returns the limit on the time of a run of a job with the given fuel and time, each 0 for no bound.
// It is proportional to the fuel: with less fuel, a run that does not hang is shorter. A hang must not take many
// times the time of its job.
func (o *Options) hangLimit(fuel uint64, within time.Duration) time.Duration {
	limit := o.Hang
	if fuel > 0 && fuel < o.Fuel {
		limit = max(time.Duration(float64(o.Hang)*float64(fuel)/float64(o.Fuel)), o.Hang/8)
	}
	if within > 0 {
		limit = min(limit, max(2*within, o.Hang/32))
	}
	return limit
}

// grace returns the limit on the answer to a job after the context has ended. A single run has nothing to
// report before its end.
func (o *Options) grace(job worker.Message) time.Duration {
	if _, ok := job.(*worker.RunJob); ok {
		return o.StopGrace / 16
	}
	return o.StopGrace
}

// crashLimit returns the bound on the crashes of a job with its own bound, 0 if it has none.
func (o *Options) crashLimit(crashes int) int {
	if crashes == 0 {
		return o.MaxCrashes
	}
	return min(crashes, o.MaxCrashes)
}

// Validate reports every fault of the options.
func (o Options) Validate() error {
	var errs report.Faults
	errs.Check(o.Conditions < 0, "conditions: %d is negative", o.Conditions)
	errs.Check(o.Slots < 0, "slots: %d is negative", o.Slots)
	errs.Check(o.MaxStack < 0, "stack limit: %d is negative", o.MaxStack)
	errs.Check(o.Memory != 0 && o.Memory < 64<<20, "memory limit: %d is below 64 MiB", o.Memory)
	errs.Check(o.Hang < 0, "hang: %v is negative", o.Hang)
	errs.Check(o.StartTimeout < 0, "start timeout: %v is negative", o.StartTimeout)
	errs.Check(o.StopGrace < 0, "stop grace: %v is negative", o.StopGrace)
	errs.Check(o.MaxCrashes < 0, "crashes: %d is negative", o.MaxCrashes)
	return errors.Join(errs...)
}
