package cover

import (
	"sync"
	"time"

	"nearmiss/internal/report"
)

// A meter reports the progress of a call to the user ten times a second.
type meter struct {
	mu        sync.Mutex
	start     time.Time
	show      func(report.Snapshot)
	log       func(format string, args ...any)
	live      func() uint64 // returns the evaluations so far, including running jobs
	solving   *counts       // counts of symbolic execution; nil without it
	now       report.CoverSnapshot
	taken     map[*unit][2]int // branches taken and branches of each package
	lastCount int64
	lastTime  time.Duration
	close     func()
}

// every is the interval between two reports of a meter.
const every = 100 * time.Millisecond

// rateOver is the shortest interval over which the rate of evaluations is measured.
const rateOver = time.Second

func newMeter(start time.Time, opt *Options) *meter {
	m := &meter{start: start, taken: map[*unit][2]int{}, show: opt.Progress, log: opt.Log}
	m.close = ticking(every, m.tick)
	return m
}

// ticking calls do at each interval, until stop is called, which waits for the last call.
func ticking(interval time.Duration, do func()) (stop func()) {
	stopped := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-stopped:
				return
			case <-tick.C:
				do()
			}
		}
	})
	return func() {
		close(stopped)
		done.Wait()
	}
}

// phase sets the name of the current phase and logs it.
func (m *meter) phase(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Phase = name
	m.log("%s %s", report.Elapsed(time.Since(m.start)), name)
}

// set calls a function that sets fields of the meter.
func (m *meter) set(change func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change()
}

func (m *meter) tick() {
	m.mu.Lock()
	m.now.Elapsed = time.Since(m.start)
	if m.live != nil {
		m.now.Evaluations = int64(m.live())
	}
	if c := m.solving; c != nil {
		m.now.Runs, m.now.Queries = c.runs.Load(), c.queries.Load()
	}
	if d := m.now.Elapsed - m.lastTime; d >= rateOver {
		m.now.Rate = float64(m.now.Evaluations-m.lastCount) / d.Seconds()
		m.lastCount, m.lastTime = m.now.Evaluations, m.now.Elapsed
	}
	now := m.now
	m.mu.Unlock()
	m.show(now)
}

// refresh recounts the covered branches of a package for the progress line, as the report does.
func (s *session) refresh(u *unit) {
	var n [2]int
	for _, f := range u.funcs {
		for _, g := range f.goals {
			n[1]++
			if g.found != nil {
				n[0]++
			}
		}
	}
	s.meter.set(func() {
		s.meter.taken[u] = n
		s.meter.now.Covered, s.meter.now.Branches = 0, 0
		for _, n := range s.meter.taken {
			s.meter.now.Covered += n[0]
			s.meter.now.Branches += n[1]
		}
	})
}
