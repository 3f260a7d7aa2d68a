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
type settler struct {
	before   int    // goroutines when the run began
	runner   uint64 // the goroutine that runs the function
	main     uint64
	patience time.Duration
	waited   time.Duration // by the clock, for what comes on channels in this run
	left     int           // goroutines left behind by the last run
	total    int
	stale    atomic.Pointer[map[uint64]bool] // never changed, but replaced: goroutines that were left behind read it
	text     []byte
}

const (
	yields        = 64                   // before it is waited by the clock
	fewYields     = 8                    // where no goroutine is left to wait for
	mostPatience  = 5 * time.Millisecond // for the goroutines of one run
	leastPatience = 100 * time.Microsecond
	shortest      = 50 * time.Microsecond
	mostStale     = 2000 // goroutines that are told apart
)

func newSettler() *settler {
	s := &settler{patience: mostPatience}
	s.stale.Store(&map[uint64]bool{})
	s.main = goroutine()
	s.runner = s.main
	return s
}

// is says which goroutine searches.
func (s *settler) is(id uint64) { s.main, s.runner = id, id }

// keeper is the settler as the probes know it.
func (s *settler) keeper() *probe.Keeper {
	return &probe.Keeper{
		Settle:  s.settle,
		Wait:    s.wait,
		Foreign: func() bool { return goroutine() != s.runner },
		Stale:   func() bool { return (*s.stale.Load())[goroutine()] },
		Leave:   runtime.Goexit,
	}
}

// begin comes before each run.
func (s *settler) begin() {
	if s != nil {
		s.left, s.waited = 0, 0
		s.before = runtime.NumGoroutine()
	}
}

// expect says that n goroutines come that are none of the run's.
func (s *settler) expect(n int) {
	if s != nil {
		s.before += n
	}
}

func (s *settler) settled() bool { return runtime.NumGoroutine() <= s.before }

// settle comes at the end of each run.
func (s *settler) settle() {
	if s.settled() {
		return
	}
	for range yields {
		runtime.Gosched()
		if s.settled() {
			return
		}
	}
	if s.await(s.patience) {
		return
	}
	probe.Drain(func() { s.await(2 * leastPatience) })
	if s.left = runtime.NumGoroutine() - s.before; s.left > 0 {
		s.abandon()
	}
}

// wait waits a little for what the goroutines of the run send. In all it is no
// longer than for their end.
func (s *settler) wait(looks int) bool {
	if looks < yields {
		runtime.Gosched()
		return looks < fewYields || !s.settled()
	}
	nap := shortest << min(looks-yields, 5)
	if s.waited += nap; s.waited > s.patience {
		return false
	}
	time.Sleep(nap)
	return true
}

// await waits about so long, in naps that grow: short ones take their time
// where much else is going on.
func (s *settler) await(most time.Duration) bool {
	for nap, waited := shortest, time.Duration(0); waited < most; nap, waited = 2*nap, waited+nap {
		time.Sleep(nap)
		if s.settled() {
			return true
		}
	}
	return false
}

// abandon remembers the goroutines that are still there. Those that leave some
// behind mostly do so in every run, so the next is waited for less.
func (s *settler) abandon() {
	s.total += s.left
	s.patience = max(s.patience/2, leastPatience)
	s.mark()
	probe.Left()
}

// leaveBehind is abandon for a run whose own goroutine does not end.
func (s *settler) leaveBehind() {
	if s != nil {
		s.mark()
		s.left = max(runtime.NumGoroutine()-s.before, 0)
		s.total += s.left + 1
		probe.Left()
	}
}

// mark remembers the goroutines there are but for the search and the one at
// hand.
func (s *settler) mark() {
	known := *s.stale.Load()
	if len(known) >= mostStale {
		return
	}
	if s.text == nil {
		s.text = make([]byte, 1<<20)
	}
	more, own := make(map[uint64]bool, len(known)), goroutine()
	for id := range known {
		more[id] = true
	}
	for text := s.text[:runtime.Stack(s.text, true)]; len(text) > 0; {
		id, _, rest := header(text)
		if text = rest; id != 0 && id != s.main && id != own {
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
