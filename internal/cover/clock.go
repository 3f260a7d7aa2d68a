package cover

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// How the time of a call is shared: the search ends early enough for what
// follows it.
const (
	checkShare  = 5                // a fifth for checking tests, if tests are checked
	checkMost   = 12 * time.Second // but no more than that,
	checkLarge  = 4                // unless the suite is expected to be large: then up to a quarter
	checkBuilds = 2                // of so many builds that each take as long as that of the worker
	checkCases  = 150              // and of as long again for so many cases;
	caseGoals   = 4                // there is about one for so many branches, or,
	caseFound   = 3                // of those that are found, for so many: with them
	checkFound  = 3                // it is up to a third
	checkEach   = 3 * time.Second  // unless there are so many packages that each gets less than this
	checkOver   = 15 * time.Second // what checking may take beyond the end, before all is given up,
	overShare   = 2                // or half the time of the call: what was found is worth waiting for,
	slowBuilds  = 4                // or so many builds of what the tests need, where the machine is slow,
	overMost    = 2                // but so that a call takes no more than about so many times its time
	buildCases  = 100              // cases that take as long to check as the tests take to build
	shrinkShare = 15               // a fifteenth for shrinking: what is small is checked sooner
	searchLeast = 6                // a sixth for the search, whatever else needs the processor
	shrinkLeast = time.Second
	extraShare  = 40 // a fortieth for boundaries, and for inputs that tell more, if they are asked for: each package as much
	extraLeast  = time.Second / 4
	finishMost  = 60 * time.Second // for what follows the search, without a clock too
)

// planDeadline returns the context of loading and building.
func (s *session) planDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.opt.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, s.start.Add(s.opt.Time))
}

// searchEnd is when the search should end, as far as that can be told before
// anything is loaded.
func (s *session) searchEnd() time.Time {
	return s.start.Add(s.opt.Time - s.checking() - s.extra() - s.opt.Time/shrinkShare)
}

// searchDeadline returns the context of the search. On a slow machine, or with a
// cold build cache, loading and building may take up to the end; what is
// searched for then is worth some time more.
func (s *session) searchDeadline(ctx context.Context, end time.Time) (context.Context, context.CancelFunc) {
	if s.opt.Time == 0 {
		return context.WithCancel(ctx)
	}
	if least := time.Now().Add(s.opt.Time / searchLeast); end.Before(least) {
		end = least
	}
	return context.WithDeadline(ctx, end)
}

// shrinkDeadline returns the context of the shrinking.
func (s *session) shrinkDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.opt.Time == 0 {
		return context.WithCancel(ctx)
	}
	end := s.start.Add(s.opt.Time - s.checking() - s.extra())
	if least := time.Now().Add(max(shrinkLeast, s.opt.Time/shrinkShare)); !s.isWarm() || end.Before(least) {
		end = least
	}
	return context.WithDeadline(ctx, end)
}

// extra is how long what comes between the shrinking and the checks may take.
func (s *session) extra() time.Duration {
	if !s.opt.Boundaries {
		return 0
	}
	return s.opt.Time / extraShare
}

// extraDeadline returns the context of one of these, for a package.
func (s *session) extraDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.opt.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, max(extraLeast, s.opt.Time/extraShare/time.Duration(len(s.units))))
}

// finishDeadline returns the context of all that runs inputs after the search.
func (s *session) finishDeadline(ctx context.Context) (context.Context, context.CancelFunc) {
	end := time.Now().Add(finishMost)
	if least := time.Now().Add(2 * shrinkLeast); s.opt.Time > 0 {
		if end = earliest(end, s.start.Add(s.opt.Time)); end.Before(least) {
			end = least
		}
	}
	return context.WithDeadline(ctx, end)
}

// checking is how long checking the tests may take: for each of many packages
// a little, but no more than half of all.
func (s *session) checking() time.Duration {
	if !s.opt.Verify {
		return 0
	}
	d := min(s.opt.Time/checkShare, checkMost)
	if s.built > 0 {
		d = max(d, min(s.expected(), s.opt.Time/checkLarge))
		d = max(d, min(d+s.more(), s.opt.Time/checkFound))
	}
	if n := len(s.units); n > 1 {
		d = max(d, min(time.Duration(n)*checkEach, s.opt.Time/2))
	}
	return d
}

// expected is what checking the tests may take by what building the workers
// took and by how many cases there may be.
func (s *session) expected() time.Duration {
	goals := 0
	for _, u := range s.units {
		if u.pool != nil {
			goals += len(u.goals)
		}
	}
	return checkBuilds*s.built + s.built*time.Duration(goals/caseGoals)/checkCases
}

// more is what checking may take longer for the cases that there will be of what
// is found by now. How long the tests take to build tells more than the workers.
func (s *session) more() time.Duration {
	slow := s.built
	for _, u := range s.units {
		if u.warmed != nil && u.isWarm() {
			slow = max(slow, u.warming)
		}
	}
	return slow * time.Duration(s.found.Load()/caseFound) / checkCases
}

