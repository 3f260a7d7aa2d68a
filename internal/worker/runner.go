package worker

import "nearmiss/internal/probe"

// A runner is the goroutine on which entries are called apart from the search,
// so that a call that waits for ever, or that ends its goroutine, can be left
// behind. It costs a change of goroutines for each call, so it is for entries
// that are known to need it, and for single runs.
type runner struct {
	id    uint64
	calls chan task
	ended chan bool // false if the call ended its goroutine
}

// A task is one call. The runner of a call that was given up has the machine's
// former genes.
type task struct {
	entry   *probe.Entry
	in, out *probe.Genes
}

// ending is how a call came back.
type ending int

const (
	cameBack ending = iota // with a panic or without
	waitsOn                // it did not, and never will
	goexit                 // its goroutine ended
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
				return // it was given up, and came back all the same
			}
			clean = true
			r.ended <- true
		}
	}()
	<-born
	return r
}

// perform calls an entry, here or apart.
func (m *machine) perform(e *probe.Entry, out *probe.Genes) ending {
	if !m.apart {
		if !m.protected(e, m.in, out) {
			select {} // it was given up, and the job goes on elsewhere
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

// giveUp leaves a call behind that waits for ever, and the goroutines that are
// there. Everything that the call's can reach of the machine's gets replaced.
func (m *machine) giveUp(there []uint64) {
	m.lost++
	m.runner = nil
	m.in = new(probe.Genes)
	m.caught, m.site = nil, noSite
	m.made = !probe.Preparing()
	m.settler.leaveBehind(there)
	probe.Abandon()
}
