package cover

import (
	"context"
	"slices"
	"sync"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
)

// The workers of the packages are built in the order of the search, a few packages ahead of it. They
// run from the beginning of the search of their package until its tests are written. Therefore a call
// over many packages holds the binaries, workers and programs of only a few at a time.

// building is the state of building the worker of a package.
type building struct {
	ready   chan struct{} // closed when building has ended; nil if it has not begun
	unbuilt error         // why there is no binary
	opened  bool          // the workers were started
	ended   native.Progress
}

// aheadDivisor divides -parallel into the number of packages that are built ahead of the search.
const aheadDivisor = 2

// buildAhead begins to build the workers of the packages, in the order in which it sends them to both
// channels: the order of the search, and of warm. With a clock, small packages come first, so that large
// ones can use the time that they leave; if the time is short, the largest of those that remain comes
// next, because it has more branches for what making tests costs. The returned function stops building and
// waits for its end.
func (s *session) buildAhead(ctx context.Context, units []*unit) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	s.ahead = make(chan struct{}, max(1, s.opt.Parallel/aheadDivisor))
	s.toSearch, s.toWarm = make(chan *unit, len(units)), make(chan *unit, len(units))
	left := slices.Clone(units)
	if s.opt.Time > 0 {
		slices.SortStableFunc(left, func(a, b *unit) int { return a.weight() - b.weight() })
	}
	for _, u := range units {
		u.ready = make(chan struct{})
	}
	var done sync.WaitGroup
	done.Go(func() {
		defer close(s.toSearch)
		defer close(s.toWarm)
		for len(left) > 0 {
			select {
			case s.ahead <- struct{}{}:
			case <-ctx.Done():
			}
			next := 0
			if s.hurried() {
				next = len(left) - 1
			}
			u := left[next]
			left = slices.Delete(left, next, next+1)
			s.toSearch <- u
			s.toWarm <- u
			done.Go(func() {
				defer close(u.ready)
				if u.unbuilt = ctx.Err(); u.unbuilt == nil && u.searched() {
					u.unbuilt = fault.Catch(func() error {
						err := u.build(ctx, s)
						s.timed("built the worker of %s, in %s", u.pkg.ImportPath, report.Elapsed(u.built))
						return err
					})
				}
			})
		}
	})
	return func() {
		cancel()
		done.Wait()
	}
}

// open waits for the binary of a package and starts its workers. It reports whether the package can be
// searched. It gives the package up if its worker cannot be built or started, unless ctx has ended.
func (s *session) open(ctx context.Context, u *unit) bool {
	if u.opened {
		return u.pool != nil
	}
	u.opened = true
	ctx, done := testcheck.WithDeadline(ctx, s.lastBegin())
	defer done()
	select {
	case <-u.ready:
		select {
		case <-s.ahead:
		default: // building was stopped
		}
	case <-ctx.Done():
		s.timeUp = true
		return false
	}
	err := u.unbuilt
	if err == nil {
		err = s.refuse(ctx, u)
	}
	var pool *native.Pool
	if err == nil && u.searched() {
		pool, err = native.NewPool(ctx, u.binary, s.unitOptions(u), s.opt.Parallel)
	}
	switch {
	case err != nil && ctx.Err() == nil:
		s.giveUp(u, err)
		return false
	case err != nil || pool == nil:
		s.timeUp = s.timeUp || err != nil
		return false
	}
	s.setPool(u, pool)
	return true
}

// hurried reports whether building and making tests of the remaining packages need all of the time that is
// left, or more.
func (s *session) hurried() bool {
	if s.opt.Time == 0 {
		return false
	}
	left := time.Until(s.began().Add(s.opt.Time))
	return s.pace.tight(left - left/partDivisor)
}

// setPool sets the workers of a package, nil for none. The meter reads them.
func (s *session) setPool(u *unit, pool runner) { s.meter.set(func() { u.pool = pool }) }

// release ends the workers of a package whose tests are written, and frees what only its search and
// its tests need.
func (s *session) release(u *unit) {
	if pool := u.pool; pool != nil {
		u.ended = pool.Progress()
		s.setPool(u, nil)
		pool.Close()
	}
	u.binary.Close()
	u.schedule.release()
	u.symbols.release()
	u.set, u.prepared, u.suite, u.settings = nil, nil, nil, nil
	for _, f := range u.entries() {
		f.analyses, f.states = nil, nil
	}
	for _, g := range u.goals {
		g.objective = objective{}
	}
}

// work returns the progress of the workers of a package.
func (u *unit) work() native.Progress {
	if u.pool == nil {
		return u.ended
	}
	return u.pool.Progress()
}

// unsearched returns why no package can be or was searched, nil if one can, or if no package has functions
// to search.
func (s *session) unsearched(ctx context.Context, units []*unit) error {
	for _, u := range units {
		if u.pool != nil || u.schedule != nil {
			return nil
		}
	}
	if err := s.failed(); err != nil || !s.timeUp {
		return err
	}
	return s.early(ctx, context.DeadlineExceeded)
}

// lastBegin returns the moment after which the search of a package must not begin: the end of the
// call's time, or, for the only package, the last moment at which tests can be written.
func (s *session) lastBegin() time.Time {
	if end := s.latest(); end.IsZero() || len(s.units) == 1 {
		return end
	}
	return s.began().Add(s.opt.Time)
}
