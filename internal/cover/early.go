package cover

import (
	"context"
	"slices"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/report"
)

// A search with a clock writes tests of its finds now and then, so that a process that is killed leaves the
// last ones. They are the final tests if nothing is found after them; else the final tests replace them unless these
// cover fewer branches.

// earlyTests are the finds of which tests were made early, with the notes and drops of the stages.
type earlyTests struct {
	finds  []*find // of branches
	panics int     // number of sites at which a run panics
	notes  []report.Note
	drops  []drop
}

// earlyMultiple is how many times as long as making tests seems to need a search must have taken for that.
const earlyMultiple = 16

// early makes tests of the finds since the last ones, if it has taken long enough for that and
// goes on for long enough, even if it finds nothing more.
func (r *schedule) early(ctx context.Context) {
	s, u := r.s, r.u
	need := s.pace.corrected(s.finishing(u))
	worth := time.Since(r.since) > earlyMultiple*need && time.Until(earlier(r.deadlines.search, r.mostVain())) > need && u.countFound() > r.tests
	if s.testDir(u) == "" || !s.opt.Verify || !worth && !s.often {
		return
	}
	s.meter.phase("making tests of the finds so far")
	notes, drops := slices.Clone(u.notes), slices.Clone(u.drops)
	made := &earlyTests{}
	made.finds, made.panics = u.finds()
	end := deadlines{all: earlier(time.Now().Add(2*need), r.deadlines.search), making: 2 * need}
	if r.deadlines.search.IsZero() {
		end = deadlines{}
	}
	err := fault.Catch(func() error { return s.tests(ctx, u, end, nil) })
	if err != nil {
		s.timed("no tests of the finds so far: %v", err)
	}
	made.notes, made.drops = slices.Clone(u.notes[len(notes):]), slices.Clone(u.drops[len(drops):])
	if r.made = made; err != nil || u.suite == nil || slices.ContainsFunc(made.drops, func(d drop) bool { return reasons[d.reason].advice == moreTime }) {
		r.made = nil
	}
	u.notes, u.drops = notes, drops
	r.since, r.tests = time.Now(), u.countFound()
	s.meter.phase("searching")
}

// recallEarly makes the tests that were made early the final ones, unless something was found after them or the time
// was too short for some. It reports whether it did.
func (u *unit) recallEarly() bool {
	if u.schedule == nil || u.schedule.made == nil {
		return false
	}
	e := u.schedule.made
	finds, panics := u.finds()
	if !slices.Equal(finds, e.finds) || panics != e.panics {
		return false
	}
	u.notes, u.drops = append(u.notes, e.notes...), append(u.drops, e.drops...)
	return true
}

// finds returns the inputs that take branches, and the number of sites at which a run panics.
func (u *unit) finds() (list []*find, panics int) {
	for _, g := range u.goals {
		list = append(list, g.found)
	}
	for _, p := range u.sites {
		if p.found != nil {
			panics++
		}
	}
	return list, panics
}
