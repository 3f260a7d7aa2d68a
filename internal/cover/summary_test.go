package cover

import (
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// An open branch that no search was begun for says so when the clock or an interrupt has
// ended the call; after the budget was used up there is no such branch.
func TestSummaryOfAnUntriedBranch(t *testing.T) {
	alone(t)
	s, err := newSession(Options{Common: subject.Common{Dir: trialPackage(t)}, Patterns: []string{"."}}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.ready(t)
	g := s.units[0].goals[0]
	for _, c := range []struct {
		slices  int
		stopped string
		want    bool
	}{
		{0, report.StoppedTime, true}, {0, report.StoppedInterrupt, true}, {1, report.StoppedTime, false}, {0, report.StoppedBudget, false},
	} {
		g.slices = c.slices
		if got := g.summary(c.stopped); (got.Reason == report.Untried) != c.want {
			t.Errorf("after %d slices, %s: %+v; want it untried: %v", c.slices, c.stopped, got, c.want)
		}
	}
}
