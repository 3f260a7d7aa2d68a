package cover

import (
	"context"
	"fmt"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
)

// A call's time is divided by two rules. Work that the call can do without takes at most an eighth of the time
// that is left, work that it needs takes at most half. What building and making tests seem to need is reserved for
// all packages (estimate.go, pace.go); the packages share what is left, for searching.
const (
	partDivisor = 8
	halfDivisor = 2

	noticingDivisor = 2 // of the time for searching a package, with mutants as goals: changes of the code that its tests do not notice

	overLeast   = 5 * time.Second         // a call may exceed its time by overLeast, or by
	overDivisor = 10                      // a tenth of the time if that is more
	lastWords   = 1500 * time.Millisecond // of it, for what is left to do when the last tests have passed
)

// leastTurn is the least time of a job, even if the other jobs use up the round.
const leastTurn = 5 * time.Millisecond

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
	choose      time.Time     // end of what the selection can do without; set by beginChoice
	making      time.Duration // maximum for making tests

	look, sample, round time.Duration // maximum for each pass of the search over all functions
	laws                time.Duration // for laws, with half of what the search leaves
	noticing            time.Duration // maximum for changes that tests do not notice; 0 for the last package, which has what is left
}

// deadlines returns the deadlines of a package. What building and making tests need is kept for it and for
// the others, which come later. All of these share what then remains, in proportion to their weights.
func (s *session) deadlines(now time.Time, u *unit, others []*unit) deadlines {
	limit := s.opt.Time
	if limit == 0 {
		return deadlines{}
	}
	weights := u.weight() + sumWeights(others)
	need := s.finishing(u)
	own := s.pace.corrected(need)
	if len(others) == 0 {
		own += own / partDivisor // what the last package needs beyond the estimate
	}
	spare := s.began().Add(limit).Sub(now) - own - s.pace.reserve(others)
	share := max(0, spare*time.Duration(u.weight())/time.Duration(weights))
	if len(others) == 0 {
		share = max(share, (spare+own)/partDivisor)
	}
	least := min(limit/partDivisor*time.Duration(u.weight())/time.Duration(sumWeights(s.units)), s.latest().Sub(now)/partDivisor)
	var laws, building, noticing time.Duration
	if len(u.laws) > 0 {
		laws = min(max(share/partDivisor, lawLeast), share/(2*halfDivisor))
		building = min(u.built, share/(2*halfDivisor))
	}
	if s.opt.Mutants {
		noticing = (share - laws - building) / noticingDivisor
	}
	search := max(share-laws-building-noticing, least, leastTurn)
	all := s.latest()
	making := all.Sub(now)
	if len(others) > 0 { // the tests are made beside others and the search of the next package; the estimate may be half of what they need
		making = min(halfDivisor*packagesAtOnce*max(need, own), making)
		all = earlier(now.Add(packagesAtOnce*search+making+laws+building+noticing), all)
	} else {
		noticing = 0
	}
	look := min(limit/partDivisor, search/halfDivisor)
	return deadlines{
		search: now.Add(search), all: all, making: making,
		look: look, sample: (search - look) / halfDivisor, round: search / partDivisor, laws: laws, noticing: noticing,
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
	return end.Add(-u.compiling() - buildBase)
}

// checkEnd returns the deadline for checking the tests of a package: all, the deadline of all its
// work, or a later one if building them takes longer, because finished searches must not be lost. The
// later one takes time from the packages that follow; it is never after latest.
func (s *session) checkEnd(u *unit, all time.Time) time.Time {
	if all.IsZero() {
		return all
	}
	return earlier(later(all, time.Now().Add(u.building()+2*buildBase)), s.latest())
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
	return shareOf(ctx, 1/float64(n))
}

// shareOf returns a context that ends when a share of the time that ctx leaves is over. Without a deadline it ends with ctx.
func shareOf(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Duration(share*float64(time.Until(end))))
}

// beginChoice sets the end of what the selection, which begins now, can do without.
func (d *deadlines) beginChoice() {
	if !d.all.IsZero() {
		d.making = min(d.making, time.Until(d.all))
		d.choose = time.Now().Add(d.making / partDivisor)
	}
}

// optional returns a context for a step of the selection that it can do without.
func (d *deadlines) optional(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, done := testcheck.WithDeadline(ctx, d.choose)
	ctx, cancel := fraction(ctx, halfDivisor)
	return ctx, func() { cancel(); done() }
}

// necessary returns a context for a step of the selection without which branches are lost, or tests grow long. It
// has its time even if the optional steps have used up theirs.
func (d *deadlines) necessary(ctx context.Context) (context.Context, context.CancelFunc) {
	if d.all.IsZero() {
		return context.WithCancel(ctx)
	}
	return testcheck.WithDeadline(ctx, earlier(time.Now().Add(d.making/partDivisor), d.all))
}
