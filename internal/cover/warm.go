package cover

import (
	"context"
	"sync"
	"time"

	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// All that the checks need is compiled while the search goes on.

// verifyFunc checks tests as testcheck.Verify does.
type verifyFunc func(context.Context, *testgen.Suite, testcheck.Options) (*testgen.Suite, testcheck.Report, error)

// A checker is how tests are checked.
type checker struct {
	verify    verifyFunc
	firstPart int // cases that are checked first, 0 if the clock is to say
}

func newChecker() checker { return checker{verify: testcheck.Verify} }

// checks are what checking the tests of a package needs.
type checks struct {
	warmed     chan struct{}     // closed when it is compiled, and then:
	warming    time.Duration     // how long that took
	prepared   *testgen.Prepared // for the tests
	unprepared error
}

// warm compiles in the background what checking the tests needs, one package after the
// other: the first build with the race detector on a machine takes longer than all the rest,
// and for a package below package testing so does every first build. Nothing
// of it is run. The function returned stops and awaits it.
func (s *session) warm(ctx context.Context, units []*unit) (stop func()) {
	if !s.opt.Verify {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	for _, u := range units {
		u.warmed = make(chan struct{})
	}
	var done sync.WaitGroup
	done.Go(func() {
		for _, u := range units {
			began := time.Now()
			u.prepared, u.unprepared = s.printer(u)
			if u.unprepared == nil {
				u.unprepared = testcheck.Warm(ctx, u.pkg, u.prepared, s.verifyOptions(u))
				s.timed("warmed the tests of %s", u.pkg.ImportPath)
			}
			u.warming = time.Since(began)
			close(u.warmed)
		}
	})
	return func() {
		cancel()
		done.Wait()
	}
}

// printer prints tests of a package.
func (s *session) printer(u *unit) (*testgen.Prepared, error) {
	return testgen.Prepare(u.pkg, testgen.Header{Now: u.now, Seed: s.opt.Seed, Command: s.opt.Command, Changes: u.coder.Changes})
}

// unlessHopeless ends the search of a package at once when its tests are to be written and
// it shows that none can be. The function returned is to be called when the search is over.
func (s *session) unlessHopeless(u *unit, endSearch func()) (over func()) {
	if u.warmed == nil || !s.opt.writes() {
		return func() {}
	}
	stop := make(chan struct{})
	go func() {
		select {
		case <-u.warmed:
			if u.unprepared != nil {
				s.timed("no tests of %s can be written", u.pkg.ImportPath)
				endSearch()
			}
		case <-stop:
		}
	}()
	return sync.OnceFunc(func() { close(stop) })
}

// isWarm reports whether nothing is left to compile for the checks of a package.
func (u *unit) isWarm() bool {
	if u.warmed == nil {
		return true
	}
	select {
	case <-u.warmed:
		return true
	default:
		return false
	}
}

// await waits until a package is warm. The error is what keeps its tests from
// being written at all, or a context's.
func (u *unit) await(ctx context.Context, end time.Time) error {
	ctx, cancel := until(ctx, end)
	defer cancel()
	select {
	case <-u.warmed:
		return u.unprepared
	case <-ctx.Done():
		return ctx.Err()
	}
}
