package cover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
)

// The cases of a package pass through a line of stages: select, confirm, check, write. A stage
// takes cases and returns the cases that it keeps and the cases that it drops.

// tests turns the archive of a package into tests. Tests that were made early stay unless better ones are
// made. With mutants as goals, these choose the cases.
func (s *session) tests(ctx context.Context, u *unit, end deadlines, m *mutated) (err error) {
	s.timed("choosing the cases of %s", u.pkg.ImportPath)
	end.beginChoice()
	before := u.made
	u.made = made{}
	defer func() {
		if u.suite == nil && before.suite != nil {
			u.made, u.drops = before, append(u.drops, dropAll(u.cases, late)...)
		}
	}()
	if u.cases, err = s.selected(ctx, u, end); err == nil {
		u.noteNilReceivers()
		near, done := end.optional(ctx)
		err = s.nearest(near, u)
		done()
	}
	if err != nil {
		u.cases, u.drops = nil, append(u.drops, dropAll(archived(u), givenUp)...)
		return err
	}
	s.runOwn(ctx, u, s.checkEnd(u, end.all))
	if !s.beforehand(u, end, m) {
		u.leaveToOwn()
	}
	if !s.opt.Verify {
		return nil
	}
	if len(u.cases) == 0 && before.suite == nil {
		return s.mergeNothing(ctx, u, end)
	}
	s.timed("checking the tests of %s", u.pkg.ImportPath)
	last := s.checkEnd(u, end.all)
	if err = u.await(ctx, last); err == nil {
		last = s.checkEnd(u, end.all) // now that the time of compiling is known
		err = s.inParts(ctx, u, before, s.beforeMerge(u, last))
	}
	if err != nil && u.suite == nil {
		why := unchecked
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			why, err = late, nil
		case errors.As(err, new(*writeError)):
			why = unwritten
		}
		u.cases, u.drops = nil, append(u.drops, dropAll(u.cases, why)...)
		if err == nil && before.suite == nil {
			err = s.mergeNothing(ctx, u, end)
		}
	}
	return errors.Join(err, s.corpus(ctx, u, end))
}

// A writeError is an error of merging or writing tests that have passed the checks.
type writeError struct{ error }

func (e *writeError) Unwrap() error { return e.error }

// mergeNothing lets what the check of the earlier tests has found take effect without new tests.
func (s *session) mergeNothing(ctx context.Context, u *unit, end deadlines) error {
	u.made = made{}
	_, err := s.write(ctx, u, &u.made, s.checkEnd(u, end.all))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil // what was there stays
	}
	return err
}

// inParts gathers evidence of the cases of a package, and then checks their tests in parts. It writes
// the tests of a part at once, unless they cover fewer branches than the tests of an earlier part, or best. The
// error is context.DeadlineExceeded if the time was too short for any part. For the tests of the only package of the
// call, a small part is tried once more then, after the end: rather late than in vain.
func (s *session) inParts(ctx context.Context, u *unit, best made, end time.Time) error {
	fixed, each := u.buildingTests()
	p := &partCheck{fixed: fixed, each: each, size: s.firstPart, end: u.beforeRuns(end), now: time.Now}
	found, dropped, noted, bestNotes := u.cases, u.drops, u.notes, slices.Clone(u.notes)
	defer func() { u.notes = bestNotes }()
	var all []*testCase
	var notes []report.Note
	var drops []drop
	p.gather = func(n int) (kept int, err error) {
		u.notes = slices.Clone(noted)
		var gone []drop
		all, gone, err = s.evident(ctx, u, found, n, end)
		notes, drops = u.notes, slices.Concat(dropped, gone)
		return len(all), err
	}
	p.check = func(n int, limit time.Duration) error {
		u.notes = slices.Clone(notes) // discards the notes on an earlier part that was given up
		cases, others := copies(all), []*testCase(nil)
		var unconfirmed []drop
		if n < p.all {
			cases, others = part(cases, n)
			s.timed("a part: %d of %d cases", len(cases), p.all)
			timed, done := testcheck.WithDeadline(ctx, end)
			defer done()
			var err error
			if cases, unconfirmed, err = s.confirmed(timed, u, cases, false); err != nil {
				return err
			}
		}
		m, failed, err := s.check(ctx, u, cases, end, limit, n < p.all)
		if err != nil || len(taken(m.cases)) < len(taken(best.cases)) {
			return err
		}
		unfit, err := s.write(ctx, u, &m, end)
		if err != nil {
			return &writeError{err}
		}
		m.files = joined(slices.Clip(best.files), m.files)
		u.made, best, bestNotes = m, m, u.notes
		u.drops = slices.Concat(drops, dropAll(others, late), unconfirmed, failed, unfit)
		return nil
	}
	err := p.runAll(len(found))
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil && best.suite == nil && s.searchesOne() && time.Now().After(s.began().Add(s.opt.Time)) {
		end, u.overdue = end.Add(s.opt.Time/halfDivisor), true
		p.end = u.beforeRuns(end)
		n := max(min(p.all, p.first()/partDivisor), leastPart)
		if err = nil; len(all) == 0 { // the time was up before the runs agreed
			p.all, err = p.gather(n)
		}
		if err == nil {
			err = p.check(n, 0)
		}
		if u.suite != nil {
			u.note("", fmt.Sprintf("no test was proved when the time was up, so that the call went on until some were: %s more", report.Elapsed(time.Since(s.latest()))))
			bestNotes = u.notes
		}
	}
	return err
}

// searchesOne reports whether the call searches a single package: if it has no tests, the call has found
// nothing.
func (s *session) searchesOne() bool {
	n := 0
	for _, u := range s.units {
		if u.searched() {
			n++
		}
	}
	return n == 1
}

// evident returns those of the cases found whose runs agree, with the observations of all runs: of at most n cases, as
// there would be no time to build tests of more even now. The runs take at most half of the time that is left; if
// there are too many for it, it takes fewer cases.
func (s *session) evident(ctx context.Context, u *unit, found []*testCase, n int, end time.Time) (kept []*testCase, fell []drop, err error) {
	for cases := copies(found); ; n = max(len(cases)/(halfDivisor*halfDivisor), leastPart) {
		others := []*testCase(nil)
		if n < len(found) {
			cases, others = part(copies(found), n)
			s.timed("evidence of %d of %d cases", len(cases), len(found))
		}
		last := end
		if !end.IsZero() {
			last = end.Add(-time.Until(end) / halfDivisor)
		}
		kept, fell, err = s.gathered(ctx, u, cases, last)
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil || len(cases) <= leastPart {
			return kept, slices.Concat(dropAll(others, late), fell), err
		}
	}
}

// gathered returns the cases whose runs agree, and drops for the others.
func (s *session) gathered(ctx context.Context, u *unit, cases []*testCase, end time.Time) ([]*testCase, []drop, error) {
	timed, done := testcheck.WithDeadline(ctx, end)
	defer done()
	cases, lasting, err := s.unentangled(timed, u, cases)
	if err != nil {
		return nil, nil, err
	}
	cases, unconfirmed, err := s.confirmed(timed, u, cases, true)
	return cases, slices.Concat(lasting, unconfirmed), err
}

// copies returns copies of the cases, for a stage to change.
func copies(cases []*testCase) []*testCase {
	list := make([]*testCase, len(cases))
	for i, c := range cases {
		d := *c
		list[i] = &d
	}
	return list
}

// taken returns the set of branches that the cases cover.
func taken(cases []*testCase) map[uint32]bool {
	have := map[uint32]bool{}
	for _, c := range cases {
		for _, b := range c.covers() {
			have[b] = true
		}
	}
	return have
}
