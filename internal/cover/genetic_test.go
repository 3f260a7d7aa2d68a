package cover

import (
	"context"
	"reflect"
	"testing"

	"nearmiss/internal/native"
	wire "nearmiss/internal/worker"
)

// TestGenetic: the genetic algorithm does the same whatever the number of
// workers, with exact counts, as published and not.
func TestGenetic(t *testing.T) {
	dir := trialPackage(t)
	trials := []Trial{
		{Seed: 1, Algo: "ga", Fitness: "standard", Paper: true},
		{Seed: 1, Algo: "ga", Fitness: "symbolic", Paper: true},
		{Seed: 1, Algo: "ga", Fitness: "auto"},
		{Seed: 2, Algo: "ga", Fitness: "standard", Paper: true},
	}
	var first [][]BranchTrial
	for _, workers := range []int{1, 3} {
		var got [][]BranchTrial
		opt := Options{Dir: dir, Patterns: []string{"."}, Evals: 1250, Parallel: workers}
		err := Trials(t.Context(), opt, trials, func(_ Trial, b []BranchTrial) { got = append(got, b) })
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		} else if !reflect.DeepEqual(got, first) {
			t.Errorf("%d workers:\n%+v\none:\n%+v", workers, got, first)
		}
	}
	if reflect.DeepEqual(first[0], first[3]) {
		t.Error("two seeds, one search")
	}
	for i, trial := range first {
		found := 0
		for _, b := range trial {
			if b.Found {
				found++
			}
			if trials[i].Paper && !b.Found && b.Evaluations != 1250 || b.Evaluations > 1250 {
				t.Errorf("trial %d: %+v", i, b)
			}
		}
		if found < 4 || !trials[i].Paper && found < 7 {
			t.Errorf("trial %d found %d branches: %+v", i, found, trial)
		}
	}
}

// dying is a pool in which vectors end their worker.
type dying struct {
	runner
	avoid []int
}

func (d *dying) Batch(_ context.Context, jobs []*wire.BatchJob, _ func(int, *wire.Found)) ([]*native.BatchResult, error) {
	j := jobs[0]
	d.avoid = append(d.avoid, len(j.Avoid))
	r := &native.BatchResult{Result: &wire.BatchResult{}}
	for range 9 {
		r.Crashes = append(r.Crashes, native.Crash{Confirmed: true, Vector: j.Vectors[0], Evaluations: 1})
	}
	return []*native.BatchResult{r}, nil
}

// TestGeneticCrashes: what has killed a worker is not run again, and a search
// that goes on killing ends.
func TestGeneticCrashes(t *testing.T) {
	d := &dying{}
	b := &breeding{pool: d, out: &native.SearchResult{}, evaluations: 300}
	for range 3 {
		if _, err := b.Evaluate(t.Context(), [][]uint64{{7}}); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(d.avoid, []int{0, 9}) || !b.out.GaveUp || len(b.out.Crashes) != 18 || b.out.Crashes[0].Evaluations != 301 {
		t.Errorf("avoided %v; %+v", d.avoid, b.out)
	}
}
