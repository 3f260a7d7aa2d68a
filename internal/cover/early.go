package cover

import (
	"context"
	"slices"
	"time"

	"nearmiss/internal/fault"
)

// A search with a clock writes tests of its finds now and then, so that a process that is killed leaves the
// last ones. The final tests replace them unless these cover fewer branches.

// early makes tests of what the search has found since the last ones, if it has taken long enough for that and
// goes on for long enough.
func (r *schedule) early(ctx context.Context) {
	s, u := r.s, r.u
	need := s.pace.corrected(s.finishing(u))
	worth := time.Since(r.since) > partDivisor*need && time.Until(r.deadlines.search) > need && u.countFound() > r.tests
	if s.testDir(u) == "" || !s.opt.Verify || !worth && !s.often {
		return
	}
	s.meter.phase("making tests of the finds so far")
	notes, drops := slices.Clone(u.notes), slices.Clone(u.drops)
	end := deadlines{all: earlier(time.Now().Add(2*need), r.deadlines.search), making: 2 * need}
	if r.deadlines.search.IsZero() {
		end = deadlines{}
	}
	if err := fault.Catch(func() error { return s.tests(ctx, u, end) }); err != nil {
		s.timed("no tests of the finds so far: %v", err)
	}
	u.notes, u.drops = notes, drops
	r.since, r.tests = time.Now(), u.countFound()
	s.meter.phase("searching")
}
