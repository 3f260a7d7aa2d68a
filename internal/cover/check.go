package cover

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// All that is asked of the packages that print tests and check them stands here.

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

// writable makes sure before the search that its tests can be written, and
// that nobody else is about to write in the same place.
func (s *session) writable() error {
	for _, u := range s.units {
		dir := s.testDir(u)
		if dir == "" || !u.searched() {
			continue
		}
		if err := testgen.Writable(dir, testgen.TestFile, testgen.PanicFile); err != nil {
			return err
		}
		if s.opt.Corpus {
			if err := testgen.FuzzWritable(dir); err != nil {
				return err
			}
		}
		unlock, err := testgen.Lock(dir)
		if err != nil {
			return err
		}
		s.unlock = append(s.unlock, unlock)
	}
	return nil
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

// verifyOptions are those of every check; the go command is to leave its
// files where ours are.
func (s *session) verifyOptions(u *unit) testcheck.Options {
	opts := testcheck.Surroundings{
		Pkg: u.pkg, Env: s.env, Overlay: s.overlay, Mirror: u.mirror, Parts: s.parts, Rights: s.opt.rights(),
	}.Options()
	opts.Log = s.timed
	return opts
}

// check leaves of the cases of a package those whose tests hold, and returns the tests. The
// error is context.DeadlineExceeded at the end, or if running the cases or
// compiling takes longer than limit.
func (s *session) check(ctx context.Context, u *unit, end time.Time, limit time.Duration) (*testgen.Suite, error) {
	opts := s.verifyOptions(u)
	opts.Deadline, opts.Patience = end, limit
	if limit > 0 {
		end = earliest(end, time.Now().Add(limit))
	}
	timed, cancel := until(ctx, end)
	defer cancel()
	suite, byKey, err := s.confirmed(timed, u)
	if err != nil || len(suite.Funcs) == 0 {
		return suite, err
	}
	before := u.taken()
	opts.Claims = func(ctx context.Context, funcs []testgen.Func) error { return s.reclaim(ctx, u, funcs, byKey) }
	suite, rep, err := s.verify(ctx, suite, opts)
	if err != nil {
		return nil, err
	}
	if rep.Late && len(suite.Funcs) == 0 {
		return nil, context.DeadlineExceeded
	}
	u.noteChecks(rep)
	u.keep(before, suite, byKey)
	return suite, nil
}

// noteChecks says what was not checked.
func (u *unit) noteChecks(rep testcheck.Report) {
	if rep.Count < testcheck.Repetitions {
		u.note("", fmt.Sprintf("the tests were run %d times and not %d, for want of time; give the call more with -time", rep.Count, testcheck.Repetitions))
	}
	for _, d := range rep.Dropped {
		if d.Late {
			u.late++
		}
	}
	if !rep.Race {
		u.note("", "the tests were checked without the race detector: "+rep.RaceNote)
	}
	switch {
	case rep.Alone != "":
		u.note("", "the tests were not checked beside the package's own: "+rep.Alone)
	case rep.Short:
		u.note("", "the tests were checked beside the package's own with -short, for want of time")
	}
	if rep.Alone == "" && rep.Stopped > 0 {
		u.note("", fmt.Sprintf("the tests were not checked beside %d of the package's own, which need a network, hang or end the process in the sandbox", rep.Stopped))
	}
}

// write writes the tests of a package where the user wants them.
func (s *session) write(u *unit, suite *testgen.Suite) error {
	dir := s.testDir(u)
	if dir == "" || suite == nil || len(suite.Files) == 0 {
		return nil
	}
	if _, err := testgen.Write(suite.Files, dir); err != nil {
		return err
	}
	u.files = written(dir, suite.Files)
	return nil
}

// corpus prints fuzz targets with the inputs of the tests as seeds, checks
// them, and writes them where the tests go. It comes after the tests: what
// did not become one is no seed.
func (s *session) corpus(ctx context.Context, u *unit, end deadlines) error {
	dir := s.testDir(u)
	if !s.opt.Corpus || dir == "" || len(u.cases) == 0 || u.prepared == nil {
		return nil
	}
	funcs, _ := u.testFuncs()
	z, err := u.prepared.EmitFuzz(u.fuzzable(funcs))
	if err != nil {
		return err
	}
	opts := s.verifyOptions(u)
	opts.Deadline = s.checkEnd(u, end.all)
	z, err = testcheck.VerifyFuzz(ctx, z, dir, opts)
	if errors.Is(err, context.DeadlineExceeded) {
		u.note("", "there was no time left to check the fuzz targets; they were not written")
		return nil
	}
	if err != nil {
		return err
	}
	for _, d := range z.Skipped {
		u.note("", "no fuzz target: "+d.Reason)
		s.opt.Log("%s: no fuzz target: %s", d.Func, d.Reason)
	}
	paths, err := testgen.Write(append(z.Seeds, z.Suite.Files...), dir)
	u.files = append(u.files, paths...)
	if err != nil {
		return fmt.Errorf("-corpus: %w", err)
	}
	return nil
}
