package worker

import (
	"reflect"
	"slices"
	"testing"

	"nearmiss/internal/wire"
	"nearmiss/search"
)

// pairTargets are the four branches of entry Pair.
func pairTargets() []wire.Target {
	outer := wire.Divergence{Cond: 0, Level: 1, Away: wire.DivergesFalse}
	return []wire.Target{
		{Branch: 0, Table: []wire.Divergence{{Cond: 0, Away: wire.DivergesTrue}}},
		{Branch: 1, Table: []wire.Divergence{{Cond: 0, Away: wire.DivergesFalse}}},
		{Branch: 2, Table: []wire.Divergence{outer, {Cond: 1, Away: wire.DivergesTrue}}},
		{Branch: 3, Table: []wire.Divergence{outer, {Cond: 1, Away: wire.DivergesFalse}}, Nodes: pairPrograms()},
	}
}

func pairBatch(vectors ...[]uint64) *wire.BatchJob {
	return &wire.BatchJob{ID: 5, Entry: ePair, Signature: signature(tInt64, tInt64), Targets: pairTargets(), Vectors: vectors}
}

func batchResult(t *testing.T, job *wire.BatchJob) (*wire.BatchResult, []*wire.Found) {
	t.Helper()
	answers := talk(t, job)
	var found []*wire.Found
	for _, m := range answers[:len(answers)-1] {
		found = append(found, m.(*wire.Found))
	}
	r, ok := answers[len(answers)-1].(*wire.BatchResult)
	if !ok {
		t.Fatalf("answered %+v", answers)
	}
	return r, found
}

// TestBatch: the fitness of each vector for each target is what a search for
// that target alone reads from it.
func TestBatch(t *testing.T) {
	vectors := [][]uint64{{1233, 5}, {1234, 5}, {1234, 1234}, {0, 0}, {1 << 63, 7}}
	for _, mode := range []search.Mode{search.Standard, search.Symbolic} {
		for _, last := range []bool{false, true} {
			job := pairBatch(vectors...)
			job.Mode, job.Last = mode, last
			r, found := batchResult(t, job)
			if r.Job != 5 || r.Evaluations != 5 || len(r.Fitness) != 5 || r.Cost != 5+2+1 {
				t.Fatalf("%+v", r)
			}
			if len(found) != 3 || !slices.Equal(found[2].Branches, []uint32{3}) || found[2].Evaluations != 3 {
				t.Errorf("found %+v", found)
			}
			for i, v := range vectors {
				for j, target := range job.Targets {
					one := &wire.SearchJob{Entry: ePair, Signature: job.Signature, Target: target, Modes: []search.Mode{mode},
						Last: last, Evaluations: 1, Algorithm: wire.AVM, Starts: [][]uint64{v}}
					answers := talk(t, one)
					want := answers[len(answers)-1].(*wire.SearchResult).Bests[0].Fitness
					if got := r.Fitness[i][j]; !reflect.DeepEqual(got, want) {
						t.Errorf("%v last %v, %v to %d: %+v, alone %+v", mode, last, v, target.Branch, got, want)
					}
				}
			}
		}
	}
}

// TestBatchEnds: with First the run that takes a target is the last one, and
// in paper mode nothing but a target is told.
func TestBatchEnds(t *testing.T) {
	job := pairBatch([]uint64{1, 2}, []uint64{1234, 1}, []uint64{1234, 1234}, []uint64{3, 4})
	job.Targets, job.First, job.Paper = job.Targets[3:], true, true
	r, found := batchResult(t, job)
	if r.Evaluations != 3 || len(r.Fitness) != 3 || !r.Fitness[2][0].Reached() {
		t.Errorf("%+v", r)
	}
	if len(found) != 1 || !slices.Equal(found[0].Branches, []uint32{3}) || found[0].Evaluations != 3 {
		t.Errorf("%+v", found)
	}
}

// TestBatchAvoids: a vector to avoid is not run, counts, and has the worst
// fitness.
func TestBatchAvoids(t *testing.T) {
	job := pairBatch([]uint64{1234, 1234}, []uint64{1234, 5})
	job.Avoid = [][]uint64{{1234, 1234}}
	r, found := batchResult(t, job)
	if r.Evaluations != 2 || len(found) != 1 || found[0].Evaluations != 2 {
		t.Errorf("%+v, found %+v", r, found)
	}
	for i := range job.Targets {
		if r.Fitness[0][i] != search.Worst() || r.Fitness[1][i] == search.Worst() {
			t.Errorf("target %d: %+v", i, r.Fitness)
		}
	}
}

// TestBatchFuel: what a run without an end takes is not reached.
func TestBatchFuel(t *testing.T) {
	job := &wire.BatchJob{Entry: eBad, Signature: signature(tInt64), Vectors: [][]uint64{{4}, {9}}, Targets: []wire.Target{
		{Branch: 7, Table: []wire.Divergence{{Cond: 3, Away: wire.DivergesFalse}}},
		{Branch: 6, Table: []wire.Divergence{{Cond: 3, Away: wire.DivergesTrue}}}}}
	r, found := batchResult(t, job)
	if len(found) != 0 || r.Fitness[0][0].Reached() || r.Fitness[0][1].Reached() {
		t.Errorf("%+v, found %+v", r, found)
	}
}

func TestBatchWithoutTargets(t *testing.T) {
	job := pairBatch([]uint64{1, 2}, []uint64{1234, 2})
	job.Targets, job.First = nil, true
	r, found := batchResult(t, job)
	if r.Evaluations != 2 || len(r.Fitness) != 2 || len(found) != 2 {
		t.Errorf("%+v, found %+v", r, found)
	}
}
