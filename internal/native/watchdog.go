package native

import (
	"time"

	"nearmiss/internal/worker"
)

// A watchdog watches the counters of a worker with a job.
type watchdog struct {
	mem   *sharedMemory
	hang  time.Duration
	usage func() usage

	last  worker.Counters
	since time.Time // of the last change
	cpu   time.Duration
	idle  bool // no change at the last look

	latest time.Duration // what it has had of the processors at the last look
	calm   int           // looks in a row at which it wanted none
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

	// calmLooks is at how many looks in a row a run must want no processor.
	// Between two naps one that goes on may be found at rest once.
	calmLooks = 4
)

// look reports whether the worker is stuck, and how. A run is stuck that has
// had all the time there is for it on the processors, or does not want any.
func (d *watchdog) look(now time.Time) (CrashKind, bool) {
	c := d.mem.Counters()
	if c != d.last || d.since.IsZero() {
		d.last, d.since, d.idle, d.calm = c, now, false, 0
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
	if d.calm++; u.ready || u.cpu != d.latest && d.calm > 1 {
		d.calm = 0
	}
	d.latest = u.cpu
	return Hang, d.calm >= calmLooks || u.cpu-d.cpu >= d.hang || silent >= starved*d.hang
}
