package worker

import "nearmiss/internal/probe"

// A runner is a goroutine that calls entries apart from the search, so that a call that waits
// for ever or ends its goroutine can be abandoned. Each call costs a switch of goroutines, so
// runners are used only for entries that need one, and for single runs.
type runner struct {
	id    uint64 // number of the goroutine
	calls chan task
	ended chan bool // receives the end of each call: false if the call ended its goroutine
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
	callReturned ending = iota // the call returned or panicked
	callWaits                  // the call waits for ever
	callGoexit                 // the call ended its goroutine
)

func newRunner(m *machine) *runner {
	r := &runner{calls: make(chan task), ended: make(chan bool, 1)}
	started := make(chan struct{})
	go func() {
		returned := true
		defer func() { r.ended <- returned }()
		r.id = goroutineID()
		close(started)
		for t := range r.calls {
			returned = false
			if !m.callProtected(t.entry, t.in, t.out) {
				return // the call was given up, but returned later
			}
			returned = true
			r.ended <- true
		}
	}()
	<-started
	return r
}

// runCall calls an entry, in this goroutine or on the runner.
func (m *machine) runCall(e *probe.Entry, out *probe.Genes) ending {
	if !m.onRunner {
		if !m.callProtected(e, m.inputGenes, out) {
			select {} // the call was given up, and the job goes on in another goroutine
		}
		return callReturned
	}
	r := m.runner
	r.calls <- task{e, m.inputGenes, out}
	for {
		select {
		case returned := <-r.ended:
			if returned {
				return callReturned
			}
			m.runner = nil
			return callGoexit
		case v := <-m.startGuard().runnerVerdict:
			if m.arbiter.giveUp(v.run) {
				m.abandonCall(v.goroutines)
				return callWaits
			}
		}
	}
}

// abandonCall abandons a call that waits for ever, and the given goroutines. It replaces the
// parts of the machine that the goroutine of the call can still change.
func (m *machine) abandonCall(goroutines []uint64) {
	m.lostCalls++
	m.runner = nil
	m.inputGenes = new(probe.Genes)
	m.panicValue, m.site = nil, noSite
	m.inputsBuilt = !probe.Preparing()
	m.joiner.leaveBehind(goroutines)
	probe.Abandon()
}
