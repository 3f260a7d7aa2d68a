package worker

import (
	"io"
	"runtime"
	"runtime/debug"
	"strconv"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/internal/wire"
)

// worker is the loop over jobs.
type worker struct {
	fuel    uint64 // statements a run may execute
	machine machine
	out     io.Writer
	broken  bool         // the parent does not listen any more, or is to start another worker
	waiting map[int]bool // entries with a call that did not come back
	before  int          // goroutines before the first job
}

// serve answers messages until the stream ends or says Stop.
func serve(in io.Reader, out io.Writer, shared *wire.Shared, entries []probe.Entry, save, restore func()) {
	w := &worker{out: out, machine: machine{entries: entries, restore: restore, shared: shared}}
	defer probe.Keep(nil)
	r := wire.NewReader(in)
	ready := false
	for !w.broken {
		m, err := r.Read()
		if err != nil {
			return
		}
		if init, ok := m.(*wire.Init); ok && !ready {
			ready = w.init(init, save)
			continue
		}
		if !ready {
			w.send(&wire.Fault{Text: "worker: no init message before the first job"})
			return
		}
		switch m := m.(type) {
		case *wire.SearchJob:
			w.job(m.Entry, func() { w.search(m) })
		case *wire.BatchJob:
			w.job(m.Entry, func() { w.batch(m) })
		case *wire.MeasureJob:
			w.job(m.Entry, func() { w.measure(m) })
		case *wire.RunJob:
			w.job(m.Entry, func() { w.run(m) })
		case *wire.ShrinkJob:
			w.job(m.Entry, func() { w.shrink(m) })
		case *wire.Stop:
			return
		default:
			w.send(&wire.Fault{Text: "worker: message of the wrong direction"})
			return
		}
	}
}

// init prepares the probes and the runtime, remembers the package's
// variables, and tells the entries.
func (w *worker) init(m *wire.Init, save func()) bool {
	if m.Version != wire.Version {
		w.send(&wire.Fault{Text: "worker: built for another version of the protocol"})
		return false
	}
	if !probe.Init(m.Conditions, m.Slots) {
		w.send(&wire.Fault{Text: "worker: " + strconv.Itoa(m.Conditions) + " conditions are too many for one package"})
		return false
	}
	w.machine.conditions = m.Conditions
	w.machine.settler = newSettler()
	probe.Keep(w.machine.settler.keeper())
	probe.OnOpen(w.machine.opened)
	w.machine.setSites(m.Sites)
	w.fuel = m.Fuel
	probe.SetFuel(w.fuel)
	if m.MaxStack > 0 {
		debug.SetMaxStack(m.MaxStack)
	}
	w.machine.timers = m.Timers
	probe.Mute(m.Mute)
	if m.MemoryLimit > 0 {
		w.machine.share = uint64(m.MemoryLimit) / 3
		probe.SetRation(w.machine.share / 4) // several such are in the heap at once, and some of them are garbage
		debug.SetMemoryLimit(m.MemoryLimit)
	}
	debug.SetGCPercent(gcPercent)
	if save != nil {
		save()
	}
	w.before = runtime.NumGoroutine()
	ready := &wire.Ready{}
	for i := range w.machine.entries {
		ready.Entries = append(ready.Entries, w.machine.entries[i].Name)
	}
	w.send(ready)
	return true
}

// gcPercent lets garbage grow further than usual: live data are small, and
// the memory limit holds all the same.
const gcPercent = 400

func (w *worker) send(m wire.Message) {
	if err := wire.Write(w.out, m); err != nil {
		w.broken = true
	}
}

// refuse says why a job cannot be done, or nothing.
func (w *worker) refuse(entry int, sig *input.Signature) string {
	switch {
	case entry < 0 || entry >= len(w.machine.entries):
		return "worker: no entry " + strconv.Itoa(entry)
	case sig == nil:
		return "worker: job without a signature"
	}
	for i := range sig.Inputs() {
		if text := notAnInput(sig.Input(i).Type, map[*input.Type]bool{}); text != "" {
			return "worker: " + text
		}
	}
	return ""
}

// notAnInput names a type within t that is for results only.
func notAnInput(t *input.Type, seen map[*input.Type]bool) string {
	if t == nil || seen[t] {
		return ""
	}
	seen[t] = true
	if t.Kind == input.Error || t.Kind == input.Opaque || t.Kind == input.Dynamic || t.Kind == input.Drained || t.Kind == input.Sealed {
		return "type " + t.Go + " cannot be an input"
	}
	if text := noInputs(t.Fields, seen); text != "" {
		return text
	}
	for i := range t.Alts {
		if text := noInputs(t.Alts[i].Fields, seen); text != "" {
			return text
		}
		if text := notAnInput(t.Alts[i].Steps, seen); text != "" {
			return text
		}
	}
	if text := notAnInput(t.Key, seen); text != "" {
		return text
	}
	return notAnInput(t.Elem, seen)
}

func noInputs(fields []input.Field, seen map[*input.Type]bool) string {
	for _, f := range fields {
		if text := notAnInput(f.Type, seen); text != "" {
			return text
		}
	}
	return ""
}
