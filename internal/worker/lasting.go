package worker

import (
	"runtime"
	"strconv"

	"nearmiss/internal/probe"
)

const (
	mostLost    = 256 // calls that wait for ever, in one job
	mostStaying = 128 // goroutines left behind in a process that gets another job
)

// job executes a job about an entry under the guard. The job has its own goroutine, which also
// calls the entry, as that is the fastest way. If a call does not return, that goroutine is
// abandoned and the job is repeated from its seed with calls on a runner, so that everything
// up to that call happens again. All later calls of the entry use a runner. The parent
// receives some Found messages twice.
func (w *worker) job(id uint32, entry int, do func()) {
	m := &w.machine
	if entry < 0 || entry >= len(m.entries) {
		w.send(&Fault{Job: id, Text: "worker: no entry " + strconv.Itoa(entry)})
		return
	}
	g := m.guarded()
	for {
		m.apart, m.lost = w.waiting[entry], 0
		g.watch(true)
		if w.attempt(g, do) {
			break
		}
		if w.waiting == nil {
			w.waiting = map[int]bool{}
		}
		w.waiting[entry] = true
		probe.SetFuel(w.fuel)
		probe.SetTarget(nil)
		m.shared.Leave()
	}
	g.watch(false)
	if runtime.NumGoroutine()-w.before > mostStaying {
		w.broken = true // the parent then starts another process
	}
}

// attempt executes a job on a new goroutine and reports whether the job finished.
func (w *worker) attempt(g *guard, do func()) bool {
	m := &w.machine
	ended := make(chan bool, 1)
	go func() {
		done := false
		defer func() { ended <- done }()
		m.settler.is(goroutine())
		do()
		done = true
	}()
	for {
		select {
		case done := <-ended:
			if !done {
				probe.Abandon()
				m.closed()
			}
			return done
		case v := <-g.ofJob:
			if m.fate.giveUp(v.run) {
				m.settler.is(goroutine())
				m.giveUp(v.there)
				m.closed()
				probe.Fallen() // discard the panic: the repeated job will observe it again
				return false
			}
		}
	}
}
