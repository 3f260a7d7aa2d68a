package worker

import (
	"reflect"
	"slices"
	"testing"

	"nearmiss/internal/probe"
	"nearmiss/search"
)

// pairTargets are the four branches of entry Pair.
func pairTargets() []Target {
	outer := Node{Cond: 0, Level: 1, Away: probe.AwayFalse}
	return []Target{
		{Branch: 0, Nodes: []Node{{Cond: 0, Away: probe.AwayTrue}}},
		{Branch: 1, Nodes: []Node{{Cond: 0, Away: probe.AwayFalse}}},
		{Branch: 2, Nodes: []Node{outer, {Cond: 1, Away: probe.AwayTrue}}},
		symbolicJob(0).Target,
	}
}

func pairBatch(target Target, vectors ...[]uint64) *BatchJob {
	return &BatchJob{ID: 5, Entry: ePair, Signature: signature(tInt64, tInt64), Target: target, Vectors: vectors}
}

func batchResult(t *testing.T, job *BatchJob) (*BatchResult, []*Found) {
	t.Helper()
	answers := talk(t, job)
	var found []*Found
	for _, m := range answers[:len(answers)-1] {
		found = append(found, m.(*Found))
	}
	r, ok := answers[len(answers)-1].(*BatchResult)
	if !ok {
		t.Fatalf("answered %+v", answers)
	}
	return r, found
}

// TestBatch: the fitness of each vector is what a search reads from it.
func TestBatch(t *testing.T) {
	vectors := [][]uint64{{1233, 5}, {1234, 5}, {1234, 1234}, {0, 0}, {1 << 63, 7}}
	for _, mode := range []search.Mode{search.Standard, search.Symbolic} {
		for _, last := range []bool{false, true} {
			for _, target := range pairTargets() {
				job := pairBatch(target, vectors...)
				job.Mode, job.Last = mode, last
				r, found := batchResult(t, job)
				if r.Job != 5 || r.Evaluations != 5 || len(r.Fitness) != 5 || r.Cost != 5+2+1 {
					t.Fatalf("%+v", r)
				}
				if len(found) != 3 || !slices.Equal(found[2].Branches, []uint32{3}) || found[2].Evaluations != 3 {
					t.Errorf("found %+v", found)
				}
				for i, v := range vectors {
					one := &SearchJob{Entry: ePair, Signature: job.Signature, Target: target, Modes: []search.Mode{mode},
						Last: last, Evaluations: 1, Algorithm: AVM, Starts: [][]uint64{v}}
					answers := talk(t, one)
					want := answers[len(answers)-1].(*SearchResult).Bests[0].Fitness
					if got := r.Fitness[i]; !reflect.DeepEqual(got, want) {
						t.Errorf("%v last %v, %v to %d: %+v, searched %+v", mode, last, v, target.Branch, got, want)
					}
				}
			}
		}
	}
}

// TestBatchEnds: with First the run that takes a target is the last one, and
// in paper mode nothing but a target is told.
func TestBatchEnds(t *testing.T) {
	job := pairBatch(pairTargets()[3], []uint64{1, 2}, []uint64{1234, 1}, []uint64{1234, 1234}, []uint64{3, 4})
	job.First, job.Paper = true, true
	r, found := batchResult(t, job)
	if r.Evaluations != 3 || len(r.Fitness) != 3 || !r.Fitness[2].Reached() {
		t.Errorf("%+v", r)
	}
	if len(found) != 1 || !slices.Equal(found[0].Branches, []uint32{3}) || found[0].Evaluations != 3 {
		t.Errorf("%+v", found)
	}
}

// TestBatchAvoids: a vector to avoid is not run, counts, and has the worst
// fitness.
func TestBatchAvoids(t *testing.T) {
	job := pairBatch(pairTargets()[3], []uint64{1234, 1234}, []uint64{1234, 5})
	job.Avoid = [][]uint64{{1234, 1234}}
	r, found := batchResult(t, job)
	if r.Evaluations != 2 || len(found) != 1 || found[0].Evaluations != 2 {
		t.Errorf("%+v, found %+v", r, found)
	}
	if r.Fitness[0] != search.Worst() || r.Fitness[1] == search.Worst() {
		t.Errorf("%+v", r.Fitness)
	}
}

// TestBatchFuel: what a run without an end takes is not reached.
func TestBatchFuel(t *testing.T) {
	for _, target := range []Target{
		{Branch: 7, Nodes: []Node{{Cond: 3, Away: probe.AwayFalse}}},
		{Branch: 6, Nodes: []Node{{Cond: 3, Away: probe.AwayTrue}}},
	} {
		job := &BatchJob{Entry: eBad, Signature: signature(tInt64), Vectors: [][]uint64{{4}, {9}}, Target: target}
		r, found := batchResult(t, job)
		if len(found) != 0 || r.Fitness[0].Reached() {
			t.Errorf("%+v, found %+v", r, found)
		}
	}
}

func TestBatchWithoutTarget(t *testing.T) {
	job := pairBatch(Target{Branch: NoBranch}, []uint64{1, 2}, []uint64{1234, 2})
	job.First = true
	r, found := batchResult(t, job)
	if r.Evaluations != 2 || len(r.Fitness) != 2 || len(found) != 2 {
		t.Errorf("%+v, found %+v", r, found)
	}
}
