package worker

import (
	"runtime"
	"sync/atomic"
	"time"

	"nearmiss/internal/probe"
)

// guard ends runs that wait for ever and runs that take all the memory. It recognizes a wait
// by the states of the goroutines in the runtime and not by the duration, so that the same
// runs end in every search. It looks only at long runs; short runs end between two looks.
//
// While there is a guard, the runtime does not report that all goroutines are asleep, because
// the guard's own goroutine is not.
//
// The guard uses no package of the standard library that may be under test itself: it uses
// channels and not package sync.
type guard struct {
	machine *machine
	lock    chan struct{} // full while locked
	wake    chan struct{}
	asleep  bool
	active  bool             // a run whose inputs hold open channels is in progress
	job     bool             // a job is in progress
	id      uint64           // the goroutine of the active run
	quiet   func() bool      // no goroutine but the guard's is running or runnable
	stacks  func([]byte) int // writes the stacks of all goroutines
	text    []byte
	there   []uint64 // the goroutines in text

	// Verdicts on runs that wait for ever, on the job's own goroutine or on the runner.
	ofJob, ofRunner chan verdict

	full chan struct{} // full from the time when a run is ended for its memory until the machine has collected the garbage
}

// verdict says that a run waits for ever, and lists the other goroutines at that time.
type verdict struct {
	run   uint64
	there []uint64
}

const (
	look     = 500 * time.Microsecond // interval between two looks
	quick    = look / 4               // interval while no other goroutine runs
	seldom   = 8 * look               // largest interval
	idle     = 50                     // looks without a run before the guard sleeps
	rarely   = 8                      // while other goroutines run, only one look in so many reads the stacks
	enough   = 40
	certain  = enough // weight of a look if no other goroutine could end the wait; else 1
	releases = 3      // a run that still waits after so many releases does not wait on its input channels
)

func newGuard(m *machine) *guard {
	g := &guard{
		machine: m, lock: make(chan struct{}, 1), wake: make(chan struct{}, 1), asleep: true, text: make([]byte, 1<<16),
		quiet: newQuiet().now, stacks: stacks, ofJob: make(chan verdict, 1), ofRunner: make(chan verdict, 1), full: make(chan struct{}, 1),
	}
	go g.loop()
	return g
}

// begin announces that a run with open channels starts in this goroutine.
func (g *guard) begin() {
	id := goroutine()
	g.lock <- struct{}{}
	g.active, g.id = true, id
	g.rouse()
	<-g.lock
}

// end announces the end of a run with open channels.
func (g *guard) end() {
	g.lock <- struct{}{}
	g.active = false
	probe.Forget()
	<-g.lock
}

// watch sets whether a job is in progress. The guard looks at all runs of a job.
func (g *guard) watch(job bool) {
	g.lock <- struct{}{}
	if g.job = job; job {
		g.rouse()
	}
	<-g.lock
}

func (g *guard) rouse() {
	if g.asleep {
		g.asleep = false
		g.wake <- struct{}{}
	}
}

func (g *guard) loop() {
	for range g.wake {
		v := vigil{nap: look}
		for more := true; more; {
			nap(v.nap)
			g.lock <- struct{}{}
			more = g.look(&v)
			g.asleep = !more
			<-g.lock
		}
	}
}

// vigil is the state of the guard for the run it observes.
type vigil struct {
	run       uint64
	nap       time.Duration
	idle      int
	quiet     int // consecutive looks at which no other goroutine ran
	loud      int // looks at which another goroutine ran
	looks     int // looks at which the run waited
	stuck     int
	sure      bool // the last look at the stacks had the weight certain
	releases  int
	told      bool
	allocated uint64 // total allocation of the process at the last check of the heap, in bytes
}

// look examines the current run once and reports whether to look again.
func (g *guard) look(v *vigil) bool {
	if !g.active && !g.job {
		v.nap = look
		v.idle++
		return v.idle < idle
	}
	run, running, apart := g.progress()
	quiet := g.quiet()
	if v.idle = 0; v.run != run || !running {
		*v = vigil{run: run, nap: 2 * look}
		if g.active || apart {
			v.nap = look
		}
		if running && quiet {
			v.quiet, v.nap = 1, quick
		}
		return true
	}
	if v.told {
		return true
	}
	if quiet {
		v.quiet++
	} else {
		v.quiet = 0
		v.loud++
	}
	switch {
	case quiet && v.quiet == 1:
		v.nap = quick
		return true
	case quiet && v.sure && v.looks+1 < enough: // only a timer can end the wait; the stacks would show the same
		v.looks++
		return true
	case !quiet && v.stuck == 0 && v.loud%rarely != 0:
		g.goesOn(v)
		return true
	}
	falling := probe.Falling() // an unrecovered panic ends the run, whether it waits or not
	worth := g.waits(falling)
	if worth == 0 {
		g.goesOn(v)
		return true
	}
	if v.sure = quiet && worth == certain; falling {
		worth = certain
	} else if !v.sure {
		worth = 1
	}
	v.nap = look
	v.stuck += worth
	if v.looks++; v.stuck >= enough {
		g.decide(v, falling)
	}
	return true
}

