package worker

import (
	"runtime"
	"sync/atomic"
	"time"

	"nearmiss/internal/probe"
)

// joiner waits for the goroutines that runs start. The actions of a goroutine belong to its
// run if the goroutine ends soon. A goroutine that goes on computing ends at its next block. A
// goroutine that goes on waiting is left behind: the joiner remembers it as stale, and its
// later actions belong to no run.
//
// The time that a goroutine may compute is processor time: by the wall clock, a goroutine that
// got no processor on a busy machine would be left behind.
type joiner struct {
	runGoroutine     uint64        // the goroutine that runs the function; read atomically, and first for alignment
	pauses           uint64        // a counter for pause; atomic, too
	goroutinesBefore int           // number of goroutines when the run began
	searchGoroutine  uint64        // goroutine that searches
	idleRunner       uint64        // the runner that waits for its next call while calls are made in another goroutine, or 0
	maxWait          time.Duration // longest wait for the goroutines of a run
	channelWait      time.Duration // wall-clock time spent in this run on values from channels
	joining          bool          // a run has ended except for its goroutines; the guard reads it
	numLeft          int           // goroutines that the last run left behind
	recordsStacks    bool          // record the stacks of the goroutines left behind, in leftStacks
	countsStarts     bool          // the current job is a RunJob
	leftStacks       []string
	totalLeft        int                             // goroutines that all runs left behind
	patient          bool                            // the current run waits longer for its goroutines: see RunJob
	presentBefore    map[uint64]bool                 // goroutines at the start of a patient run
	stale            atomic.Pointer[map[uint64]bool] // goroutines left behind; replaced and never changed, because stale goroutines read it
	fresh            atomic.Pointer[label]           // of the goroutines of runs since goroutines were last left behind
	timers           timers                          // of the current run
	othersIdle       func() bool                     // no goroutine but the caller's is running or runnable
	created          *goroutineGauge                 // number of goroutines created in the process
	createdBefore    uint64                          // goroutines created before the run began; set if countsStarts, and once some were left behind
	stackText        []byte
}

const (
	maxYields   = 64                   // yields to other goroutines before the first nap
	fewYields   = 8                    // yields if no goroutine of the run is left
	maxJoinWait = 5 * time.Millisecond // longest wait for the goroutines of one run
	minJoinWait = 100 * time.Microsecond
	shortestNap = 50 * time.Microsecond // first sleep while waiting for goroutines
	longestNap  = 10 * time.Millisecond // longest sleep while waiting for goroutines
	maxStale    = 2000                  // number of stale goroutines that are remembered

	mostPauses = 64                     // blocks of a run that pause
	pauseTime  = 100 * time.Microsecond // sleep at one of eight of them

	patientJoinWait = 200 * time.Millisecond // longest wait for the goroutines of a patient run
	maxNapStretch   = 8                      // bound on the time of all naps together, in their nominal durations
	maxComputeWait  = 300 * time.Millisecond // bound on the time of all naps together, and on the wait for computing goroutines
	drainTime       = time.Millisecond       // processor time for goroutines that end at their next block
	computeNap      = 500 * time.Microsecond // sleep between two looks at computing goroutines
	maxStuckLooks   = 3                      // looks at a stuck patient run, with the longest nap between them
)

func newJoiner() *joiner {
	s := &joiner{maxWait: maxJoinWait, othersIdle: newIdleGauge().othersIdle, created: newGoroutineGauge("/sched/goroutines-created:goroutines")}
	s.stale.Store(&map[uint64]bool{})
	s.fresh.Store(new(label))
	s.setSearchGoroutine(goroutineID())
	return s
}

// setSearchGoroutine sets the goroutine that searches.
func (s *joiner) setSearchGoroutine(id uint64) {
	s.searchGoroutine = id
	s.setRunGoroutine(id)
}

// setRunGoroutine sets the goroutine that runs the function. It is the same for most runs, and the
// atomic store costs more than the comparison.
func (s *joiner) setRunGoroutine(id uint64) {
	if s.runGoroutine != id {
		atomic.StoreUint64(&s.runGoroutine, id)
	}
}

// keeper returns the functions of s that the probes call.
func (s *joiner) keeper() *probe.Keeper {
	return &probe.Keeper{
		Settle:  s.join,
		Wait:    s.waitForChannel,
		Foreign: func() bool { return goroutineID() != atomic.LoadUint64(&s.runGoroutine) },
		Stale:   s.onStale,
		Leave:   runtime.Goexit,
		Timer:   s.addTimer,
		Pause:   s.pause,
	}
}

// onStale reports whether the current goroutine was left behind. The number of a goroutine takes some microseconds,
// so that most goroutines are known by their label.
func (s *joiner) onStale() bool {
	return !s.fresh.Load().marked() && (*s.stale.Load())[goroutineID()]
}

// addTimer adds a timer of the run. Those of goroutines left behind are none.
func (s *joiner) addTimer(waits func() bool, f func()) {
	if !s.onStale() {
		s.timers.add(waits, f)
	}
}

