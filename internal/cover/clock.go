package cover

import (
	"context"
	"fmt"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
)

// These constants divide the time of a call. Each package gets a share of the remaining time, and
// reserves a part of its share for the checks of its tests.
const (
	checkDivisor     = 5                // the reserve for the checks is a fifth of the package's share
	checkMost        = 12 * time.Second // the fifth is at most checkMost
	checkBuilds      = 2                // after a slow build, the reserve is at least the time of checkBuilds builds of the worker
	checkCases       = 600              // after a slow build, the reserve grows by one build for each checkCases branches
	checkLarge       = 3                // the reserve is at most a third of the share
	minSearchDivisor = 6                // at least a sixth of the call's time is for searching, even if building was slow

	lookDivisor   = 10                   // the first look at all functions takes at most a tenth of the call's time
	lookMost      = 2                    // the first look takes at most half of the search time
	sampleDivisor = 2                    // sampling functions with open branches takes half of the search time after the first look
	roundDivisor  = 8                    // each round takes an eighth of the search time
	leastTurn     = 5 * time.Millisecond // each job has at least this time, even if the other jobs use up the round

	graceTime = 250 * time.Millisecond // for running solved inputs as machine code after the end of the search

	selectDivisor = 15 // each part of the selection takes a fifteenth of the share: boundaries, time-dependent inputs, shrinking
	selectParts   = 2  // the search leaves time for two such parts, because few packages need all
	minSelection  = time.Second
	minFinish     = 5 * time.Second // for all stages after a search that ended late

	settingDivisor = 10 // runs of the cases in other settings take a tenth of the call's time, in all packages together

	triedDivisor   = 2 // compiling tests takes at most half of the time left for checks; after a timeout fewer are compiled
	confirmDivisor = 3 // if compiling has a limit, confirming ends when a third of the time left for checks remains

	checkOver   = 15 * time.Second // the checks may exceed the share by this time over the number of packages left, so that finished searches are not lost
	overDivisor = 2                // in a long call, half the time of the call takes the place of checkOver
	slowBuilds  = 4                // on a slow machine, the checks may take as long as four builds of the tests
	overMost    = 2                // the call ends after about twice its time
)

// A span is a period that consecutive jobs share, run by several workers at a time. Each job gets
// an equal part of the time that the earlier jobs have left.
type span struct {
	end     time.Time // zero without a clock
	jobs    int
	workers int
}

// turn returns how long job number i may take if it begins now; 0 without a clock.
func (p *span) turn(now time.Time, i int) time.Duration {
	if p.end.IsZero() {
		return 0
	}
	left := p.jobs - i
	return max(leastTurn, p.end.Sub(now)*time.Duration(min(p.workers, left))/time.Duration(left))
}

// deadlines are the times at which the search of a package and all work for the package end, and
// the durations of their parts. All are zero without a clock.
type deadlines struct {
	search, all time.Time

	look, sample, round time.Duration // maximum for each pass of the search over all functions
	selection           time.Duration // maximum for each part of the selection
}

// deadlines returns the deadlines of left[0]. The packages in left share the remaining time in
// proportion to their weights.
func (s *session) deadlines(now time.Time, left []*unit) deadlines {
	limit := s.opt.Time
	if limit == 0 {
		return deadlines{}
	}
	weights := 0
	for _, u := range left {
		weights += u.weight()
	}
	u := left[0]
	share := s.start.Add(limit).Sub(now) * time.Duration(u.weight()) / time.Duration(weights)
	search := max(share-s.reserve(u, share), limit/minSearchDivisor/time.Duration(len(s.units)))
	share = max(share, search)
	over := max(checkOver, limit/overDivisor) / time.Duration(len(left))
	look := min(limit/lookDivisor, search/lookMost)
	return deadlines{
		search: now.Add(search), all: now.Add(share + over),
		look: look, sample: (search - look) / sampleDivisor, round: search / roundDivisor,
		selection: max(share/selectDivisor, minSelection),
	}
}

// weight returns the package's part in the time of the call, relative to those of other packages:
// its branches plus 20.
func (u *unit) weight() int { return 20 + len(u.goals) }

// reserve returns the part of a package's share that selecting and checking may take.
func (s *session) reserve(u *unit, share time.Duration) time.Duration {
	selection := selectParts * share / selectDivisor
	if !s.opt.Verify {
		return selection
	}
	slow := checkBuilds*u.built + u.built*time.Duration(len(u.goals))/checkCases
	return selection + min(max(min(share/checkDivisor, checkMost), slow), share/checkLarge)
}

// checkEnd returns the deadline for checking the tests of a package: all, the deadline of all its
// work, or a later one. On a busy machine, building the tests alone may exceed the reserve, and the
// results would be lost. Therefore the later one leaves time for slowBuilds builds, by the longest
// build measured, but is not after latest. Until the background compilation (warm.go) has ended, it is
// latest.
func (s *session) checkEnd(u *unit, all time.Time) time.Time {
	if all.IsZero() {
		return all
	}
	most := s.latest()
	if !u.isWarm() {
		return later(all, most) // the build time is not known yet
	}
	slow := time.Now().Add(slowBuilds * max(u.warming, u.built))
	if most.Before(slow) {
		slow = most
	}
	return later(all, slow)
}

// latest returns the last moment for planning and building, and for checking the tests; zero
// without a clock.
func (s *session) latest() (end time.Time) {
	if s.opt.Time > 0 {
		end = s.start.Add(overMost*s.opt.Time + checkOver)
	}
	return end
}

// timed logs a line that begins with the time since the start of the call.
func (s *session) timed(format string, args ...any) {
	s.opt.Log("%s %s", report.Elapsed(time.Since(s.start)), fmt.Sprintf(format, args...))
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// putOff extends the deadline of the package after a search that ended late, so that its finds can
// still become tests.
func (d *deadlines) putOff(now time.Time) {
	if !d.all.IsZero() {
		d.all = later(d.all, now.Add(minFinish))
	}
}

// part returns a context for a part of the selection that begins now.
func (d *deadlines) part(ctx context.Context) (context.Context, context.CancelFunc) {
	end := d.all
	if !end.IsZero() {
		end = time.Now().Add(d.selection)
	}
	return testcheck.WithDeadline(ctx, end)
}
