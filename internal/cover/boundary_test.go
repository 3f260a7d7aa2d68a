package cover

import (
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/report"
	"nearmiss/internal/wire"
)

// TestDropBoundaries: where there is no time to check all cases, those that are there for
// boundaries alone go, the last first, and are counted.
func TestDropBoundaries(t *testing.T) {
	at := func(n int) []*cfg.Cond { return make([]*cfg.Cond, n) }
	branch, both := &testCase{keep: []uint32{1}}, &testCase{keep: []uint32{2}, boundaries: at(1)}
	first, last := &testCase{boundaries: at(1)}, &testCase{boundaries: at(2)}
	panics := &testCase{boundaries: at(1), panic: wire.PanicAt(0, 0)}
	for _, c := range []struct {
		drop  int
		cases int
		want  report.Boundaries
	}{
		{-3, 5, report.Boundaries{Comparisons: 6, Tested: 5, Cases: 2, Late: 1}},
		{0, 5, report.Boundaries{Comparisons: 6, Tested: 5, Cases: 2, Late: 1}},
		{1, 4, report.Boundaries{Comparisons: 6, Tested: 3, Cases: 1, Late: 3}},
		{9, 3, report.Boundaries{Comparisons: 6, Tested: 2, Cases: 0, Late: 4}},
	} {
		u := &unit{cases: []*testCase{branch, first, both, last, panics}, bounds: &report.Boundaries{Comparisons: 6, Late: 1}}
		u.dropBoundaries(c.drop)
		if got := *u.countBoundaries(); got != c.want || len(u.cases) != c.cases {
			t.Errorf("without %d: %+v, %d cases", c.drop, got, len(u.cases))
		}
	}
	if u := (&unit{cases: []*testCase{branch}}); u.countBoundaries() != nil {
		t.Error("boundaries nobody has looked for are counted")
	}
}