// markFresh marks the current goroutine, which is about to run the function.
func (s *joiner) markFresh() {
	if s == nil {
		return
	}
	if l := s.fresh.Load(); !l.marked() {
		l.mark()
	}
}

// pause lets other goroutines or timers go first, at every second block or so.
func (s *joiner) pause() {
	const golden = 0x9e3779b97f4a7c15 // its multiples are spread evenly
	switch atomic.AddUint64(&s.pauses, golden) >> 61 {
	case 0:
		time.Sleep(pauseTime)
	case 1, 2, 3:
		runtime.Gosched()
	}
}

// setPatient sets whether the next runs wait longer for their goroutines: see RunJob.
func (s *joiner) setPatient(patient bool) {
	if s != nil {
		s.patient = patient
	}
}

// beginRun forgets the last run and counts the goroutines. It is called before each run.
func (s *joiner) beginRun() {
	if s != nil {
		s.numLeft, s.channelWait, s.leftStacks = 0, 0, nil
		s.timers.forget()
		s.goroutinesBefore = runtime.NumGoroutine()
		s.presentBefore = nil
		if s.patient {
			s.presentBefore = s.presentGoroutines()
		}
		if s.countsStarts || s.totalLeft > 0 {
			s.createdBefore = s.created.value()
		}
	}
}

// starts reports, if countsStarts is set, whether a goroutine has been started since the run began.
func (s *joiner) starts() bool {
	return s != nil && s.countsStarts && s.created.value() > s.createdBefore
}

// addForeignGoroutines announces n goroutines that do not belong to the run.
func (s *joiner) addForeignGoroutines(n int) {
	if s != nil {
		s.goroutinesBefore += n
		if s.presentBefore != nil && n > 0 {
			s.presentBefore = s.presentGoroutines()
		}
	}
}

// allEnded reports whether no goroutine of the run is left. The number of goroutines alone does
// not show that, because a goroutine of an earlier run may have ended meanwhile.
func (s *joiner) allEnded() bool {
	return runtime.NumGoroutine() <= s.goroutinesBefore && s.countNew() == 0
}

// presentGoroutines lists the goroutines of the process.
func (s *joiner) presentGoroutines() map[uint64]bool {
	all := map[uint64]bool{}
	s.eachGoroutine(func(id uint64, _ string) { all[id] = true })
	return all
}

// countNew counts the goroutines of the run, if the run is patient or if goroutines of
// earlier runs may be alive; otherwise it returns 0. Goroutines left behind are known. A goroutine
// that one of them has started since counts as one of the run until it is left behind, too.
func (s *joiner) countNew() (count int) {
	known := s.presentBefore
	if !s.patient {
		if s.totalLeft == 0 || s.created.value() == s.createdBefore {
			return 0
		}
		if known = *s.stale.Load(); len(known) >= maxStale {
			return 0
		}
	}
	self := goroutineID()
	s.eachGoroutine(func(id uint64, _ string) {
		if !known[id] && id != self && id != s.searchGoroutine && id != s.idleRunner {
			count++
		}
	})
	return count
}

// eachGoroutine calls visit for all goroutines, the current one first.
func (s *joiner) eachGoroutine(visit func(id uint64, state string)) {
	s.eachStack(func(id uint64, state string, _ []byte) { visit(id, state) })
}

// eachStack calls visit for all goroutines, with their stacks.
func (s *joiner) eachStack(visit func(id uint64, state string, stack []byte)) {
	if s.stackText == nil {
		s.stackText = make([]byte, 1<<20)
	}
	for text := s.stackText[:runtime.Stack(s.stackText, true)]; len(text) > 0; {
		id, state, rest := parseGoroutine(text)
		if id != 0 {
			visit(id, state, text[:len(text)-len(rest)])
		}
		text = rest
	}
}

// join waits for the goroutines of a run, ends those that compute, and marks the others as stale. It is called
// at the end of each run.
func (s *joiner) join() {
	if s.allEnded() {
		return
	}
	s.joining = true
	defer func() { s.joining = false }()
	for range maxYields {
		runtime.Gosched()
		if s.allEnded() {
			return
		}
	}
	start := processorTime()
	if s.waitForEnd(s.waitLimit()) || s.waitComputing(start, s.waitLimit()) {
		return
	}
	if s.recordsStacks {
		s.leftStacks = s.leftFunctions()
	}
	probe.Drain(func() {
		if start := processorTime(); !s.waitForEnd(2 * minJoinWait) {
			s.waitComputing(start, drainTime)
		}
	})
	if s.numLeft = s.remaining(); s.numLeft > 0 {
		s.abandonLeft()
	}
}

// waitLimit returns the time that the goroutines of this run get to end.
func (s *joiner) waitLimit() time.Duration {
	if s.patient {
		return patientJoinWait
	}
	return s.maxWait
}

// remaining counts the goroutines of the run that are left.
func (s *joiner) remaining() int {
	return max(runtime.NumGoroutine()-s.goroutinesBefore, s.countNew())
}

