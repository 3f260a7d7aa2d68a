package cover

import (
	"context"
	"errors"
	"slices"
	"time"
)

// The way from the archive of a package to its tests is a line: select, confirm, check,
// write. A stage takes cases and returns those that it keeps and those that it drops.

// tests takes the archive of a package through the stages.
func (s *session) tests(ctx context.Context, u *unit, end deadlines) (err error) {
	s.meter.phase("shrinking")
	if u.cases, err = s.selected(ctx, u, end); err == nil {
		u.noteNilReceivers()
		err = s.nearest(ctx, u)
	}
	if err != nil {
		u.cases, u.drops = nil, append(u.drops, dropAll(archived(u), selecting, givenUp)...)
		return err
	}
	if !s.opt.Verify || len(u.cases) == 0 {
		return nil
	}
	s.meter.phase("checking tests")
	last := s.checkEnd(u, end.all)
	if err = u.await(ctx, last); err == nil {
		last = s.checkEnd(u, end.all) // by how long compiling has taken
		err = s.inParts(ctx, u, last)
	}
	if err != nil && u.suite == nil {
		why := unchecked
		if errors.Is(err, context.DeadlineExceeded) {
			why, err = noTime, nil
		}
		u.cases, u.drops = nil, append(u.drops, dropAll(u.cases, checking, why)...)
	}
	return errors.Join(err, s.corpus(ctx, u, end))
}

// inParts confirms, checks and writes the tests of a package, and writes what holds as soon
// as it is known. If the time was too short for any the error is context.DeadlineExceeded.
func (s *session) inParts(ctx context.Context, u *unit, end time.Time) error {
	all, notes, drops := u.cases, slices.Clone(u.notes), u.drops
	p := &parting{all: len(all), branches: len(u.goals) + 1, warm: u.warming, size: s.firstPart, end: end, now: time.Now}
	bestNotes := notes
	p.check = func(n int, limit time.Duration) error {
		u.notes = slices.Clone(notes) // a part that was given up says nothing
		cases, others := copies(all), []*testCase(nil)
		if n < p.all {
			cases, others = part(cases, n)
			s.timed("a part: %d of %d cases", len(cases), p.all)
		}
		m, fell, err := s.made(ctx, u, cases, end, limit)
		if err != nil || u.suite != nil && len(taken(m.cases)) < len(taken(u.cases)) {
			return err
		}
		m.files, err = s.write(u, m.suite)
		u.made, bestNotes = m, u.notes
		u.drops = slices.Concat(drops, dropAll(others, checking, noTime), fell)
		return err
	}
	err := p.run()
	u.notes = bestNotes
	return err
}

// made confirms and checks cases; compiling them may take so long, if limit is not zero.
func (s *session) made(ctx context.Context, u *unit, cases []*testCase, end time.Time, limit time.Duration) (made, []drop, error) {
	last := end
	if limit > 0 {
		last = end.Add(-time.Until(end) / confirmShare)
	}
	timed, done := until(ctx, last)
	defer done()
	cases, unconfirmed, err := s.confirmed(timed, u, cases)
	if err != nil {
		return made{}, nil, err
	}
	m, failed, err := s.check(ctx, u, cases, end, limit)
	return m, slices.Concat(unconfirmed, failed), err
}

// copies are cases that a stage may change.
func copies(cases []*testCase) []*testCase {
	list := make([]*testCase, len(cases))
	for i, c := range cases {
		d := *c
		list[i] = &d
	}
	return list
}

// taken is the set of the branches that cases take.
func taken(cases []*testCase) map[uint32]bool {
	have := map[uint32]bool{}
	for _, c := range cases {
		for _, b := range c.covers() {
			have[b] = true
		}
	}
	return have
}
