package cover

import (
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/report"
	"nearmiss/internal/worker"
)

// TestDropBoundaries: where there is no time to check all cases, those that are there for
// boundaries alone go, the last first, and are counted.
func TestDropBoundaries(t *testing.T) {
	at := func(n int) []*cfg.Cond { return make([]*cfg.Cond, n) }
	branch, both := &testCase{keep: []uint32{1}}, &testCase{keep: []uint32{2}, boundaries: at(1)}
	first, last := &testCase{boundaries: at(1)}, &testCase{boundaries: at(2)}
	panics := &testCase{boundaries: at(1), panic: worker.PanicAt(0, 0)}
	u := &unit{made: made{cases: []*testCase{branch, first, both, last, panics}}, bounds: &report.Boundaries{Comparisons: 6, Late: 1}}
	if got, want := *u.countBoundaries(), (report.Boundaries{Comparisons: 6, Tested: 5, Cases: 2, Late: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if u := (&unit{made: made{cases: []*testCase{branch}}}); u.countBoundaries() != nil {
		t.Error("boundaries nobody has looked for are counted")
	}
}