// checkEnd is when all tests have to be checked; zero without a clock. On a
// machine that is busy building the tests may alone take longer than there is
// to spare beyond the end, and all that was found would be lost: by how long
// compiling what they need has taken, or building the workers, the end is put
// off.
func (s *session) checkEnd() time.Time {
	if s.opt.Time == 0 {
		return time.Time{}
	}
	end := s.start.Add(s.opt.Time + max(checkOver, s.opt.Time/overShare))
	if s.checksBegan.IsZero() {
		return end
	}
	slow := time.Duration(0)
	for _, u := range s.units {
		if u.isWarm() {
			slow += slowBuilds * u.warming
		} else {
			slow += overMost * s.opt.Time // nobody knows
		}
	}
	slow = max(slow, slowBuilds*s.built)
	return later(end, earliest(s.checksBegan.Add(slow), s.start.Add(overMost*s.opt.Time+checkOver)))
}

// checkDeadline is when the tests of a package have to be checked, the first of
// those that are still to come; zero without a clock. They share what is left
// by their cases, of which building the tests is worth some. What one leaves of
// its share goes to the others.
func (s *session) checkDeadline(left []*unit) time.Time {
	end := s.checkEnd()
	if end.IsZero() {
		return end
	}
	all := 0
	for _, u := range left {
		all += u.weight()
	}
	share := time.Until(end) / time.Duration(max(1, all)) * time.Duration(left[0].weight())
	return earliest(end, time.Now().Add(max(share, checkEach)))
}

// weight is what checking the tests of a package is worth, in cases.
func (u *unit) weight() int {
	if len(u.cases) == 0 {
		return 0
	}
	return buildCases + len(u.cases)
}

// timed logs a line with the time since the start.
func (s *session) timed(format string, args ...any) {
	s.opt.Log("%s %s", report.Elapsed(time.Since(s.start)), fmt.Sprintf(format, args...))
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

func earliest(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// warm compiles in the background what checking the tests needs: the first
// build with the race detector on a machine takes longer than all the rest,
// and for a package below package testing so does every first build. Nothing
// of it is run. The function returned stops and awaits it.
//
// It shares the processor with the search. Building the worker has shown how
// long it may take: if that much is left and it is not at its end, endSearch
// is called. It is called at once when tests are to be written and it shows that
// none can be, of any package.
func (s *session) warm(ctx context.Context, endSearch func()) (stop func()) {
	if !s.opt.Verify {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	var units []*unit
	for _, u := range s.units {
		if u.pool != nil {
			u.warmed = make(chan struct{})
			units = append(units, u)
		}
	}
	done.Go(func() {
		for _, u := range units {
			began := time.Now()
			u.prepared, u.unprepared = testgen.Prepare(u.pkg, u.testable(), testgen.Header{Now: u.now, Seed: s.opt.Seed, Command: s.opt.Command, Changes: u.coder.Changes})
			if u.unprepared == nil {
				u.unprepared = testcheck.Warm(ctx, u.pkg, u.prepared, s.verifyOptions(u))
				s.timed("warmed the tests of %s", u.pkg.ImportPath)
			}
			u.warming = time.Since(began)
			close(u.warmed)
		}
		if s.writes() && hopeless(units) {
			s.timed("no tests can be written")
			endSearch()
		}
	})
	s.built = time.Since(s.start)
	calm := s.hurry(endSearch)
	return sync.OnceFunc(func() {
		cancel()
		done.Wait()
		calm()
	})
}

// writes reports whether tests are to be written.
func (s *session) writes() bool { return s.opt.Write || s.opt.Out != "" }

// hopeless reports whether the tests of none of these packages can be written.
func hopeless(units []*unit) bool {
	return len(units) > 0 && !slices.ContainsFunc(units, func(u *unit) bool { return u.unprepared == nil })
}

// hurry calls endSearch when what is left has to go to the warming, and when
// it has to go to the checks: how long they may take is known by now. The
// function returned is to be called before.
func (s *session) hurry(endSearch func()) (calm func()) {
	if s.opt.Time == 0 {
		return func() {}
	}
	least := s.opt.Time / searchLeast
	cold := time.AfterFunc(max(least, s.opt.Time-s.checking()-2*s.built), func() {
		if !s.isWarm() {
			endSearch()
		}
	})
	stop := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		look := time.NewTicker(lookEvery)
		defer look.Stop()
		for {
			select {
			case <-stop:
				return
			case <-look.C:
				if s.enough(time.Since(s.start)) {
					endSearch()
					return
				}
			}
		}
	})
	return func() {
		cold.Stop()
		close(stop)
		watching.Wait()
	}
}

// lookEvery is how often it is looked whether what is found takes the rest of the
// time to check.
const lookEvery = 200 * time.Millisecond

// enough reports whether the search has to end, so long after the start.
func (s *session) enough(elapsed time.Duration) bool {
	return elapsed >= max(s.built+s.opt.Time/searchLeast, s.opt.Time-s.checking()-s.opt.Time/shrinkShare)
}

// isWarm reports whether nothing is left to warm.
func (s *session) isWarm() bool {
	return !slices.ContainsFunc(s.units, func(u *unit) bool { return !u.isWarm() })
}

// isWarm reports whether nothing is left to warm of a package.
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

// until is ctx that also ends at a time, if it is not zero.
func until(ctx context.Context, end time.Time) (context.Context, context.CancelFunc) {
	if end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end)
}
