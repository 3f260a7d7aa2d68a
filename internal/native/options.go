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

// Options say how workers run. The zero value works for a package without
// conditions; Conditions and Slots have no useful default.
type Options struct {
	Conditions int                // of the package, as instrumented
	Slots      int                // for live values, as instrumented
	Entries    []*input.Signature // of the functions that workers have, with results; nil if outcomes are of no interest
	Sites      []worker.Site      // where runs can panic
	Fuel       uint64             // statements a run may execute, by default 1 000 000

	MaxStack int   // bytes of one goroutine's stack, by default 64 MiB
	Memory   int64 // bytes a worker may have, by default 512 MiB, at least 64 MiB; three quarters of it is the garbage collector's aim, one a run's share

	Hang         time.Duration // a run that lasts so long is stuck, by default 2 s; less in jobs with less fuel, down to an eighth
	StartTimeout time.Duration // for the initialization of the package, by default 10 s
	StopGrace    time.Duration // for an answer after the context has ended, by default 2 s

	// MaxCrashes bounds how many crashes one job survives, by default 16.
	// A hang counts as four, and so do a garbled stream and a death of memory:
	// they take longer. A search job may ask for fewer.
	MaxCrashes int

	// Sandbox is what takes the workers' rights away; the zero value takes none.
	// They may write in their own directory and read nothing but public data.
	Sandbox sandbox.Parts

	// Rights are what workers may do in it besides.
	Rights sandbox.Policy

	// Watch has runs say whether they tried to reach anything outside their
	// process. It needs seccomp in the sandbox.
	Watch bool

	// Environ, if set, gives environment variables beside the usual ones, for a worker whose
	// directory is dir.
	Environ func(dir string) []string

	// Args are the worker's arguments beside its name.
	Args []string

	// Mute leaves out of outcomes what shows itself by a text alone. The executor
	// does so, too: what makes the texts is no part of a run.
	Mute bool

	// Launch, if set, changes the command that starts a worker before it is
	// started: it is where rights are taken away. The descriptors, the
	// directory and the environment of the command are set by then.
	Launch func(*exec.Cmd) error

	// TempDir is where the workers' directories are made, by default the
	// system's.
	TempDir string

	timers bool   // of the binary
	pkg    string // its package's import path
}

// SlowWeight is for how many crashes one counts that takes long to notice or to attribute.
const SlowWeight = 4

func (o Options) withDefaults() Options {
	o.Fuel = cmp.Or(o.Fuel, 1_000_000)
	o.MaxStack = cmp.Or(o.MaxStack, 64<<20)
	o.Memory = cmp.Or(o.Memory, 512<<20)
	o.Hang = cmp.Or(o.Hang, 2*time.Second)
	o.StartTimeout = cmp.Or(o.StartTimeout, 10*time.Second)
	o.StopGrace = cmp.Or(o.StopGrace, 2*time.Second)
	o.MaxCrashes = cmp.Or(o.MaxCrashes, 16)
	return o
}

// hang is how long a run of a job with so much fuel may last. The fuel bounds
// how much longer than short runs those can be that do not hang.
func (o *Options) hang(fuel uint64) time.Duration {
	if fuel == 0 || fuel >= o.Fuel {
		return o.Hang
	}
	return max(time.Duration(float64(o.Hang)*float64(fuel)/float64(o.Fuel)), o.Hang/8)
}

// most is how many crashes a job survives that asks for so many.
func (o *Options) most(crashes int) int {
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
