package worker

import (
	"io"
	"runtime"
	"runtime/debug"
	"strconv"

	"nearmiss/internal/asked"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// worker is the loop over jobs.
type worker struct {
	fuel              uint64 // statements a run may execute
	machine           machine
	out               io.Writer    // stream to the parent
	frame             []byte       // the last frame sent; its memory is reused
	mustEnd           bool         // the parent no longer reads, or must start another worker
	needsRunner       map[int]bool // by entry: a call waited forever or ended its goroutine, so that later calls run on a runner (see runJob)
	initialGoroutines int          // number of goroutines before the first job
}

// serve answers messages until the stream ends or Stop arrives.
func serve(in io.Reader, out io.Writer, shared *Shared, entries []probe.Entry, save func(), restore func(fresh bool)) {
	w := &worker{out: out, machine: machine{entries: entries, restore: restore, shared: shared}}
	defer probe.Keep(nil)
	r := NewReader(in)
	ready := false
	for !w.mustEnd {
		m, err := r.Read()
		if err != nil {
			if err != io.EOF {
				w.send(&Fault{Text: "worker: cannot read a message: " + err.Error()})
			}
			return
		}
		if init, ok := m.(*Init); ok && !ready {
			ready = w.init(init, save)
			continue
		}
		if !ready {
			w.send(&Fault{Text: "worker: no init message before the first job"})
			return
		}
		switch m := m.(type) {
		case *SearchJob:
			w.runJob(m.ID, m.Entry, func() { w.search(m) })
		case *BatchJob:
			w.runJob(m.ID, m.Entry, func() { w.batch(m) })
		case *MeasureJob:
			w.runJob(m.ID, m.Entry, func() { w.measure(m) })
		case *RunJob:
			w.runJob(m.ID, m.Entry, func() { w.run(m) })
		case *ShrinkJob:
			w.runJob(m.ID, m.Entry, func() { w.shrink(m) })
		case *Stop:
			return
		default:
			w.send(&Fault{Text: "worker: message of the wrong direction"})
			return
		}
	}
}

// init prepares the probes and the runtime, saves the package's variables, and sends the names
// of the entries.
func (w *worker) init(m *Init, save func()) bool {
	if m.Version != Version {
		w.send(&Fault{Text: "worker: built for another version of the protocol"})
		return false
	}
	if !probe.Init(m.Conditions, m.Slots) {
		w.send(&Fault{Text: "worker: " + strconv.Itoa(m.Conditions) + " conditions are too many for one package"})
		return false
	}
	probe.AddChecks(len(m.Sites)) // without them if they are too many
	w.machine.joiner = newJoiner()
	probe.Keep(w.machine.joiner.keeper())
	probe.OnOpen(w.machine.onOpenChannel)
	w.machine.setSites(m.Sites)
	w.fuel = m.Fuel
	probe.SetFuel(w.fuel)
	if m.MaxStack > 0 {
		debug.SetMaxStack(m.MaxStack)
	}
	w.machine.codeSetsTimers = m.Timers
	probe.Mute(m.Mute)
	if m.MemoryLimit > 0 {
		w.machine.heapLimit = uint64(m.MemoryLimit) / 3
		probe.SetAllocationLimit(w.machine.heapLimit / 4) // the heap holds several such allocations at once, some of them garbage
		debug.SetMemoryLimit(m.MemoryLimit)
	}
	debug.SetGCPercent(gcPercent)
	if save != nil {
		save()
	}
	w.initialGoroutines = runtime.NumGoroutine()
	ready := &Ready{EnvRead: asked.Take()}
	if w.machine.joiner.recordsStacks = m.Watched; !m.Watched {
		asked.Stop()
	}
	for i := range w.machine.entries {
		ready.Entries = append(ready.Entries, w.machine.entries[i].Name)
	}
	for _, name := range search.Names() {
		if search.LookupOneByOne(name) != nil {
			ready.Searches = append(ready.Searches, name)
		}
	}
	w.send(ready)
	return true
}

// gcPercent lets garbage grow further than the default: live data are small, and the memory
// limit still holds.
const gcPercent = 400

func (w *worker) send(m Message) {
	w.frame = Append(w.frame[:0], m)
	if _, err := w.out.Write(w.frame); err != nil {
		w.mustEnd = true
	}
}