// goesOn records a look at a run that does not wait.
func (g *guard) goesOn(v *vigil) {
	v.stuck, v.looks, v.sure = 0, 0, false
	if v.nap = min(2*v.nap, seldom); probe.Falling() {
		v.nap = look
	}
	g.feed(v)
}

// decide ends a run that waits for ever, or a run one of whose goroutines has panicked.
func (g *guard) decide(v *vigil, falling bool) {
	switch {
	case !falling && g.active && v.releases < releases:
		probe.Release()
		v.stuck, v.quiet, v.sure = 0, 0, false
		v.releases++
	case !g.job || !falling && g.machine.timers && v.looks < enough:
	default:
		v.told = true
		to := g.ofJob
		if _, _, apart := g.progress(); apart {
			to = g.ofRunner
		}
		select { // discard the verdict on an earlier run
		case <-to:
		default:
		}
		to <- verdict{v.run, append([]uint64(nil), g.there...)}
	}
}

// progress reads which run is in progress. A run that only waits for its goroutines to end is
// not in progress: the settler bounds that wait. The machine writes these fields without
// synchronization. The guard only compares them with earlier values, and relies on them only
// when the run is known to wait.
//
//go:norace
func (g *guard) progress() (run uint64, running, apart bool) {
	m := g.machine
	return m.run, m.shared.Running() && (m.settler == nil || !m.settler.settling), m.apart
}

// runs returns the goroutine of the run.
func (g *guard) runs() uint64 {
	if g.active {
		return g.id
	}
	return atomic.LoadUint64(&g.machine.settler.runner)
}

// waits returns the weight of the evidence that the run waits for ever, or 0 if it does not
// wait. If over, the run is to end anyway, and any state but running or runnable is a wait.
func (g *guard) waits(over bool) int {
	n := g.stacks(g.text)
	worth, found := certain, false
	if n == len(g.text) {
		worth = 1
		if n < mostText {
			g.text = make([]byte, 4*n)
			return 0
		}
	}
	runs := g.runs()
	g.there = g.there[:0]
	for i, text := 0, g.text[:n]; len(text) > 0; i++ {
		id, state, rest := header(text)
		if text = rest; id != 0 && i > 0 {
			g.there = append(g.there, id)
		}
		switch {
		case id == runs:
			if !waiting(state) && !(over && state != "running" && state != "runnable") {
				return 0
			}
			found = true
		case i > 0 && id != 0 && !waiting(state): // the first goroutine is the guard
			worth = 1
		}
	}
	if !found {
		return 0
	}
	return worth
}

const mostText = 1 << 22

func stacks(text []byte) int { return runtime.Stack(text, true) }

// waiting reports whether a goroutine in a state waits for another goroutine. "semacquire" is
// not such a state: it is a wait for the runtime, for example to begin a collection, which the
// guard's own look at the goroutines delays.
func waiting(state string) bool {
	switch state {
	case "chan receive", "chan send", "chan receive (nil chan)", "chan send (nil chan)", "select", "select (no cases)",
		"sync.Cond.Wait", "sync.Mutex.Lock", "sync.RWMutex.RLock", "sync.RWMutex.Lock", "sync.WaitGroup.Wait", "coroutine",
		"finalizer wait", "force gc (idle)", "GC sweep wait", "GC scavenge wait", "GC worker (idle)", "cleanup wait":
		return true
	}
	return false
}

// header parses "goroutine 12 [state, …]:" and returns the text after the stack of that
// goroutine.
func header(text []byte) (id uint64, state string, rest []byte) {
	const word = "goroutine "
	end := len(text)
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\n' && text[i+1] == '\n' {
			end = i + 2
			break
		}
	}
	rest, text = text[min(end, len(text)):], text[:end]
	if len(text) < len(word) || string(text[:len(word)]) != word {
		return 0, "", rest
	}
	i := len(word)
	for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		id = 10*id + uint64(text[i]-'0')
	}
	for i < len(text) && text[i] != '[' {
		i++
	}
	from := min(i+1, len(text))
	for i = from; i < len(text) && text[i] != ',' && text[i] != ']'; i++ {
	}
	return id, string(text[from:i]), rest
}
