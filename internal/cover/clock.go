package cover

import (
	"context"
	"fmt"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
)

// These constants divide the time of a call. What building and making tests seem to need is reserved for
// all packages (estimate.go, pace.go); the packages share what is left, for searching.
const (
	overLeast   = 5 * time.Second         // a call may exceed its time by overLeast, or by
	overDivisor = 10                      // a tenth of the time if that is more
	lastWords   = 1500 * time.Millisecond // of it, for what is left to do when the last tests have passed

	slackDivisor  = 30 // a thirtieth of the call's time is left for what the last package needs beyond the estimate
	finishDivisor = 8  // an eighth of a package's time is for the search, even if making tests needs more
	mostOverrun   = 3  // making tests of one of several packages may take three times as long as is estimated

	searchDivisor = 12                   // at least a twelfth of the call's time is for searching, even if building was slow, or an eighth of the time that is left
	lookDivisor   = 10                   // the first look at all functions takes at most a tenth of the call's time, and half of the search
	sampleDivisor = 2                    // sampling functions with open branches takes half of the search time after the first look
	roundDivisor  = 8                    // each round takes an eighth of the search time
	leastTurn     = 5 * time.Millisecond // each job has at least this time, even if the other jobs use up the round

	earlyDivisor = 4 // making tests early, during a search, takes a fourth of the time that the search has taken for itself

	graceTime = 250 * time.Millisecond // for running solved inputs as machine code after the end of the search

	selectDivisor = 25 // each part of the selection takes at most a twenty-fifth of the share: boundaries, time-dependent inputs, hangs
	minSelection  = time.Second
	chooseDivisor = 6 // all parts together take at most a sixth of the time that is left for making tests,
	shrinkDivisor = 8 // and shrinking an eighth of what making tests seems to need: small inputs compile, run and print faster

	settingDivisor  = 30 // runs of the cases in other settings take a thirtieth of the call's time, in all packages together
	evidenceDivisor = 2  // gathering evidence takes at most half of the time left for checks; after a timeout,
	fewerDivisor    = 4  // a fourth of the cases is tried
	lateDivisor     = 2  // a call that has proved no test of its only package goes on for half of its time at most, with half of the cases
	triedDivisor    = 10 // compiling tests leaves a tenth of the time left for checks; after a timeout fewer are compiled
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
	choose      time.Time // end of the selection; set by beginChoice

	look, sample, round time.Duration // maximum for each pass of the search over all functions
	selection           time.Duration // maximum for each part of the selection
}

// deadlines returns the deadlines of a package. What building and making tests need is kept for it and for
// the others, which come later. All of these share what then remains, in proportion to their weights.
func (s *session) deadlines(now time.Time, u *unit, others []*unit) deadlines {
	limit := s.opt.Time
	if limit == 0 {
		return deadlines{}
	}
	weights := u.weight() + sumWeights(others)
	own := s.pace.corrected(s.finishing(u))
	if len(others) == 0 {
		own += limit / slackDivisor
	}
	spare := s.began().Add(limit).Sub(now) - own - s.pace.reserve(others)
	share := max(0, spare*time.Duration(u.weight())/time.Duration(weights))
	if len(others) == 0 {
		share = max(share, (spare+own)/finishDivisor)
	}
	least := min(limit/searchDivisor*time.Duration(u.weight())/time.Duration(sumWeights(s.units)), s.latest().Sub(now)/finishDivisor)
	search := max(share, least, leastTurn)
	all := s.latest()
	if len(others) > 0 {
		all = earlier(now.Add(2*search+mostOverrun*s.finishing(u)), all) // the tests are made beside the search of the next package
	}
	look := min(limit/lookDivisor, search/2)
	return deadlines{
		search: now.Add(search), all: all,
		look: look, sample: (search - look) / sampleDivisor, round: search / roundDivisor,
		selection: max(search/selectDivisor, minSelection),
	}
}

// sumWeights returns the sum of the weights of packages.
func sumWeights(units []*unit) (sum int) {
	for _, u := range units {
		sum += u.weight()
	}
	return sum
}

// weight returns the package's part in the time of the call, relative to those of other packages:
// its branches plus 20.
func (u *unit) weight() int { return 20 + len(u.goals) }

// beforeRuns returns the time by which tests must be compiled, so that they run, and what passes is printed,
// vetted and written, before end.
func (u *unit) beforeRuns(end time.Time) time.Time {
	if end.IsZero() {
		return end
	}
	return end.Add(-time.Duration(runsFactor * float64(u.compiling())))
}

// checkEnd returns the deadline for checking the tests of a package: all, the deadline of all its
// work, or a later one if building them takes longer, because finished searches must not be lost. The
// later one takes time from the packages that follow; it is never after latest.
func (s *session) checkEnd(u *unit, all time.Time) time.Time {
	if all.IsZero() {
		return all
	}
	return earlier(later(all, time.Now().Add(finishBase+u.building())), s.latest())
}

// began returns the moment from which the time of the call counts.
func (s *session) began() time.Time { return s.start.Add(s.waited) }

// latest returns the moment at which the last tests must be written; zero without a clock.
func (s *session) latest() (end time.Time) {
	if t := s.opt.Time; t > 0 {
		end = s.began().Add(t + over(t) - lastWords)
	}
	return end
}

// over returns by how much a call of time t may exceed it.
func over(t time.Duration) time.Duration { return max(overLeast, t/overDivisor) }

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

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// fraction returns a context that ends when the n-th part of the time that ctx leaves is over. Without a
// deadline it ends with ctx.
func fraction(ctx context.Context, n time.Duration) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/n)
}

// beginChoice sets the end of all parts of the selection, which begins now.
func (d *deadlines) beginChoice() {
	if !d.all.IsZero() {
		d.choose = time.Now().Add(time.Until(d.all) / chooseDivisor)
	}
}

// necessary returns a context for a part of the selection without which branches are lost. It has its time even if
// other parts have used up that of the selection.
func (d *deadlines) necessary(ctx context.Context) (context.Context, context.CancelFunc) {
	return d.partBefore(ctx, d.all)
}

// part returns a context for another part of the selection that begins now.
func (d *deadlines) part(ctx context.Context) (context.Context, context.CancelFunc) {
	return d.partBefore(ctx, d.choose)
}

// shrinking returns a context for the last shrinking of the cases, for a package whose tests need so long. It has its
// time even if other parts have used up that of the selection.
func (d deadlines) shrinking(ctx context.Context, need time.Duration) (context.Context, context.CancelFunc) {
	d.selection = max(d.selection, need/shrinkDivisor)
	return d.partBefore(ctx, d.all)
}

// partBefore returns a context for a part of the selection that begins now and ends before last; without a clock
// it ends with ctx.
func (d *deadlines) partBefore(ctx context.Context, last time.Time) (context.Context, context.CancelFunc) {
	if d.all.IsZero() {
		return context.WithCancel(ctx)
	}
	return testcheck.WithDeadline(ctx, earlier(time.Now().Add(d.selection), last))
}
