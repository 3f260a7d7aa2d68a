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
	machine             *machine
	lock                chan struct{}    // full while locked
	wake                chan struct{}    // receives a value to end the guard's sleep
	asleep              bool             // the guard waits for wake
	channelRunActive    bool             // a run whose inputs hold open channels is in progress
	jobActive           bool             // a job is in progress
	channelRunGoroutine uint64           // the goroutine of the active run
	othersIdle          func() bool      // no goroutine but the guard's is running or runnable
	writeStacks         func([]byte) int // writes the stacks of all goroutines
	stackText           []byte
	goroutines          []uint64 // numbers of the goroutines in stackText

	// Verdicts on runs that wait for ever, on the job's own goroutine or on the runner.
	jobVerdict, runnerVerdict chan verdict

	collectionDue chan struct{} // full from the time when a run is ended for its memory until the machine has collected the garbage
}

// verdict says that a run waits for ever, and lists the other goroutines at that time.
type verdict struct {
	run        uint64 // number of the run
	goroutines []uint64
}

const (
	lookInterval          = 500 * time.Microsecond // time between two looks
	idleLookInterval      = lookInterval / 4       // time between two looks while no other goroutine runs
	maxLookInterval       = 8 * lookInterval       // longest time between two looks
	maxLooksWithoutRun    = 50                     // looks without a run before the guard sleeps
	busyLooksPerStackRead = 8                      // while other goroutines run, only one look in so many reads the stacks
	verdictWeight         = 40                     // weight of looks after which a run counts as waiting for ever
	certainWeight         = verdictWeight          // weight of a look if no other goroutine could end the wait; otherwise a look has weight 1
	maxReleases           = 3                      // times that the guard closes the input channels of a run that still waits
)

func newGuard(m *machine) *guard {
	g := &guard{
		machine: m, lock: make(chan struct{}, 1), wake: make(chan struct{}, 1), asleep: true, stackText: make([]byte, 1<<16),
		othersIdle: newIdleGauge().othersIdle, writeStacks: allStacks, jobVerdict: make(chan verdict, 1), runnerVerdict: make(chan verdict, 1), collectionDue: make(chan struct{}, 1),
	}
	go g.loop()
	return g
}

// beginChannelRun announces that a run with open channels starts in this goroutine.
func (g *guard) beginChannelRun() {
	id := goroutineID()
	g.lock <- struct{}{}
	g.channelRunActive, g.channelRunGoroutine = true, id
	g.wakeUp()
	<-g.lock
}

// endChannelRun announces the end of a run with open channels.
func (g *guard) endChannelRun() {
	g.lock <- struct{}{}
	g.channelRunActive = false
	probe.Forget()
	<-g.lock
}

// setJobActive sets whether a job is in progress. The guard looks at all runs of a job.
func (g *guard) setJobActive(active bool) {
	g.lock <- struct{}{}
	if g.jobActive = active; active {
		g.wakeUp()
	}
	<-g.lock
}

func (g *guard) wakeUp() {
	if g.asleep {
		g.asleep = false
		g.wake <- struct{}{}
	}
}

func (g *guard) loop() {
	for range g.wake {
		o := observation{interval: lookInterval}
		for awake := true; awake; {
			nap(o.interval)
			g.lock <- struct{}{}
			awake = g.lookOnce(&o)
			g.asleep = !awake
			<-g.lock
		}
	}
}

// observation is the state of the guard for the run it observes.
type observation struct {
	run             uint64        // number of the observed run
	interval        time.Duration // time until the next look
	looksWithoutRun int           // consecutive looks without a run
	idleLooks       int           // consecutive looks at which no other goroutine ran
	busyLooks       int           // looks at which another goroutine ran
	waitingLooks    int           // looks at which the run waited
	weight          int           // sum of the weights of the looks at which the run waited
	lastCertain     bool          // the last look at the stacks had the weight certainWeight
	releases        int           // number of times that the guard has closed the run's input channels (probe.Release)
	verdictSent     bool          // the guard has sent its verdict on the run
	allocated       uint64        // total allocation of the process at the last check of the heap, in bytes
}

// lookOnce examines the current run once and reports whether to look again.
func (g *guard) lookOnce(seen *observation) bool {
	if !g.channelRunActive && !g.jobActive {
		seen.interval = lookInterval
		seen.looksWithoutRun++
		return seen.looksWithoutRun < maxLooksWithoutRun
	}
	run, running, onRunner := g.currentRun()
	idle := g.othersIdle()
	if seen.looksWithoutRun = 0; seen.run != run || !running {
		*seen = observation{run: run, interval: 2 * lookInterval}
		if g.channelRunActive || onRunner {
			seen.interval = lookInterval
		}
		if running && idle {
			seen.idleLooks, seen.interval = 1, idleLookInterval
		}
		return true
	}
	if seen.verdictSent {
		return true
	}
	if idle {
		seen.idleLooks++
	} else {
		seen.idleLooks = 0
		seen.busyLooks++
	}
	switch {
	case idle && seen.idleLooks == 1:
		seen.interval = idleLookInterval
		return true
	case idle && seen.lastCertain && seen.waitingLooks+1 < verdictWeight: // only a timer can end the wait; the stacks would show the same
		seen.waitingLooks++
		return true
	case !idle && seen.weight == 0 && seen.busyLooks%busyLooksPerStackRead != 0:
		g.recordProgress(seen)
		return true
	}
	panicPending := probe.GoroutinePanicPending() // an unrecovered panic ends the run, whether it waits or not
	weight := g.waitWeight(panicPending)
	if weight == 0 {
		g.recordProgress(seen)
		return true
	}
	if seen.lastCertain = idle && weight == certainWeight; panicPending {
		weight = certainWeight
	} else if !seen.lastCertain {
		weight = 1
	}
	seen.interval = lookInterval
	seen.weight += weight
	if seen.waitingLooks++; seen.weight >= verdictWeight {
		g.endWaitingRun(seen, panicPending)
	}
	return true
}

