package worker

import (
	"runtime"
	"strconv"

	"nearmiss/internal/probe"
)

const (
	maxLostCalls      = 256 // most calls that wait for ever in one job, before the job ends early
	maxLeftGoroutines = 128 // most goroutines left behind in a process that gets another job
)

// runJob executes a job about an entry under the guard. The job has its own goroutine, which also
// calls the entry, as that is the fastest way. If a call does not return, that goroutine is
// abandoned and the job is repeated from its seed with calls on a runner, so that everything
// up to that call happens again. All later calls of the entry use a runner. The parent
// receives some Found messages twice.
func (w *worker) runJob(id uint32, entry int, execute func()) {
	m := &w.machine
	if entry < 0 || entry >= len(m.entries) {
		w.send(&Fault{Job: id, Text: "worker: no entry " + strconv.Itoa(entry)})
		return
	}
	g := m.startGuard()
	for {
		m.onRunner, m.lostCalls = w.needsRunner[entry], 0
		g.setJobActive(true)
		if w.attemptJob(g, execute) {
			break
		}
		if w.needsRunner == nil {
			w.needsRunner = map[int]bool{}
		}
		w.needsRunner[entry] = true
		probe.SetFuel(w.fuel)
		probe.SetTarget(nil)
		m.shared.Leave()
	}
	g.setJobActive(false)
	if runtime.NumGoroutine()-w.initialGoroutines > maxLeftGoroutines {
		w.mustEnd = true // the parent then starts another process
	}
}

// attemptJob executes a job on a new goroutine and reports whether the job finished.
func (w *worker) attemptJob(g *guard, execute func()) bool {
	m := &w.machine
	ended := make(chan bool, 1)
	go func() {
		done := false
		defer func() { ended <- done }()
		m.joiner.setSearchGoroutine(goroutineID())
		execute()
		done = true
	}()
	for {
		select {
		case done := <-ended:
			if !done {
				probe.Abandon()
				m.endChannelRun()
			}
			return done
		case v := <-g.jobVerdict:
			if m.arbiter.giveUp(v.run) {
				m.joiner.setSearchGoroutine(goroutineID())
				m.abandonCall(v.goroutines)
				m.endChannelRun()
				probe.TakeGoroutinePanic() // discard the panic: the repeated job will observe it again
				return false
			}
		}
	}
}
