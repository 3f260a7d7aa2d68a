package worker

import (
	"runtime"
	"sync/atomic"
	"time"

	"nearmiss/internal/probe"
)

// settler waits for the goroutines that runs start. The actions of a goroutine belong to its
// run if the goroutine ends soon. A goroutine that goes on computing ends at its next block. A
// goroutine that goes on waiting is left behind: the settler remembers it as stale, and its
// later actions belong to no run.
//
// The time that a goroutine may compute is processor time: by the wall clock, a goroutine that
// got no processor on a busy machine would be left behind.
type settler struct {
	runner   uint64 // the goroutine that runs the function; read atomically, and first for alignment
	before   int    // number of goroutines when the run began
	main     uint64
	idle     uint64 // the runner that waits for its next call while calls are made in another goroutine, or 0
	patience time.Duration
	waited   time.Duration // wall-clock time spent in this run on values from channels
	settling bool          // a run has ended except for its goroutines; the guard reads it
	left     int           // goroutines left behind by the last run
	watched  bool          // record the stacks of the goroutines left behind, in staying
	staying  []string
	total    int
	patient  bool                            // the current run is patient
	there    map[uint64]bool                 // goroutines at the start of a patient run
	stale    atomic.Pointer[map[uint64]bool] // goroutines left behind; replaced and never changed, because stale goroutines read it
	quiet    func() bool                     // no goroutine but the caller's is running or runnable
	births   *gauge
	born     uint64 // goroutines created before the run began; set once some were left behind
	text     []byte
}

const (
	yields        = 64                   // yields to other goroutines before the first nap
	fewYields     = 8                    // yields if no goroutine of the run is left
	mostPatience  = 5 * time.Millisecond // longest wait for the goroutines of one run
	leastPatience = 100 * time.Microsecond
	shortest      = 50 * time.Microsecond
	longest       = 10 * time.Millisecond
	mostStale     = 2000 // goroutines that are remembered

	patientFor  = 200 * time.Millisecond // wait for the goroutines of a patient run
	late        = 8                      // naps may take in all so many times their nominal duration,
	computing   = 300 * time.Millisecond // but at most this, which also bounds the wait for a goroutine without a processor
	drainFor    = time.Millisecond       // of processor time, for goroutines that end at their next block
	computedNap = 500 * time.Microsecond
	mostStuck   = 3 // looks at a stuck patient run, with the longest nap between them
)

func newSettler() *settler {
	s := &settler{patience: mostPatience, quiet: newQuiet().now, births: newGauge("/sched/goroutines-created:goroutines")}
	s.stale.Store(&map[uint64]bool{})
	s.is(goroutine())
	return s
}

// is sets the goroutine that searches.
func (s *settler) is(id uint64) {
	s.main = id
	s.runs(id)
}

// runs sets the goroutine that runs the function. It is the same for most runs, and the atomic
// store costs more than the comparison.
func (s *settler) runs(id uint64) {
	if s.runner != id {
		atomic.StoreUint64(&s.runner, id)
	}
}

// keeper returns the functions of s that the probes call.
func (s *settler) keeper() *probe.Keeper {
	return &probe.Keeper{
		Settle:  s.settle,
		Wait:    s.wait,
		Foreign: func() bool { return goroutine() != atomic.LoadUint64(&s.runner) },
		Stale:   func() bool { return (*s.stale.Load())[goroutine()] },
		Leave:   runtime.Goexit,
	}
}

// beg sets whether the next runs are patient.
func (s *settler) beg(patience bool) {
	if s != nil {
		s.patient = patience
	}
}

// begin is called before each run.
func (s *settler) begin() {
	if s != nil {
		s.left, s.waited, s.staying = 0, 0, nil
		s.before = runtime.NumGoroutine()
		s.there = nil
		if s.patient {
			s.there = s.present()
		} else if s.total > 0 {
			s.born = s.births.now()
		}
	}
}

// expect announces n goroutines that do not belong to the run.
func (s *settler) expect(n int) {
	if s != nil {
		s.before += n
		if s.there != nil && n > 0 {
			s.there = s.present()
		}
	}
}

// settled reports whether no goroutine of the run is left. The number of goroutines alone does
// not show that, because a goroutine of an earlier run may have ended meanwhile.
func (s *settler) settled() bool {
	return runtime.NumGoroutine() <= s.before && s.newcomers() == 0
}

// present lists the goroutines of the process.
func (s *settler) present() map[uint64]bool {
	all := map[uint64]bool{}
	s.each(func(id uint64, _ string) { all[id] = true })
	return all
}

// newcomers counts the goroutines of the run, if the run is patient or if goroutines of
// earlier runs may be alive. Goroutines left behind are known. A goroutine that one of them
// has started since counts as a newcomer until it is left behind, too.
func (s *settler) newcomers() (n int) {
	known := s.there
	if !s.patient {
		if s.total == 0 || s.births.now() == s.born {
			return 0
		}
		if known = *s.stale.Load(); len(known) >= mostStale {
			return 0
		}
	}
	own := goroutine()
	s.each(func(id uint64, _ string) {
		if !known[id] && id != own && id != s.main && id != s.idle {
			n++
		}
	})
	return n
}

// each calls tell for all goroutines, the current one first.
func (s *settler) each(tell func(id uint64, state string)) {
	s.stacks(func(id uint64, state string, _ []byte) { tell(id, state) })
}

