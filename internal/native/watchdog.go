package native

import (
	"time"

	"nearmiss/internal/worker"
)

// A watchdog detects hangs of a worker by its counters in shared memory.
type watchdog struct {
	mem   *sharedMemory
	hang  time.Duration
	usage func() usage

	last       worker.Counters // counters at the last change
	lastChange time.Time       // time of the last change of the counters
	cpu        time.Duration   // processor time at the last change
	wasIdle    bool            // the counters had not changed at the last look

	lastCPU        time.Duration // processor time at the last look
	calmLooksSoFar int           // consecutive looks without a runnable thread or new processor time
}

// usage is the use of processors by a process.
type usage struct {
	cpu      time.Duration // total processor time
	runnable bool          // whether a thread is running or ready to run
}

const (
	// idleFactor is the factor on the hang limit outside of runs, where the
	// worker decodes, generates and compares inputs.
	idleFactor = 5

	// starvedFactor is the factor on the hang limit for a run that does not get
	// processor time.
	starvedFactor = 4

	// calmLooks is the number of consecutive looks at which a run must not use
	// the processors to count as a hang. A single look may find a run that makes
	// progress between two short sleeps.
	calmLooks = 4
)

// check reports whether the worker hangs, and the kind of the crash. A run hangs
// if it has used processor time for the whole hang limit, or if it uses none.
func (d *watchdog) check(now time.Time) (CrashKind, bool) {
	c := d.mem.Counters()
	if c != d.last || d.lastChange.IsZero() {
		d.last, d.lastChange, d.wasIdle, d.calmLooksSoFar = c, now, false, 0
		return 0, false
	}
	if !d.wasIdle {
		d.wasIdle, d.cpu = true, d.usage().cpu
	}
	silent := now.Sub(d.lastChange)
	if !c.Running {
		return Stall, silent >= idleFactor*d.hang
	}
	if silent < d.hang {
		return 0, false
	}
	u := d.usage()
	if d.calmLooksSoFar++; u.runnable || u.cpu != d.lastCPU && d.calmLooksSoFar > 1 {
		d.calmLooksSoFar = 0
	}
	d.lastCPU = u.cpu
	return Hang, d.calmLooksSoFar >= calmLooks || u.cpu-d.cpu >= d.hang || silent >= starvedFactor*d.hang
}
