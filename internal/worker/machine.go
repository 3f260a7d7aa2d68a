package worker

import (
	"fmt"
	"runtime"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/internal/wire"
)

// machine runs entries: one call at a time, from the same state of the
// package's variables.
type machine struct {
	entries []probe.Entry
	restore func()
	shared  *wire.Shared
	ended   func() // called in a run that ended the worker's own goroutine

	conditions int
	sites      sites
	guard      *guard // of runs with open channels; nil until there is one
	settler    *settler

	in     probe.Genes
	caught any  // what the last call panicked with
	blind  bool // the last call came to nothing before it reached the code under test
	made   bool // the last call got the inputs it needs
	site   int  // the panic site at which the last call ended, or noSite
}

// notBegun in the probes' outcome says that no run has begun since: Begin
// clears it.
const notBegun = ^uint64(0)

// call runs an entry and says how that ended. With out it records results and
// after-state there.
func (m *machine) call(e *probe.Entry, v input.Vector, out *probe.Genes) wire.Outcome {
	m.shared.Enter(v)
	if m.restore != nil {
		m.restore()
	}
	m.in = probe.Genes{Words: v}
	m.caught, m.site = nil, noSite
	o := probe.Outcome()
	o.Cost = notBegun
	m.made = true
	m.settler.begin()
	m.alone(e, out)
	m.closed()
	m.shared.Leave()
	m.blind = o.Cost == notBegun
	switch {
	case !m.made:
		return wire.Unbuilt
	case o.Exhausted || probe.IsExhausted(m.caught):
		return wire.FuelOut
	case m.caught == nil:
		return wire.Returned
	}
	if _, ok := m.caught.(runtime.Error); ok {
		return wire.RuntimeError
	}
	return wire.Panicked
}

// alone makes the call. One that ends the goroutine of the worker itself would
// leave a process in which nobody does anything any more, and which only ends
// if nobody else is there either: then it ends here. On a goroutine of its own
// it is for gone to clean up.
func (m *machine) alone(e *probe.Entry, out *probe.Genes) {
	back := false
	defer func() {
		if !back && m.ended != nil && m.settler.runner == m.settler.main {
			m.ended()
		}
	}()
	m.protected(e, out)
	back = true
}

// gone cleans up behind a call that ended its goroutine, and says in which
// way it ended.
func (m *machine) gone() wire.Outcome {
	m.made = !probe.Preparing()
	m.settler.expect(-1) // the goroutine of the call itself
	probe.End()
	m.closed()
	m.shared.Leave()
	m.caught, m.site = nil, noSite
	m.blind = probe.Outcome().Cost == notBegun
	if !m.made {
		return wire.Unbuilt
	}
	return wire.Goexit
}

// opened is called where inputs hold a channel on which the run may wait for
// ever.
func (m *machine) opened() {
	if m.guard == nil {
		m.guard = newGuard()
		m.settler.expect(1)
	}
	m.guard.begin()
}

// closed comes behind each run.
func (m *machine) closed() {
	if probe.Opened() {
		m.guard.end()
	}
}

func (m *machine) protected(e *probe.Entry, out *probe.Genes) {
	defer m.recover()
	e.Run(&m.in, out)
}

// recover ends a run that panicked. A panic while the inputs are made, or of a
// constructor's error, means that there is no such input.
func (m *machine) recover() {
	if r := recover(); r != nil {
		m.caught = r
		_, refused := r.(probe.Unbuilt)
		m.made = !refused && !probe.Preparing()
		probe.End()
		if m.made && !probe.IsExhausted(r) && !probe.Outcome().Exhausted {
			m.site = m.sites.locate(r)
		}
	}
}

// describe gives the text and the type of what a call panicked with, as
// fmt.Sprint does. The value's own methods may panic or never end; the former
// is caught here, the latter by the parent.
func (m *machine) describe() (text, goType string) {
	if m.caught == nil {
		return "", ""
	}
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	goType = fmt.Sprintf("%T", m.caught)
	const limit = 1 << 16
	if text = fmt.Sprint(m.caught); len(text) > limit {
		text = text[:limit]
	}
	return text, goType
}
