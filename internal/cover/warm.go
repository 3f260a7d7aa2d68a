package cover

import (
	"context"
	"sync"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// The packages that the checks of tests need are compiled while the search runs.

// A verifyFunc checks tests in the way of testcheck.Verify.
type verifyFunc func(context.Context, *testgen.Suite, testcheck.Options) (*testgen.Suite, testcheck.Report, error)

// A checker is the function that checks the tests, with its settings.
type checker struct {
	verify    verifyFunc
	firstPart int  // cases in the first part to be checked; 0: decided by the clock
	often     bool // tests are made after each round of the search; false: decided by the clock
}

// checks is the state of the background compilation for the tests of one package.
type checks struct {
	warmed     chan struct{}     // closed when compilation has ended; the other fields are set by then
	raced      chan struct{}     // closed when compilation with the race detector has ended
	prepared   *testgen.Prepared // printer of the tests
	unprepared error
	tested     chan struct{} // closed when the tests are written or given up
}

// warm compiles in the background what the checks of tests need, and checks the tests of earlier calls,
// one package after the other, each when its worker is built. Compilation with the race detector
// follows behind, with low priority, because the first one on a machine takes longer than all other
// builds. Packages whose tests are written are passed over. The returned function stops the compilation
// and waits for its end.
func (s *session) warm(ctx context.Context, units []*unit) (stop func()) {
	if !s.opt.Verify {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	for _, u := range units {
		u.warmed, u.raced, u.tested = make(chan struct{}), make(chan struct{}), make(chan struct{})
	}
	type warmed struct {
		*unit
		prepared *testgen.Prepared // as it was before the tests are made, which free it
	}
	next := make(chan warmed, len(units))
	var done sync.WaitGroup
	done.Go(func() {
		defer close(next)
		for u := range s.toWarm {
			if u.waits(ctx, u.ready) && u.unbuilt == nil {
				u.unprepared = fault.Catch(func() error { return s.warmOne(ctx, u) })
			}
			close(u.warmed)
			s.checkEarlier(ctx, u)
			next <- warmed{u, u.prepared}
		}
	})
	done.Go(func() {
		for u := range next {
			if u.prepared != nil && u.waits(ctx, u.warmed) && !s.hurried() {
				s.warmRace(ctx, u.unit, u.prepared)
			}
			close(u.raced)
		}
	})
	return func() {
		cancel()
		done.Wait()
	}
}

// waits waits for the end of something, and reports whether the tests of the package are still to be
// made.
func (u *unit) waits(ctx context.Context, over <-chan struct{}) bool {
	select {
	case <-over:
	case <-ctx.Done():
		return false
	}
	select {
	case <-u.tested:
		return false
	default:
		return true
	}
}

// warmOne compiles what the plain tests of a package need.
func (s *session) warmOne(ctx context.Context, u *unit) (err error) {
	header := testgen.Header{Now: u.now, Seed: s.opt.Seed, Command: s.opt.Command, Coder: u.coder, Dir: s.Dir, Env: s.Env}
	if u.prepared, err = testgen.Prepare(u.pkg, header); err != nil {
		return err
	}
	err = testcheck.Warm(ctx, u.pkg, u.prepared, s.verifyOptions(u))
	s.timed("warmed the tests of %s", u.pkg.ImportPath)
	return err
}

// warmRace compiles what the tests of a package need with the race detector. A failure only costs
// time later.
func (s *session) warmRace(ctx context.Context, u *unit, p *testgen.Prepared) {
	err := fault.Catch(func() error {
		testcheck.WarmRace(ctx, u.pkg, p, s.verifyOptions(u))
		return nil
	})
	if err != nil {
		s.timed("%v", u.named(err))
		return
	}
	s.timed("warmed the tests of %s with the race detector", u.pkg.ImportPath)
}

// unlessHopeless ends the search of a package, whose context is ctx, early if its tests are to be written and
// the background compilation fails.
func (s *session) unlessHopeless(ctx context.Context, u *unit, endSearch func()) {
	if u.warmed == nil || !s.opt.writes() {
		return
	}
	go func() {
		select {
		case <-u.warmed:
			if u.unprepared != nil {
				s.timed("no tests of %s can be written", u.pkg.ImportPath)
				endSearch()
			}
		case <-ctx.Done():
		}
	}()
}

// await waits until the background compilation for a package has ended. It returns the reason
// why no test of the package can be written, or the error of a context.
func (u *unit) await(ctx context.Context, end time.Time) error {
	ctx, cancel := testcheck.WithDeadline(ctx, end)
	defer cancel()
	select {
	case <-u.warmed:
		return u.unprepared
	case <-ctx.Done():
		return ctx.Err()
	}
}
