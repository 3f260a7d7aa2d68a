package worker

import (
	"fmt"
	"runtime"

	"nearmiss/input"
	"nearmiss/internal/probe"
)

// machine runs entries: one call at a time, each from the same state of the package's
// variables.
type machine struct {
	entries []probe.Entry
	restore func()
	shared  *Shared

	timers  bool   // the code under test can set timers
	share   uint64 // bytes of the heap that a run may hold, 0 for no limit
	sites   sites
	guard   *guard // nil until a run needs it
	settler *settler

	apart  bool    // calls happen on the runner
	runner *runner // nil until a call needs it
	run    uint64  // number of the call
	fate   fate    // of the calls, by number
	lost   int     // calls of the job that wait for ever

	in     *probe.Genes
	caught any  // the panic value of the last call
	blind  bool // the last call ended before it reached the code under test
	made   bool // the last call's inputs were built
	fed    bool // the last call was ended for the memory that it held
	gaveUp bool // the last call never returns
	site   int  // the panic site of the last call, or noSite

	falls []Fall // panics of other goroutines in this job
	said  string // the text of the last fall
}

// notBegun in the probes' Outcome.Cost means that no run has begun: Begin clears it.
const notBegun = ^uint64(0)

// robberies is the largest number of repetitions of a call whose fuel was used up by
// goroutines of earlier runs.
const robberies = 3

// call runs an entry and returns its outcome. If out is not nil, call records the results and
// the state after the call there.
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

// exhausted reports whether the last call returned because its fuel was used up.
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
			probe.Arm(probe.Fresh()...) // another run may still report these branches
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

// ready starts a runner for a call that needs one, and tells the settler which goroutine runs
// the function.
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

// gone cleans up after a call that ended its goroutine.
func (m *machine) gone() {
	m.made = !probe.Preparing()
	m.settler.expect(-1) // the goroutine of the call itself has ended
	probe.End()
	m.caught, m.site = nil, noSite
}

// tidy is called after each run. A run that was ended for its memory leaves a large heap,
// which the collector would keep for long; tidy collects it.
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

// guarded returns the guard and starts it if necessary.
func (m *machine) guarded() *guard {
	if m.guard == nil {
		m.guard = newGuard(m)
		m.settler.expect(1)
	}
	return m.guard
}

// opened is called if inputs hold a channel on which the run may wait for ever.
func (m *machine) opened() {
	m.guarded().begin()
}

// closed is called after each run.
func (m *machine) closed() {
	if probe.Opened() {
		m.guard.end()
	}
}

// protected calls an entry and reports whether the call counts: it does not if it was given up
// before it returned.
func (m *machine) protected(e *probe.Entry, in, out *probe.Genes) (counts bool) {
	defer m.comesBack(m.run, &counts)
	e.Run(in, out)
	return
}

// comesBack recovers a panic of a call and ends the run. A panic while the inputs are built,
// or with a constructor's error, means that the input is unbuilt.
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

// describe returns the text and the type of the panic value of the last call.
func (m *machine) describe() (text, goType string) {
	if m.caught == nil {
		return "", ""
	}
	return describe(m.caught)
}

// describe returns the text of a value, as fmt.Sprint prints it, and its type. The value's own
// methods may panic or never return; describe recovers a panic, and the parent ends a call
// that never returns.
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
