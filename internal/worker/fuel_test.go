package worker

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// A branch that only a run without an end has taken is not found: no test can
// be made of it. A run that ends may still find it.
func TestOutOfFuelFindsNothing(t *testing.T) {
	job := &SearchJob{
		ID: 1, Entry: eBad, Signature: signature(tInt64), Evaluations: 1, Algorithm: AVM,
		Starts: []input.Vector{{4}},
		Target: Target{Branch: 7, Nodes: []Node{{Cond: 3, Level: 0, Away: probe.AwayFalse}}},
	}
	answers := talk(t, job)
	if len(answers) != 1 {
		t.Fatalf("told of %+v", answers[:len(answers)-1])
	}
	r := answers[0].(*SearchResult)
	if r.Evaluations != 1 || r.Status == search.Found || len(r.Bests) != 1 || r.Bests[0].Fitness.Reached() {
		t.Errorf("got %+v; want one evaluation that does not reach the branch", r)
	}
	if !slices.Equal(r.Bests[0].Vector, []uint64{4}) {
		t.Errorf("ran %v; want the start", r.Bests[0].Vector)
	}
}

// A job may give runs less fuel than the worker does; what comes after it has
// the worker's again.
func TestJobFuel(t *testing.T) {
	cost := func(fuel uint64) uint64 {
		job := &SearchJob{
			ID: 1, Entry: eBad, Signature: signature(tInt64), Evaluations: 1, Algorithm: AVM, Fuel: fuel,
			Starts: []input.Vector{{4}}, Target: Target{Branch: NoBranch},
		}
		answers := talk(t, job, &RunJob{ID: 2, Entry: eBad, Vector: []uint64{4}})
		if r := answers[len(answers)-1].(*RunResult); r.Outcome != FuelOut || r.Cost != 1001 {
			t.Errorf("after a job with fuel %d a run ends %v at %d; want fuel out at 1001", fuel, r.Outcome, r.Cost)
		}
		return answers[len(answers)-2].(*SearchResult).Cost
	}
	for _, c := range []struct{ fuel, cost uint64 }{{0, 1001}, {100, 101}, {5000, 1001}} {
		if got := cost(c.fuel); got != c.cost {
			t.Errorf("fuel %d: the search executed %d statements; want %d", c.fuel, got, c.cost)
		}
	}
}