// waitComputing waits until no goroutine of the run is left, none of them computes, or the process
// has used limit of processor time since start. It reports whether none is left. The wall clock
// bounds the wait for a process that gets no processor.
func (s *joiner) waitComputing(start, limit time.Duration) bool {
	for end := time.Now().Add(maxComputeWait); processorTime()-start < limit && s.anyComputing(*s.stale.Load()) && time.Now().Before(end); {
		time.Sleep(computeNap)
		if s.allEnded() {
			return true
		}
	}
	return s.allEnded()
}

// anyComputing reports whether a goroutine of a run, other than the goroutines in except, is
// running or runnable.
func (s *joiner) anyComputing(except map[uint64]bool) (some bool) {
	if s.othersIdle() {
		return false
	}
	self := goroutineID()
	s.eachGoroutine(func(id uint64, state string) {
		if id != self && id != s.searchGoroutine && id != s.idleRunner && !except[id] && (state == "running" || state == "runnable") {
			some = true
		}
	})
	return some
}

// lostFuel ends the computing goroutines of earlier runs. It reports whether any goroutine has
// ended since the run began: this run lost the fuel that the goroutine used.
func (s *joiner) lostFuel() bool {
	if s == nil || s.totalLeft == 0 {
		return false
	}
	probe.Drain(func() {
		for began := processorTime(); runtime.NumGoroutine() >= s.goroutinesBefore && processorTime()-began < drainTime && s.anyComputing(nil); {
			time.Sleep(shortestNap)
		}
	})
	return runtime.NumGoroutine() < s.goroutinesBefore
}

// waitForChannel waits a little for values from the goroutines of the run, and reports whether to
// look for a value again. looks is the number of looks so far. All calls in a run together wait no
// longer than for the end of the goroutines.
func (s *joiner) waitForChannel(looks int) bool {
	if looks < maxYields {
		runtime.Gosched()
		return looks < fewYields || !s.allEnded()
	}
	nap := shortestNap << min(looks-maxYields, 5)
	if s.channelWait += nap; s.channelWait > s.waitLimit() {
		return false
	}
	time.Sleep(nap)
	return true
}

// waitForEnd waits for the goroutines of the run for about the time limit, in naps of growing length,
// and reports whether all have ended. Naps take longer than their nominal duration on a busy machine;
// waitForEnd bounds the total. It gives up early on a patient run that is stuck.
func (s *joiner) waitForEnd(limit time.Duration) bool {
	end := time.Now().Add(min(maxNapStretch*limit, maxComputeWait))
	stuck := 0
	for nap, waited := shortestNap, time.Duration(0); waited < limit; nap, waited = min(2*nap, longestNap), waited+nap {
		time.Sleep(nap)
		if s.allEnded() {
			return true
		}
		if nap > shortestNap && time.Now().After(end) {
			return false
		}
		if !s.patient || nap < longestNap || !s.isStuck() {
			stuck = 0
		} else if stuck++; stuck == maxStuckLooks {
			return false
		}
	}
	return false
}

// isStuck reports whether all goroutines of a patient run wait for other goroutines, and none
// runs. Most likely they wait until the process ends.
func (s *joiner) isStuck() bool {
	all := true
	s.eachGoroutine(func(id uint64, state string) {
		all = all && (s.presentBefore[id] || isWaiting(state))
	})
	return all
}

// abandonLeft remembers the goroutines that are left as stale. A function that leaves goroutines
// behind mostly does so in every run, so later runs get less time.
func (s *joiner) abandonLeft() {
	s.totalLeft += s.numLeft
	s.maxWait = max(s.maxWait/2, minJoinWait)
	var goroutines []uint64
	s.eachGoroutine(func(id uint64, _ string) { goroutines = append(goroutines, id) })
	s.markStale(goroutines)
	probe.Left()
}

// leaveBehind is abandonLeft for a run whose own goroutine does not end. No runner waits for its
// next call then.
func (s *joiner) leaveBehind(goroutines []uint64) {
	if s != nil {
		s.idleRunner = 0
		s.markStale(goroutines)
		s.numLeft = max(runtime.NumGoroutine()-s.goroutinesBefore, 0)
		s.totalLeft += s.numLeft + 1
		probe.Left()
	}
}

// markStale remembers the given goroutines as stale, except for the search, the current
// goroutine and an idle runner.
func (s *joiner) markStale(goroutines []uint64) {
	known := *s.stale.Load()
	if len(known) >= maxStale {
		return
	}
	stale, self := make(map[uint64]bool, len(known)+1), goroutineID()
	for id := range known {
		stale[id] = true
	}
	for _, id := range goroutines {
		if id != s.searchGoroutine && id != s.idleRunner && id != self {
			stale[id] = true
		}
	}
	s.stale.Store(&stale)
	s.fresh.Store(new(label))
}

// goroutineID returns the number of the current goroutine.
func goroutineID() uint64 {
	var b [64]byte
	id, _, _ := parseGoroutine(b[:runtime.Stack(b[:], false)])
	return id
}
