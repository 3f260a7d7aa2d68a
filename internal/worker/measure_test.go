package worker

import (
	"reflect"
	"slices"
	"testing"

	"nearmiss/input"
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
	cost := func(statements, branches uint64) input.Cost {
		return input.Cost{Statements: statements, Branches: branches}
	}
	want := []Measured{{Cost: cost(1, 0)}, {Cost: cost(2, 0)}, {Cost: cost(3, 0)}, {Avoided: true}}
	if got := measure(t, job); !reflect.DeepEqual(got, want) {
		t.Errorf("costs: %+v", got)
	}
	job.Branches = true
	for i, n := range []uint64{1, 2, 2} {
		want[i].Cost.Branches = n
	}
	if got := measure(t, job); !reflect.DeepEqual(got, want) {
		t.Errorf("branches: %+v", got)
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

// TestMaximize: a search for cost finds the input that costs most and tells of
// each run that costs more than those before; it is never over by itself.
func TestMaximize(t *testing.T) {
	for _, algorithm := range []Algorithm{Auto, AVM, Random} {
		job := pairJob(1)
		job.Target, job.Maximize, job.Algorithm, job.Evaluations = Target{Branch: NoBranch}, Statements, algorithm, 40
		job.Starts = [][]uint64{{1234, 1233}, {1230, 1230}}
		answers := talk(t, job)
		r := answers[len(answers)-1].(*SearchResult)
		if r.Status != search.Budget || r.Evaluations != 40 {
			t.Errorf("%v: %v after %d", algorithm, r.Status, r.Evaluations)
		}
		last := uint64(0)
		for _, m := range answers[:len(answers)-1] {
			f := m.(*Found)
			if f.Cost <= last || len(f.Branches) > 0 {
				t.Errorf("%v: found %+v after %d", algorithm, f, last)
			}
			last = f.Cost
		}
		best := r.Bests[0]
		if best.Fitness.Reached() || ^best.Fitness.Exact[0] != last {
			t.Errorf("%v: best %+v, found %d", algorithm, best, last)
		}
		if algorithm != Random && (last != 3 || !slices.Equal(best.Vector, []uint64{1234, 1234})) {
			t.Errorf("%v: best %+v", algorithm, best)
		}
	}
}

// TestMaximizeBranches: what counts may be the conditions evaluated.
func TestMaximizeBranches(t *testing.T) {
	job := pairJob(1)
	job.Target, job.Maximize, job.Algorithm, job.Evaluations = Target{Branch: NoBranch}, Branches, AVM, 1
	job.Starts = [][]uint64{{1234, 5}}
	answers := talk(t, job)
	if f := answers[0].(*Found); f.Cost != 2 {
		t.Errorf("%+v", f)
	}
}
