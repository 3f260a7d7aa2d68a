package worker

import (
	"fmt"
	"runtime"

	"nearmiss/input"
	"nearmiss/internal/probe"
)

// machine runs entries: one call at a time, from the same state of the
// package's variables.
type machine struct {
	entries []probe.Entry
	restore func()
	shared  *Shared

	timers  bool   // the code under test can set timers
	share   uint64 // bytes of the heap that a run may hold, 0 for all
	sites   sites
	guard   *guard // nil until there is something to guard
	settler *settler

	apart  bool    // calls happen on the runner
	runner *runner // nil until there is a call for it
	run    uint64  // number of the call
	fate   fate    // of the calls, by their numbers
	lost   int     // calls of the job that wait for ever

	in     *probe.Genes
	caught any  // what the last call panicked with
	blind  bool // the last call came to nothing before it reached the code under test
	made   bool // the last call got the inputs it needs
	fed    bool // the last call was ended for the memory it held
	gaveUp bool // the last call never comes back
	site   int  // the panic site at which the last call ended, or noSite

	falls []Fall // of the job
	said  string // of the last one
}

// notBegun in the probes' outcome says that no run has begun since: Begin
// clears it.
const notBegun = ^uint64(0)

// robberies is how often a call is repeated whose fuel goroutines of earlier
// runs used up.
const robberies = 3

// call runs an entry and says how that ended. With out it records results and
// after-state there.
func (m *machine) call(e *probe.Entry, v input.Vector, out *probe.Genes) Outcome {
	how := m.once(e, v, out)
	for range robberies {
		if how == Fallen || !m.exhausted() || !m.settler.robbed() {
			break
		}
		if out != nil {
			*out = probe.Genes{}
		}
		probe.Arm(probe.Fresh()...)
		how = m.once(e, v, out)
	}
	return how
}

// exhausted reports whether the last call came back for want of fuel.
func (m *machine) exhausted() bool {
	return !m.gaveUp && !m.fed && !probe.GaveUp() && (probe.IsExhausted(m.caught) || !m.blind && probe.Outcome().Exhausted)
}

// once is call without repetition.
func (m *machine) once(e *probe.Entry, v input.Vector, out *probe.Genes) Outcome {
	m.shared.Enter(v)
	if r, fell := probe.Fallen(); fell {
		m.fell(v, r, true)
	}
	if m.restore != nil {
		m.restore()
	}
	if m.in == nil {
		m.in = new(probe.Genes)
	}
	*m.in = probe.Genes{Words: v}
	m.caught, m.site = nil, noSite
	o := probe.Outcome()
	o.Cost = notBegun
	m.made, m.fed = true, false
	m.run++
	m.ready()
	m.settler.begin()
	how := m.perform(e, out)
	m.gaveUp = how == waitsOn
	if how == goexit {
		m.gone()
	}
	m.closed()
	m.shared.Leave()
	m.blind = o.Cost == notBegun
	m.tidy()
	if r, fell := probe.Fallen(); fell {
		if !m.blind {
			probe.Arm(probe.Fresh()...) // what it took is still to be found
		}
		m.blind, m.caught, m.site = true, nil, noSite
		m.fell(v, r, false)
		return Fallen
	}
	switch {
	case !m.made:
		return Unbuilt
	case how == goexit:
		return Goexit
	case how == waitsOn:
		return FuelOut
	case o.Exhausted || probe.IsExhausted(m.caught):
		return FuelOut
	case m.caught == nil:
		return Returned
	}
	if _, ok := m.caught.(runtime.Error); ok {
		return RuntimeError
	}
	return Panicked
}

// ready has a runner for a call that needs one, and says which goroutine is
// the one that runs the function.
func (m *machine) ready() {
	if m.apart && m.runner == nil {
		m.guarded()
		m.runner = newRunner(m)
	}
	if m.settler == nil {
		return
	}
	m.settler.idle = 0
	if m.runner != nil {
		m.settler.idle = m.runner.id
	}
	runs := m.settler.main
	if m.apart {
		runs = m.runner.id
	}
	m.settler.runs(runs)
}

// gone cleans up behind a call that ended its goroutine.
func (m *machine) gone() {
	m.made = !probe.Preparing()
	m.settler.expect(-1) // the goroutine of the call itself
	probe.End()
	m.caught, m.site = nil, noSite
}

// tidy comes behind each run. One that was ended for what it had allocated
// leaves a heap as large as that, which the collector would let be for long.
func (m *machine) tidy() {
	if m.guard == nil {
		return
	}
	select {
	case <-m.guard.full:
		m.fed = true
		runtime.GC()
	default:
	}
}

// guarded returns the guard.
func (m *machine) guarded() *guard {
	if m.guard == nil {
		m.guard = newGuard(m)
		m.settler.expect(1)
	}
	return m.guard
}

// opened is called where inputs hold a channel on which the run may wait for
// ever.
func (m *machine) opened() {
	m.guarded().begin()
}

// closed comes behind each run.
func (m *machine) closed() {
	if probe.Opened() {
		m.guard.end()
	}
}

// protected calls an entry and reports whether the call counts: it does not if it was
// given up before it came back.
func (m *machine) protected(e *probe.Entry, in, out *probe.Genes) (counts bool) {
	defer m.comesBack(m.run, &counts)
	e.Run(in, out)
	return
}

// comesBack ends a call, and a run that panicked. A panic while the inputs are made, or of a
// constructor's error, means that there is no such input.
func (m *machine) comesBack(run uint64, counts *bool) {
	r := recover()
	*counts = m.fate.back(run)
	if r != nil && *counts {
		m.caught = r
		_, refused := r.(probe.Unbuilt)
		m.made = !refused && !probe.Preparing()
		probe.End()
		if m.made && !probe.IsExhausted(r) && !probe.Outcome().Exhausted {
			m.site = m.sites.locate(r)
		}
	}
}

// describe gives the text and the type of what a call panicked with.
func (m *machine) describe() (text, goType string) {
	if m.caught == nil {
		return "", ""
	}
	return describe(m.caught)
}

// describe gives the text and the type of a value, as fmt.Sprint does. The value's
// own methods may panic or never end; the former is caught here, the latter by the
// parent.
func describe(v any) (text, goType string) {
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	goType = fmt.Sprintf("%T", v)
	const limit = 1 << 16
	if text = fmt.Sprint(v); len(text) > limit {
		text = text[:limit]
	}
	return text, goType
}
