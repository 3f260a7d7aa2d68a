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
	restore func(fresh bool) // restores the package's variables to the state before the first call; with fresh, those that a sync.Once sets, too
	fresh   bool             // for the calls of the job
	shared  *Shared          // memory shared with the parent

	codeSetsTimers bool   // the code under test can set timers
	heapLimit      uint64 // bytes of the heap that a run may hold, 0 for no limit
	sites          siteFinder
	guard          *guard // nil until a run needs it
	joiner         *joiner

	onRunner   bool        // calls run on a goroutine of their own, which can be abandoned, and not on the goroutine of the search
	runner     *runner     // nil until a call needs it
	callNumber uint64      // number of the current call
	arbiter    callArbiter // of the calls, by number
	lostCalls  int         // calls of the job that wait for ever

	inputGenes  *probe.Genes // words of the input of the call
	panicValue  any          // panic value of the last call
	notReached  bool         // the last call ended before it reached the code under test
	inputsBuilt bool         // the last call's inputs were built
	starved     bool         // the last call was ended for the memory that it held
	abandoned   bool         // the last call never returns
	started     bool         // a call of the current RunJob has started a goroutine
	site        int          // the panic site of the last call, or noSite

	goroutinePanics    []GoroutinePanic // panics of other goroutines in this job
	goroutinePanicText string           // the text of the last panic of another goroutine
}

// notBegun in the probes' Outcome.Cost means that no run has begun: Begin clears it.
const notBegun = ^uint64(0)

// maxFuelRetries is the largest number of repetitions of a call whose fuel was used up by
// goroutines of earlier runs.
const maxFuelRetries = 3

// call runs an entry with the input v and returns its outcome. If out is not nil, call records the
// results and the state after the call there. It repeats a call whose fuel goroutines of earlier runs
// have used up.
func (m *machine) call(e *probe.Entry, v input.Vector, out *probe.Genes) Outcome {
	end := m.callOnce(e, v, out)
	for range maxFuelRetries {
		if end == GoroutinePanicked || !m.exhausted() || !m.joiner.lostFuel() {
			break
		}
		if out != nil {
			*out = probe.Genes{}
		}
		probe.Arm(probe.Fresh()...)
		end = m.callOnce(e, v, out)
	}
	return end
}

// exhausted reports whether the last call returned because its fuel was used up.
func (m *machine) exhausted() bool {
	return !m.abandoned && !m.starved && !probe.GaveUp() && (probe.IsExhausted(m.panicValue) || !m.notReached && probe.Outcome().Exhausted)
}

// callOnce is call without repetition.
func (m *machine) callOnce(entry *probe.Entry, vector input.Vector, out *probe.Genes) Outcome {
	m.shared.Enter(vector)
	if r, panicked := probe.TakeGoroutinePanic(); panicked {
		m.recordGoroutinePanic(vector, r, true)
	}
	if m.restore != nil {
		m.restore(m.fresh)
	}
	if m.inputGenes == nil {
		m.inputGenes = new(probe.Genes)
	}
	*m.inputGenes = probe.Genes{Words: vector}
	m.panicValue, m.site = nil, noSite
	result := probe.Outcome()
	result.Cost = notBegun
	m.inputsBuilt, m.starved = true, false
	m.callNumber++
	probe.ForgetMoments()
	m.prepareRunner()
	m.joiner.beginRun()
	end := m.runCall(entry, out)
	m.started = m.started || m.joiner.starts()
	m.abandoned = end == callWaits
	if end == callGoexit {
		m.cleanUpGoexit()
	}
	m.endChannelRun()
	m.shared.Leave()
	m.notReached = result.Cost == notBegun
	m.collectStarved()
	if r, panicked := probe.TakeGoroutinePanic(); panicked {
		if !m.notReached {
			probe.Arm(probe.Fresh()...) // another run may still report these branches
		}
		m.notReached, m.panicValue, m.site = true, nil, noSite
		m.recordGoroutinePanic(vector, r, false)
		return GoroutinePanicked
	}
	if !m.notReached && probe.PooledNil() { // no test leaves that to others: the search has to do with another input
		probe.Arm(probe.Fresh()...)
		m.notReached, m.inputsBuilt, m.panicValue, m.site = true, false, nil, noSite
	}
	switch {
	case !m.inputsBuilt:
		return Unbuilt
	case end == callGoexit:
		return Goexit
	case end == callWaits:
		return FuelOut
	case result.Exhausted || probe.IsExhausted(m.panicValue):
		return FuelOut
	case m.panicValue == nil:
		return Returned
	}
	if _, ok := m.panicValue.(runtime.Error); ok {
		return RuntimeError
	}
	return Panicked
}

// prepareRunner starts a runner for a call that needs one, and tells the joiner which goroutine
// runs the function.
func (m *machine) prepareRunner() {
	if m.onRunner && m.runner == nil {
		m.startGuard()
		m.runner = newRunner(m)
	}
	if m.joiner == nil {
		return
	}
	m.joiner.idleRunner = 0
	if m.runner != nil {
		m.joiner.idleRunner = m.runner.id
	}
	id := m.joiner.searchGoroutine
	if m.onRunner {
		id = m.runner.id
	}
	m.joiner.setRunGoroutine(id)
}

// cleanUpGoexit cleans up after a call that ended its goroutine.
func (m *machine) cleanUpGoexit() {
	m.inputsBuilt = !probe.Preparing()
	m.joiner.addForeignGoroutines(-1) // the goroutine of the call itself has ended
	probe.End()
	m.panicValue, m.site = nil, noSite
}

// collectStarved is called after each run. A run that was ended for its memory leaves a large heap,
// which the collector would keep for long; collectStarved collects it.
func (m *machine) collectStarved() {
	if m.guard == nil {
		return
	}
	select {
	case <-m.guard.collectionDue:
		m.starved = true
		runtime.GC()
	default:
	}
}

// startGuard returns the guard, which ends runs that wait for ever or take all the memory. It starts
// the guard if necessary.
func (m *machine) startGuard() *guard {
	if m.guard == nil {
		m.guard = newGuard(m)
		m.joiner.addForeignGoroutines(1)
	}
	return m.guard
}

// onOpenChannel is called if inputs hold a channel on which the run may wait for ever.
func (m *machine) onOpenChannel() {
	m.startGuard().beginChannelRun()
}

// endChannelRun tells the guard that a run with open input channels has ended. It is called after
// each run.
func (m *machine) endChannelRun() {
	if probe.Opened() {
		m.guard.endChannelRun()
	}
}

// callProtected calls an entry and reports whether the call counts: it does not if it was given up
// before it returned.
func (m *machine) callProtected(e *probe.Entry, in, out *probe.Genes) (counts bool) {
	defer m.endCall(m.callNumber, &counts)
	m.joiner.markFresh()
	e.Run(in, out)
	return
}

// endCall recovers a panic of a call and ends the run. A panic while the inputs are built,
// or with a constructor's error, means that the input is unbuilt.
func (m *machine) endCall(run uint64, counts *bool) {
	r := recover()
	*counts = m.arbiter.recordReturn(run)
	if r != nil && *counts {
		m.panicValue = r
		_, refused := r.(probe.Unbuilt)
		m.inputsBuilt = !refused && !probe.Preparing()
		probe.End()
		if m.inputsBuilt && !probe.IsExhausted(r) && !probe.Outcome().Exhausted {
			m.site = m.sites.siteOfPanic(r)
		}
	}
}

// describe returns the text and the type of the panic value of the last call.
func (m *machine) describe() (text, goType string) {
	if m.panicValue == nil {
		return "", ""
	}
	return describe(m.panicValue)
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