// stacks calls tell for all goroutines, with their stacks.
func (s *settler) stacks(tell func(id uint64, state string, stack []byte)) {
	if s.text == nil {
		s.text = make([]byte, 1<<20)
	}
	for text := s.text[:runtime.Stack(s.text, true)]; len(text) > 0; {
		id, state, rest := header(text)
		if id != 0 {
			tell(id, state, text[:len(text)-len(rest)])
		}
		text = rest
	}
}

// settle is called at the end of each run.
func (s *settler) settle() {
	if s.settled() {
		return
	}
	s.settling = true
	defer func() { s.settling = false }()
	for range yields {
		runtime.Gosched()
		if s.settled() {
			return
		}
	}
	began := processor()
	if s.await(s.allowance()) || s.compute(began, s.allowance()) {
		return
	}
	if s.watched {
		s.staying = s.frames()
	}
	probe.Drain(func() {
		if began := processor(); !s.await(2 * leastPatience) {
			s.compute(began, drainFor)
		}
	})
	if s.left = s.remaining(); s.left > 0 {
		s.abandon()
	}
}

// allowance returns the time that the goroutines of this run get to end.
func (s *settler) allowance() time.Duration {
	if s.patient {
		return patientFor
	}
	return s.patience
}

// remaining counts the goroutines of the run that are left.
func (s *settler) remaining() int {
	return max(runtime.NumGoroutine()-s.before, s.newcomers())
}

// compute waits until no goroutine of the run is left, none of them computes, or the process
// has used most processor time since began. The wall clock bounds the wait for a process that
// gets no processor.
func (s *settler) compute(began, most time.Duration) bool {
	for end := time.Now().Add(computing); processor()-began < most && s.computes(*s.stale.Load()) && time.Now().Before(end); {
		time.Sleep(computedNap)
		if s.settled() {
			return true
		}
	}
	return s.settled()
}

// computes reports whether a goroutine of a run, other than the goroutines in but, is running
// or runnable.
func (s *settler) computes(but map[uint64]bool) (some bool) {
	if s.quiet() {
		return false
	}
	own := goroutine()
	s.each(func(id uint64, state string) {
		if id != own && id != s.main && id != s.idle && !but[id] && (state == "running" || state == "runnable") {
			some = true
		}
	})
	return some
}

// robbed ends the computing goroutines of earlier runs. It reports whether any goroutine has
// ended since the run began: this run lost the fuel that the goroutine used.
func (s *settler) robbed() bool {
	if s == nil || s.total == 0 {
		return false
	}
	probe.Drain(func() {
		for began := processor(); runtime.NumGoroutine() >= s.before && processor()-began < drainFor && s.computes(nil); {
			time.Sleep(shortest)
		}
	})
	return runtime.NumGoroutine() < s.before
}

// wait waits a little for values from the goroutines of the run. All calls in a run together
// wait no longer than for the end of the goroutines.
func (s *settler) wait(looks int) bool {
	if looks < yields {
		runtime.Gosched()
		return looks < fewYields || !s.settled()
	}
	nap := shortest << min(looks-yields, 5)
	if s.waited += nap; s.waited > s.allowance() {
		return false
	}
	time.Sleep(nap)
	return true
}

// await waits for about the time most, in naps of growing length. Naps take longer than their
// nominal duration on a busy machine; await bounds the total. It gives up early on a patient
// run that is stuck.
func (s *settler) await(most time.Duration) bool {
	end := time.Now().Add(min(late*most, computing))
	stuck := 0
	for nap, waited := shortest, time.Duration(0); waited < most; nap, waited = min(2*nap, longest), waited+nap {
		time.Sleep(nap)
		if s.settled() {
			return true
		}
		if nap > shortest && time.Now().After(end) {
			return false
		}
		if !s.patient || nap < longest || !s.stuck() {
			stuck = 0
		} else if stuck++; stuck == mostStuck {
			return false
		}
	}
	return false
}

// stuck reports whether all goroutines of a patient run wait for other goroutines, and none
// runs. Most likely they wait until the process ends.
func (s *settler) stuck() bool {
	all := true
	s.each(func(id uint64, state string) {
		all = all && (s.there[id] || waiting(state))
	})
	return all
}

// abandon remembers the goroutines that are left as stale. A function that leaves goroutines
// behind mostly does so in every run, so later runs get less time.
func (s *settler) abandon() {
	s.total += s.left
	s.patience = max(s.patience/2, leastPatience)
	var there []uint64
	s.each(func(id uint64, _ string) { there = append(there, id) })
	s.mark(there)
	probe.Left()
}

// leaveBehind is abandon for a run whose own goroutine does not end. No runner waits for its
// next call then.
func (s *settler) leaveBehind(there []uint64) {
	if s != nil {
		s.idle = 0
		s.mark(there)
		s.left = max(runtime.NumGoroutine()-s.before, 0)
		s.total += s.left + 1
		probe.Left()
	}
}

// mark remembers the goroutines in there as stale, except for the search, the current
// goroutine and an idle runner.
func (s *settler) mark(there []uint64) {
	known := *s.stale.Load()
	if len(known) >= mostStale {
		return
	}
	more, own := make(map[uint64]bool, len(known)+1), goroutine()
	for id := range known {
		more[id] = true
	}
	for _, id := range there {
		if id != s.main && id != s.idle && id != own {
			more[id] = true
		}
	}
	s.stale.Store(&more)
}

// goroutine returns the number of the current goroutine.
func goroutine() uint64 {
	var b [64]byte
	id, _, _ := header(b[:runtime.Stack(b[:], false)])
	return id
}
