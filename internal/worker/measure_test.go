package worker

import (
	"reflect"
	"testing"

	"nearmiss/search"
)

func measure(t *testing.T, job *MeasureJob) []Measured {
	t.Helper()
	answers := talk(t, job)
	r, ok := answers[0].(*MeasureResult)
	if !ok || len(answers) != 1 || r.Job != job.ID {
		t.Fatalf("answered %+v", answers)
	}
	return r.Runs
}

// TestMeasure: what a run did is told as far as the job asks for it.
func TestMeasure(t *testing.T) {
	job := &MeasureJob{ID: 3, Entry: ePair, Vectors: [][]uint64{{5, 5}, {1234, 5}, {1234, 1234}, {9, 9}}, Avoid: [][]uint64{{9, 9}}}
	cost := func(statements, branches uint64) search.Cost {
		return search.Cost{Statements: statements, Branches: branches}
	}
	want := []Measured{{Cost: cost(1, 0)}, {Cost: cost(2, 0)}, {Cost: cost(3, 0)}, {Avoided: true}}
	if got := measure(t, job); !reflect.DeepEqual(got, want) {
		t.Errorf("costs: %+v", got)
	}
	job.Branches = true
	for i, n := range []uint64{1, 2, 2} {
		want[i].Cost.Branches = n
	}
	got := measure(t, job)
	for i := range got[:3] {
		want[i].Path = got[i].Path
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("branches: %+v", got)
	}
	if a, b, c := want[0].Path, want[1].Path, want[2].Path; a == 0 || b == 0 || c == 0 || a == b || a == c || b == c {
		t.Errorf("three paths have the hashes %d, %d and %d", a, b, c)
	}
	job.Results, job.Trace = true, 1
	want[0].Out, want[1].Out, want[2].Out = []uint64{0}, []uint64{0}, []uint64{1}
	want[0].Trace, want[1].Trace, want[2].Trace = []uint32{0}, []uint32{1}, []uint32{1}
	if got := measure(t, job); !reflect.DeepEqual(got, want) {
		t.Errorf("results: %+v", got)
	}
}

// TestMeasureEnds: a run that does not return has its outcome, and its cost as
// far as it came.
func TestMeasureEnds(t *testing.T) {
	job := &MeasureJob{ID: 3, Entry: eBad, Vectors: [][]uint64{{0}, {1}, {3}, {4}, {8}}, Results: true, Branches: true}
	runs := measure(t, job)
	for i, o := range []Outcome{Returned, Panicked, RuntimeError, FuelOut, Goexit} {
		if runs[i].Outcome != o {
			t.Errorf("run %d ended %v, want %v", i, runs[i].Outcome, o)
		}
	}
	if runs[1].Text != "a text" || runs[1].GoType != "string" || runs[3].Cost.Statements != 1001 {
		t.Errorf("%+v", runs)
	}
	job.Fuel = 10
	if n := measure(t, job)[3].Cost.Statements; n != 11 {
		t.Errorf("with fuel for 10 statements %d were run", n)
	}
}
