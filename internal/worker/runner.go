package worker

import "nearmiss/internal/probe"

// A runner is a goroutine that calls entries apart from the search, so that a call that waits
// for ever or ends its goroutine can be abandoned. Each call costs a switch of goroutines, so
// runners are used only for entries that need one, and for single runs.
type runner struct {
	id    uint64
	calls chan task
	ended chan bool // false if the call ended its goroutine
}

// A task is one call. It holds its own pointers to the genes, because the machine replaces its
// genes when a call is given up.
type task struct {
	entry   *probe.Entry
	in, out *probe.Genes
}

// ending says how a call on a runner ended.
type ending int

const (
	cameBack ending = iota // the call returned or panicked
	waitsOn                // the call waits for ever
	goexit                 // the call ended its goroutine
)

func newRunner(m *machine) *runner {
	r := &runner{calls: make(chan task), ended: make(chan bool, 1)}
	born := make(chan struct{})
	go func() {
		clean := true
		defer func() { r.ended <- clean }()
		r.id = goroutine()
		close(born)
		for t := range r.calls {
			clean = false
			if !m.protected(t.entry, t.in, t.out) {
				return // the call was given up, but returned later
			}
			clean = true
			r.ended <- true
		}
	}()
	<-born
	return r
}

// perform calls an entry, in this goroutine or on the runner.
func (m *machine) perform(e *probe.Entry, out *probe.Genes) ending {
	if !m.apart {
		if !m.protected(e, m.in, out) {
			select {} // the call was given up, and the job goes on in another goroutine
		}
		return cameBack
	}
	r := m.runner
	r.calls <- task{e, m.in, out}
	for {
		select {
		case clean := <-r.ended:
			if clean {
				return cameBack
			}
			m.runner = nil
			return goexit
		case v := <-m.guarded().ofRunner:
			if m.fate.giveUp(v.run) {
				m.giveUp(v.there)
				return waitsOn
			}
		}
	}
}

// giveUp abandons a call that waits for ever, and the goroutines in there. It replaces the
// parts of the machine that the goroutine of the call can still change.
func (m *machine) giveUp(there []uint64) {
	m.lost++
	m.runner = nil
	m.in = new(probe.Genes)
	m.caught, m.site = nil, noSite
	m.made = !probe.Preparing()
	m.settler.leaveBehind(there)
	probe.Abandon()
}
