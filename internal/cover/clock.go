package cover

import (
	"context"
	"fmt"
	"time"

	"nearmiss/internal/report"
)

// How the time of a call is shared: every part of it has its line here. Each package has a
// share of what is left, and of that a reserve is kept for the checks of its tests.
const (
	checkShare  = 5                // a fifth for the checks,
	checkMost   = 12 * time.Second // but no more than that, unless building is slow: then
	checkBuilds = 2                // so many builds that each take as long as that of the worker,
	checkCases  = 600              // and as long again for so many branches,
	checkLarge  = 3                // up to a third
	searchLeast = 6                // a sixth for the search, however long building has taken

	lookShare   = 10                   // a tenth of the time for a look at all functions, and
	lookMost    = 2                    // no more than half of the search,
	sampleShare = 2                    // half of what is left then for more inputs of those with open branches,
	roundShare  = 8                    // an eighth for each round of visits,
	leastTurn   = 5 * time.Millisecond // and so much for each job, whatever the others take

	graceTime = 250 * time.Millisecond // for running solved inputs as machine code after the end of the search

	selectShare = 15 // a fifteenth for each part of the selection: boundaries, replacing what passes with time, shrinking,
	selectParts = 2  // of which the search leaves time for so many, as hardly any package needs all,
	selectLeast = time.Second
	finishLeast = 5 * time.Second // for all that follows the search

	settingShare = 10 // a tenth of the time for runs of the cases in other settings, shared by the packages

	triedShare   = 2 // half of what is left for the checks for compiling tests, else fewer are tried,
	confirmShare = 3 // and all but a third of it for confirming them before

	checkOver  = 15 * time.Second // what the checks may take beyond the end, before all is given up,
	overShare  = 2                // or half the time of the call: what was found is worth waiting for,
	slowBuilds = 4                // or so many builds of what the tests need, where the machine is slow,
	overMost   = 2                // but so that a call takes no more than about so many times its time
)

// A span is shared among jobs that are done one after the other, by so many workers at a time:
// each has an equal part of what those before it have left.
type span struct {
	end     time.Time // zero: there is no clock
	jobs    int
	workers int
}

// turn is how long job number i may take that begins now.
func (p *span) turn(now time.Time, i int) time.Duration {
	if p.end.IsZero() {
		return 0
	}
	left := p.jobs - i
	return max(leastTurn, p.end.Sub(now)*time.Duration(min(p.workers, left))/time.Duration(left))
}

// deadlines are when the search of a package ends, and when all that is done for it
// ends; zero without a clock.
type deadlines struct {
	search, all time.Time

	look, sample, round time.Duration // what each pass of the search may take, over all functions
	selection           time.Duration // what each part of the selection may take
}

// deadlines shares what is left of the time among the packages that are left, of which u is
// the first, by their branches.
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
	search := max(share-s.reserve(u, share), limit/searchLeast/time.Duration(len(s.units)))
	share = max(share, search)
	over := max(checkOver, limit/overShare) / time.Duration(len(left))
	look := min(limit/lookShare, search/lookMost)
	return deadlines{
		search: now.Add(search), all: now.Add(share + over),
		look: look, sample: (search - look) / sampleShare, round: search / roundShare,
		selection: max(share/selectShare, selectLeast),
	}
}

// weight is what a package is worth of the time, in branches.
func (u *unit) weight() int { return 20 + len(u.goals) }

// reserve is how long selecting and checking may take, of the share of a package.
func (s *session) reserve(u *unit, share time.Duration) time.Duration {
	selection := selectParts * share / selectShare
	if !s.opt.Verify {
		return selection
	}
	slow := checkBuilds*u.built + u.built*time.Duration(len(u.goals))/checkCases
	return selection + min(max(min(share/checkShare, checkMost), slow), share/checkLarge)
}

// checkEnd is when the tests of a package have to be checked. On a machine that is
// busy building the tests alone may take longer than there is to spare, and all that was found
// would be lost: by how long compiling what they need has taken, the end is put off.
func (s *session) checkEnd(u *unit, all time.Time) time.Time {
	if all.IsZero() {
		return all
	}
	most := s.latest()
	if !u.isWarm() {
		return later(all, most) // nobody knows
	}
	slow := time.Now().Add(slowBuilds * max(u.warming, u.built))
	if most.Before(slow) {
		slow = most
	}
	return later(all, slow)
}

// latest is when at the latest the packages have to be built, or their tests checked, or the
// cover profile has to be there; zero without a clock.
func (s *session) latest() (end time.Time) {
	if s.opt.Time > 0 {
		end = s.start.Add(overMost*s.opt.Time + checkOver)
	}
	return end
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

// until is ctx that also ends at a time, if it is not zero.
func until(ctx context.Context, end time.Time) (context.Context, context.CancelFunc) {
	if end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end)
}

// putOff leaves time for what was found where the search has ended late.
func (d *deadlines) putOff(now time.Time) {
	if !d.all.IsZero() {
		d.all = later(d.all, now.Add(finishLeast))
	}
}

// part is ctx for a part of the selection that begins now.
func (d *deadlines) part(ctx context.Context) (context.Context, context.CancelFunc) {
	end := d.all
	if !end.IsZero() {
		end = time.Now().Add(d.selection)
	}
	return until(ctx, end)
}
