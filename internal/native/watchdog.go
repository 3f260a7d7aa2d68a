package native

import (
	"time"

	"nearmiss/internal/wire"
)

// A watchdog watches the counters of a worker with a job.
type watchdog struct {
	mem   *sharedMemory
	hang  time.Duration
	usage func() usage

	last  wire.Counters
	since time.Time // of the last change
	cpu   time.Duration
	idle  bool // no change at the last look
}

// usage is what a process has had of the processors.
type usage struct {
	cpu   time.Duration
	ready bool // some thread of it could run
}

const (
	// patience is how many times longer a worker may be silent outside runs:
	// it decodes, draws and compares there, and is not stuck.
	patience = 5

	// starved is how many times longer a run may last that did not get the
	// processor time for it.
	starved = 4
)

// look reports whether the worker is stuck, and how. A run is stuck that has
// had all the time there is for it on the processors, or does not want any.
func (d *watchdog) look(now time.Time) (CrashKind, bool) {
	c := d.mem.Counters()
	if c != d.last || d.since.IsZero() {
		d.last, d.since, d.idle = c, now, false
		return 0, false
	}
	if !d.idle {
		d.idle, d.cpu = true, d.usage().cpu
	}
	silent := now.Sub(d.since)
	if !c.Running {
		return Stall, silent >= patience*d.hang
	}
	if silent < d.hang {
		return 0, false
	}
	u := d.usage()
	return Hang, !u.ready || u.cpu-d.cpu >= d.hang || silent >= starved*d.hang
}
