package worker

import (
	"runtime"
	"sync/atomic"
	"time"

	"nearmiss/internal/probe"
)

// settler waits for the goroutines that runs start. What a goroutine does is
// part of its run, as long as that is not long; one that goes on computing
// then ends at its next block, and one that waits for something else is left
// behind: it is remembered, and what it does when it wakes counts for nobody.
//
// How long a goroutine may compute is measured in processor time: by the clock
// one would be left behind that had none, on a machine that is busy.
type settler struct {
	runner   uint64 // the goroutine that runs the function; atomic, as others read it, and first, to be aligned everywhere
	before   int    // goroutines when the run began
	main     uint64
	idle     uint64 // the runner that waits for its next call, while calls are made elsewhere, or 0
	patience time.Duration
	waited   time.Duration // by the clock, for what comes on channels in this run
	settling bool          // a run is over but for its goroutines; the guard reads it
	left     int           // goroutines left behind by the last run
	watched  bool          // take down what is on their stacks:
	staying  []string
	total    int
	patient  bool                            // in this run
	there    map[uint64]bool                 // goroutines when a patient run began
	stale    atomic.Pointer[map[uint64]bool] // never changed, but replaced: goroutines that were left behind read it
	quiet    func() bool                     // nobody but the goroutine at hand runs or wants to
	births   *gauge
	born     uint64 // goroutines so far when the run began, once some were left behind
	text     []byte
}

const (
	yields        = 64                   // before it is waited by the clock
	fewYields     = 8                    // where no goroutine is left to wait for
	mostPatience  = 5 * time.Millisecond // for the goroutines of one run
	leastPatience = 100 * time.Microsecond
	shortest      = 50 * time.Microsecond
	longest       = 10 * time.Millisecond
	mostStale     = 2000 // goroutines that are told apart

	patientFor  = 200 * time.Millisecond // in a patient run
	late        = 8                      // times longer than meant is what naps may take in all,
	computing   = 300 * time.Millisecond // but no more than this, and so with what gets no processor
	drainFor    = time.Millisecond       // of processor time, for what is to end at its next block
	computedNap = 500 * time.Microsecond
	mostStuck   = 3 // looks, the longest nap apart, at a patient run that is stuck
)

func newSettler() *settler {
	s := &settler{patience: mostPatience, quiet: newQuiet().now, births: newGauge("/sched/goroutines-created:goroutines")}
	s.stale.Store(&map[uint64]bool{})
	s.is(goroutine())
	return s
}

// is says which goroutine searches.
func (s *settler) is(id uint64) {
	s.main = id
	s.runs(id)
}

// runs says which goroutine runs the function. It is the same for most runs, and to
// store it costs more than to look.
func (s *settler) runs(id uint64) {
	if s.runner != id {
		atomic.StoreUint64(&s.runner, id)
	}
}

// keeper is the settler as the probes know it.
func (s *settler) keeper() *probe.Keeper {
	return &probe.Keeper{
		Settle:  s.settle,
		Wait:    s.wait,
		Foreign: func() bool { return goroutine() != atomic.LoadUint64(&s.runner) },
		Stale:   func() bool { return (*s.stale.Load())[goroutine()] },
		Leave:   runtime.Goexit,
	}
}

// beg says whether the runs that come are patient ones.
func (s *settler) beg(patience bool) {
	if s != nil {
		s.patient = patience
	}
}

// begin comes before each run.
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

// expect says that n goroutines come that are none of the run's.
func (s *settler) expect(n int) {
	if s != nil {
		s.before += n
		if s.there != nil && n > 0 {
			s.there = s.present()
		}
	}
}

// settled reports whether no goroutine of the run is left. Their number alone does
// not say so where an earlier run's may have ended meanwhile.
func (s *settler) settled() bool {
	return runtime.NumGoroutine() <= s.before && s.newcomers() == 0
}

// present lists the goroutines there are.
func (s *settler) present() map[uint64]bool {
	all := map[uint64]bool{}
	s.each(func(id uint64, _ string) { all[id] = true })
	return all
}

// newcomers counts the goroutines that are there of the run, where it is a patient one
// or some may be of earlier runs. Those that were left behind are known; one that such a
// goroutine has started since is taken for a newcomer, until it is left behind, too.
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

// each tells of all goroutines, the one at hand first.
func (s *settler) each(tell func(id uint64, state string)) {
	s.stacks(func(id uint64, state string, _ []byte) { tell(id, state) })
}

// stacks tells of them with their stacks.
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

// settle comes at the end of each run.
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

// allowance is how long the goroutines of this run are waited for.
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

// compute waits until no goroutine of the run is left, or none of them computes,
// or the process has had so much processor time since it had began. It is not
// for ever if the process gets none.
func (s *settler) compute(began, most time.Duration) bool {
	for end := time.Now().Add(computing); processor()-began < most && s.computes(*s.stale.Load()) && time.Now().Before(end); {
		time.Sleep(computedNap)
		if s.settled() {
			return true
		}
	}
	return s.settled()
}

// computes reports whether a goroutine of a run wants nothing but a processor,
// those left out that are given.
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

// robbed ends the goroutines of earlier runs that compute, and reports whether
// any has ended since the run began: the fuel that it has used was taken from
// this run.
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

// wait waits a little for what the goroutines of the run send. In all it is no
// longer than for their end.
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

// await waits about so long, in naps that grow: short ones take their time
// where much else is going on, but not for ever; and not for a patient run that is
// stuck.
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

// stuck reports whether all goroutines of a patient run wait for others, which do
// not run either: most likely they are to wait for the rest of the process.
func (s *settler) stuck() bool {
	all := true
	s.each(func(id uint64, state string) {
		all = all && (s.there[id] || waiting(state))
	})
	return all
}

// abandon remembers the goroutines that are still there. Those that leave some
// behind mostly do so in every run, so the next is waited for less.
func (s *settler) abandon() {
	s.total += s.left
	s.patience = max(s.patience/2, leastPatience)
	var there []uint64
	s.each(func(id uint64, _ string) { there = append(there, id) })
	s.mark(there)
	probe.Left()
}

// leaveBehind is abandon for a run whose own goroutine does not end. There is
// no runner any more that waits.
func (s *settler) leaveBehind(there []uint64) {
	if s != nil {
		s.idle = 0
		s.mark(there)
		s.left = max(runtime.NumGoroutine()-s.before, 0)
		s.total += s.left + 1
		probe.Left()
	}
}

// mark remembers the goroutines there are but for the search, the one at hand
// and a runner that is still to be used.
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

// goroutine is the number of the goroutine at hand.
func goroutine() uint64 {
	var b [64]byte
	id, _, _ := header(b[:runtime.Stack(b[:], false)])
	return id
}