// recordProgress records a look at a run that does not wait.
func (g *guard) recordProgress(o *observation) {
	o.weight, o.waitingLooks, o.lastCertain = 0, 0, false
	if o.interval = min(2*o.interval, maxLookInterval); probe.GoroutinePanicPending() {
		o.interval = lookInterval
	}
	g.checkHeap(o)
}

// endWaitingRun ends a run that waits for ever, or a run one of whose goroutines has panicked: by
// closing its input channels, else by a verdict. If the code under test can set timers, the verdict
// needs verdictWeight looks at which the run waited.
func (g *guard) endWaitingRun(seen *observation, panicPending bool) {
	switch {
	case !panicPending && g.channelRunActive && seen.releases < maxReleases:
		probe.Release()
		seen.weight, seen.idleLooks, seen.lastCertain = 0, 0, false
		seen.releases++
	case !g.jobActive || !panicPending && g.machine.codeSetsTimers && seen.waitingLooks < verdictWeight:
	default:
		seen.verdictSent = true
		to := g.jobVerdict
		if _, _, onRunner := g.currentRun(); onRunner {
			to = g.runnerVerdict
		}
		select { // discard the verdict on an earlier run
		case <-to:
		default:
		}
		to <- verdict{seen.run, append([]uint64(nil), g.goroutines...)}
	}
}

// currentRun reads which run is in progress. A run that only waits for its goroutines to end is
// not in progress: the joiner bounds that wait. The machine writes these fields without
// synchronization. The guard only compares them with earlier values, and relies on them only
// when the run is known to wait.
//
//go:norace
func (g *guard) currentRun() (run uint64, running, onRunner bool) {
	m := g.machine
	return m.callNumber, m.shared.Running() && (m.joiner == nil || !m.joiner.joining), m.onRunner
}

// runGoroutine returns the goroutine of the run.
func (g *guard) runGoroutine() uint64 {
	if g.channelRunActive {
		return g.channelRunGoroutine
	}
	return atomic.LoadUint64(&g.machine.joiner.runGoroutine)
}

// waitWeight returns the weight of the evidence that the run waits for ever, or 0 if it does not
// wait. If ending, the run is to end anyway, and any state but running or runnable is a wait.
func (g *guard) waitWeight(ending bool) int {
	count := g.writeStacks(g.stackText)
	weight, found := certainWeight, false
	if count == len(g.stackText) {
		weight = 1
		if count < maxStackText {
			g.stackText = make([]byte, 4*count)
			return 0
		}
	}
	runID := g.runGoroutine()
	g.goroutines = g.goroutines[:0]
	for i, text := 0, g.stackText[:count]; len(text) > 0; i++ {
		id, state, rest := parseGoroutine(text)
		if text = rest; id != 0 && i > 0 {
			g.goroutines = append(g.goroutines, id)
		}
		switch {
		case id == runID:
			if !isWaiting(state) && !(ending && state != "running" && state != "runnable") {
				return 0
			}
			found = true
		case i > 0 && id != 0 && !isWaiting(state): // the first goroutine is the guard
			weight = 1
		}
	}
	if !found {
		return 0
	}
	return weight
}

const maxStackText = 1 << 22

func allStacks(text []byte) int { return runtime.Stack(text, true) }

// isWaiting reports whether a goroutine in a state waits for another goroutine. "semacquire" is
// not such a state: it is a wait for the runtime, for example to begin a collection, which the
// guard's own look at the goroutines delays.
func isWaiting(state string) bool {
	switch state {
	case "chan receive", "chan send", "chan receive (nil chan)", "chan send (nil chan)", "select", "select (no cases)",
		"sync.Cond.Wait", "sync.Mutex.Lock", "sync.RWMutex.RLock", "sync.RWMutex.Lock", "sync.WaitGroup.Wait", "coroutine",
		"finalizer wait", "force gc (idle)", "GC sweep wait", "GC scavenge wait", "GC worker (idle)", "cleanup wait":
		return true
	}
	return false
}

// parseGoroutine parses "goroutine 12 [state, …]:" and returns the text after the stack of that
// goroutine.
func parseGoroutine(text []byte) (id uint64, state string, rest []byte) {
	const prefix = "goroutine "
	end := len(text)
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\n' && text[i+1] == '\n' {
			end = i + 2
			break
		}
	}
	rest, text = text[min(end, len(text)):], text[:end]
	if len(text) < len(prefix) || string(text[:len(prefix)]) != prefix {
		return 0, "", rest
	}
	i := len(prefix)
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
