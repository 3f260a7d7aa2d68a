package cover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
)

// A session holds the state of one call of Run.
type session struct {
	opt       Options
	method    method
	start     time.Time
	waited    time.Duration // for the first build of the dependencies; does not count as time of the call
	units     []*unit
	errs      []error // of packages that could not be loaded
	notes     []report.Note
	timeUp    bool // the clock has ended the search of some package
	meter     *meter
	study     *study        // of the effects of functions
	harm      *harms        // functions that could do harm
	ahead     chan struct{} // see buildAhead
	toSearch  chan *unit    // see buildAhead
	toWarm    chan *unit
	pace      *pace
	quiet     quietReaders
	saver     *saver   // nil if there is no cache directory
	patterns  []string // of the packages to search
	records   *records // of earlier searches; nil if the call remembers nothing
	unchanged []string // import paths of packages that are left out because they have not changed
	unlock    []func() // functions that unlock the directories of the tests
	subject.Place
	checker
}

// packagesAtOnce: the tests of so many packages are made at a time, because each waits a lot: for the go
// command, and for goroutines of its cases. More would take too much memory.
const packagesAtOnce = 2

// Run searches packages for inputs that cover their branches, and makes tests of the inputs. When
// ctx ends during the search, Run makes tests of the inputs found so far and returns a report of an
// interrupted call without an error. It returns a report even beside an error, unless the call
// failed before the search or opt.Abandon has ended.
func Run(ctx context.Context, opt Options) (*report.Report, error) {
	s, err := newSession(opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	return s.call(ctx)
}

// call implements Run for a session that the caller opens and closes.
func (s *session) call(ctx context.Context) (*report.Report, error) {
	if err := fault.Catch(func() error { return s.plan(ctx) }); err != nil {
		return nil, s.early(ctx, err)
	}
	stopped := ""
	if err := s.readSaved(); err != nil {
		return nil, err
	}
	defer func() { s.saver.end(stopped == report.StoppedDone) }()
	s.meter.set(func() { s.meter.live = s.evaluations })
	keep := s.opt.Abandon // an interrupt ends the search, but not the stages that save its finds
	units := slices.DeleteFunc(slices.Clone(s.units), func(u *unit) bool { return !u.searched() })
	s.pace = s.newPace(units)
	limited, done := testcheck.WithDeadline(ctx, s.latest())
	defer done()
	stopBuilding := s.buildAhead(limited, units)
	defer stopBuilding()
	defer s.warm(keep, units)()
	left := slices.Clone(units)
	var tests sync.WaitGroup // of packages searched before: they are made beside the next search
	making := make(chan struct{}, min(packagesAtOnce, s.opt.Parallel))
	for u := range s.toSearch {
		left = slices.DeleteFunc(left, func(v *unit) bool { return v == u })
		end, begun := s.cover(ctx, u, left)
		making <- struct{}{}
		tests.Go(func() {
			defer func() { <-making }()
			if begun {
				s.finish(ctx, keep, u, end)
			}
			s.pace.add(u)
		})
	}
	s.meter.phase("checking tests")
	tests.Wait()
	stopBuilding()
	if err := s.unsearched(ctx, units); err != nil {
		return nil, err
	}
	for _, u := range s.units {
		if !u.searched() {
			s.remember(u)
		}
	}
	stopped = s.stopped(ctx)
	if keep.Err() != nil {
		return nil, errors.New("interrupted again; what was not written yet is lost")
	}
	return s.summary(stopped), s.failed()
}

// cover searches a package and returns its deadlines, or false if its search has not begun. others are
// searched after it.
func (s *session) cover(ctx context.Context, u *unit, others []*unit) (end deadlines, begun bool) {
	if !s.open(ctx, u) {
		return end, false
	}
	s.unlessEnded(u, s.resume(ctx, u))
	end = s.deadlines(time.Now(), u, others)
	s.meter.phase("searching")
	searchCtx, done := testcheck.WithDeadline(ctx, end.search)
	defer done()
	s.unlessHopeless(searchCtx, u, done)
	s.pace.search(true)
	if err := fault.Catch(func() error { s.seedFromTests(u); return nil }); err != nil {
		u.note("", fmt.Sprintf("the package's own tests are no seeds: %v", err))
	}
	err := fault.Catch(func() error { s.searchUnit(searchCtx, u, end); return nil })
	if err == nil {
		err = fault.Catch(func() error { return s.tryEndless(ctx, u) })
	}
	if err == nil {
		if err := fault.Catch(func() error { return s.breakLaws(ctx, u, end) }); err != nil {
			u.note("", fmt.Sprintf("its laws were not searched: %v", err))
		}
	}
	u.symbols.releaseLoaded()
	s.pace.search(false)
	s.unlessEnded(u, err)
	u.cut, u.interrupted = searchCtx.Err() != nil, ctx.Err() != nil
	s.timeUp = s.timeUp || u.cut
	return end, true
}

// finish makes the tests of a package, and looks for what they do not notice until ctx ends.
func (s *session) finish(ctx, keep context.Context, u *unit, end deadlines) {
	m := s.mutatedBeside(ctx, u, end)
	err := fault.Catch(func() error {
		if u.recallEarly() {
			s.timed("nothing was found since the tests of %s were made", u.pkg.ImportPath)
			return nil
		}
		return s.tests(keep, u, end, m)
	})
	if errors.As(err, new(*fault.Fault)) && u.suite == nil {
		u.cases, u.drops = nil, append(u.drops, dropAll(archived(u), givenUp)...)
	}
	noticed := fault.Catch(func() error { s.notice(u, end, m); return nil })
	m.close()
	settled := fault.Catch(func() error { u.settle(); s.refresh(u); return nil })
	for _, err := range []error{err, noticed, settled} {
		if err != nil {
			u.errs = append(u.errs, u.named(err))
		}
	}
	s.remember(u)
	if u.tested != nil {
		close(u.tested)
	}
	s.release(u)
}

// early returns the error of a call that a context has ended before the search began, else err.
func (s *session) early(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return subject.ErrTooSoon
	case s.opt.Time > 0 && time.Now().After(s.latest()):
		return fmt.Errorf("the packages were not loaded and built within %v; give it more with -time", report.Elapsed(time.Since(s.start)))
	}
	return err
}

// newSession returns a new session, or an error if the options are invalid.
func newSession(opt Options) (*session, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &subject.UsageError{Err: err}
	}
	place, err := subject.NewPlace(opt.Dir)
	if err != nil {
		return nil, err
	}
	s := &session{opt: opt, start: time.Now(), method: opt.method(), Place: place, checker: checker{verify: testcheck.Verify}, pace: &pace{now: time.Now}}
	s.meter = newMeter(s.start, &s.opt)
	return s, nil
}

func (s *session) close() {
	s.study.end()
	s.meter.close()
	for _, u := range s.units {
		s.release(u)
	}
	for _, unlock := range s.unlock {
		unlock()
	}
	s.Place.Close()
}
