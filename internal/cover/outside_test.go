package cover

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"nearmiss/fitness"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/search"
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
	var first [][]branchTrial
	for _, workers := range []int{1, 3} {
		var got [][]branchTrial
		opt := Options{Common: subject.Common{Dir: dir}, Patterns: []string{"."}, Evals: 1250, Parallel: workers}
		err := searchEach(t.Context(), opt, trials, func(_ Trial, b []branchTrial) { got = append(got, b) })
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

func (d *dying) Batch(_ context.Context, jobs []*worker.BatchJob, _ func(int, *worker.Found)) ([]*native.BatchResult, error) {
	j := jobs[0]
	d.avoid = append(d.avoid, len(j.Avoid))
	r := &native.BatchResult{Result: &worker.BatchResult{}}
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

// constant asks for one input again and again, climb for what AVM does.
func init() {
	search.RegisterOneByOne("constant", func(g *search.Gate, p *search.Problem) search.Result {
		var f search.Fitness
		for v := p.Space.Zero(); g.Evaluate(v, &f); {
		}
		return g.Result()
	})
	search.Register("climb", search.Lookup("avm"))
	fitness.Register(fitness.Function{Name: "plain", Symbolic: true, Of: func(m fitness.Measure) float64 { return m.Value }})
	fitness.Register(fitness.Function{Name: "broken", Of: func(fitness.Measure) float64 { return math.NaN() }})
}

// TestRegistered: a search and a fitness that are registered go by their names; those of
// which the worker knows nothing do as well as those that it has.
func TestRegistered(t *testing.T) {
	alone(t)
	dir := trialPackage(t)
	trials := func(each func(Trial, []branchTrial), list ...Trial) error {
		for i := range list {
			list[i].Seed, list[i].Paper = 1, true
		}
		return searchEach(t.Context(), Options{Common: subject.Common{Dir: dir}, Patterns: []string{"."}, Evals: 1250}, list, each)
	}
	all := 0
	err := trials(func(x Trial, list []branchTrial) {
		all++
		n := 0
		for _, b := range list {
			if b.Found {
				n++
			}
			if b.Evaluations > 1250 {
				t.Errorf("%v: %+v", x, b)
			}
		}
		if x.Algo == "constant" != (n < 4) || n == 0 {
			t.Errorf("%s with %s finds %d branches", x.Algo, x.Fitness, n)
		}
	}, Trial{Algo: "climb", Fitness: "standard"}, Trial{Algo: "avm", Fitness: "plain"}, Trial{Algo: "search", Fitness: "plain"},
		Trial{Algo: "avm-lattice", Fitness: "standard-power"}, Trial{Algo: "constant", Fitness: "symbolic"},
		Trial{Algo: "avm", Fitness: "broken"})
	if all != 5 || err == nil || !strings.Contains(err.Error(), `fitness "broken" is NaN`) {
		t.Errorf("after %d trials: %v", all, err)
	}
	err = trials(nil, Trial{Algo: "own", Fitness: "standard"})
	if err == nil || !strings.Contains(err.Error(), `-algo: "own" is none of auto, search, dse, tardis, avm`) {
		t.Error(err)
	}
}
