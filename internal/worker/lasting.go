package worker

import (
	"runtime"
	"strconv"

	"nearmiss/internal/probe"
)

const (
	mostLost    = 256 // calls of one job that may wait for ever
	mostStaying = 128 // goroutines that stay behind in a process which gets another job
)

// job does a job about an entry, with the guard behind it. The job has a
// goroutine to itself, which calls the entry as well, as that is the fastest.
// When a call does not come back, the job is left behind there and done again
// with calls apart, from its seed, so that everything up to that call repeats
// itself; the entry is not tried otherwise any more. The parent hears of some
// finds twice.
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
		w.broken = true // the parent starts another process
	}
}

// attempt does a job on a goroutine of its own and reports whether it came to
// its end.
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
				probe.Fallen() // it will be again
				return false
			}
		}
	}
}
