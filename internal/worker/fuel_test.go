package worker

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/wire"
	"nearmiss/search"
)

// A branch that only a run without an end has taken is not found: no test can
// be made of it. A run that ends may still find it.
func TestOutOfFuelFindsNothing(t *testing.T) {
	job := &wire.SearchJob{
		ID: 1, Entry: eBad, Signature: signature(tInt64), Evaluations: 1, Algorithm: wire.AVM,
		Starts: []input.Vector{{4}},
		Target: wire.Target{Branch: 7, Table: []wire.Divergence{{Cond: 3, Level: 0, Away: wire.DivergesFalse}}},
	}
	answers := talk(t, job)
	if len(answers) != 1 {
		t.Fatalf("told of %+v", answers[:len(answers)-1])
	}
	r := answers[0].(*wire.SearchResult)
	if r.Evaluations != 1 || r.Status == search.Found || len(r.Bests) != 1 || r.Bests[0].Fitness.Reached() {
		t.Errorf("got %+v; want one evaluation that does not reach the branch", r)
	}
	if !slices.Equal(r.Bests[0].Vector, []uint64{4}) {
		t.Errorf("ran %v; want the start", r.Bests[0].Vector)
	}
}
