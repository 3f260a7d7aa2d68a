package cover

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"nearmiss/internal/native"
	"nearmiss/internal/wire"
	"nearmiss/mosa"
	"nearmiss/search"
)

// TestTogether: the many-objective search does the same whatever the number of
// workers, keeps to its budget, and covers what can be covered.
func TestTogether(t *testing.T) {
	dir := trialPackage(t)
	trials := []Trial{
		{Seed: 1, Algo: "mosa", Fitness: "standard"},
		{Seed: 1, Algo: "mosa", Fitness: "symbolic"},
		{Seed: 1, Algo: "mosa", Fitness: "auto"},
		{Seed: 2, Algo: "mosa", Fitness: "standard"},
	}
	var first [][]BranchTrial
	for _, workers := range []int{1, 3} {
		var got [][]BranchTrial
		opt := Options{Dir: dir, Patterns: []string{"."}, Evals: 4000, Parallel: workers}
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
	for i, trial := range first {
		for _, b := range trial {
			if b.Evaluations > 4000 || !b.Found && !b.Infeasible {
				t.Errorf("trial %d: %+v", i, b)
			}
		}
	}
}

// TestObjectives: what a branch needs are the outcomes that lead on at
// approach level 1, if they are branches of the function.
func TestObjectives(t *testing.T) {
	table := func(rows ...wire.Divergence) *wire.Target { return &wire.Target{Table: rows} }
	b := &brood{goals: []*goal{
		{branch: 10, target: table(wire.Divergence{Cond: 5, Away: wire.DivergesTrue})},
		{branch: 11, found: &find{}},
		{branch: 14, target: table(
			wire.Divergence{Cond: 7, Away: wire.DivergesTrue},
			wire.Divergence{Cond: 5, Level: 1, Away: wire.DivergesFalse},
			wire.Divergence{Cond: 9, Level: 1, Away: wire.DivergesFalse}, // of another function
		)},
		{branch: 15, infeasible: "so it is", target: table(wire.Divergence{Cond: 5, Level: 2, Away: wire.DivergesFalse})},
		{branch: 16, target: table(wire.Divergence{Cond: 5, Level: 1, Away: wire.DivergesTrue}, wire.Divergence{Cond: 7, Level: 1, Away: wire.DivergesTrue | wire.DivergesFalse})},
	}}
	got := b.objectives(map[uint32]int{10: 0, 11: 1, 14: 2, 15: 3, 16: 4})
	want := []mosa.Objective{{}, {Covered: true, Closed: true}, {Needs: []int{1}}, {Closed: true}, {Needs: []int{0}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// TestChoose: the modes take turns, but for a brood whose programs are heavy
// where there is another mode.
func TestChoose(t *testing.T) {
	both, one := []search.Mode{search.Symbolic, search.Standard}, []search.Mode{search.Symbolic}
	for _, tt := range []struct {
		words, round int
		modes        []search.Mode
		want         search.Mode
	}{
		{10, 0, both, search.Symbolic},
		{10, 1, both, search.Standard},
		{10, 2, both, search.Symbolic},
		{heavyBrood, 2, both, search.Standard},
		{heavyBrood, 2, one, search.Symbolic},
	} {
		program := make([]uint64, tt.words/2)
		g := &goal{target: &wire.Target{Nodes: []wire.Node{{Program: program}}}}
		b := &brood{open: []*goal{g, g}, round: tt.round}
		if got := b.choose(tt.modes); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

// answering is a pool that answers with what it is given.
type answering struct {
	runner
	result native.BatchResult
	job    wire.BatchJob
}

func (a *answering) Batch(_ context.Context, jobs []*wire.BatchJob, _ func(int, *wire.Found)) ([]*native.BatchResult, error) {
	a.job = *jobs[0]
	a.job.Targets = slices.Clone(a.job.Targets)
	return []*native.BatchResult{&a.result}, nil
}

// TestChoir: objectives become targets, a lone one ends its batch, and what was
// found is told by the vector of this batch and the number of the objective.
func TestChoir(t *testing.T) {
	pool := &answering{}
	pool.result.Result = &wire.BatchResult{Evaluations: 3, Fitness: [][]search.Fitness{{{Value: 1}}, {{Value: 2}}, {{Value: 3}}}}
	c := &choir{
		breeding: breeding{pool: pool, out: &native.SearchResult{}, evaluations: 100},
		goals:    []*goal{{target: &wire.Target{Branch: 4, Nodes: []wire.Node{{Cond: 2}}}}, {target: &wire.Target{Branch: 5}}, {target: &wire.Target{Branch: 8}}},
		numbers:  map[uint32]int{4: 0, 5: 1, 8: 2},
	}
	for round, asked := range [][]int{{0, 2}, {1}} {
		pool.result.Found = []*wire.Found{{Evaluations: 2, Branches: []uint32{5, 7, 8}}}
		a, err := c.Evaluate(t.Context(), [][]uint64{{1}, {2}, {3}}, asked)
		if err != nil || len(a.Fitness) != 3 || !reflect.DeepEqual(a.Taken, []mosa.Taken{{Vector: 1, Objective: 1}, {Vector: 1, Objective: 2}}) {
			t.Errorf("round %d: %+v, %v", round, a, err)
		}
		var branches []uint32
		for _, target := range pool.job.Targets {
			branches = append(branches, target.Branch)
			if target.Nodes != nil {
				t.Errorf("round %d: programs are sent that nothing asks for", round)
			}
		}
		if want := [][]uint32{{4, 8}, {5}}[round]; !slices.Equal(branches, want) || pool.job.First != (len(asked) == 1) {
			t.Errorf("round %d: targets %v, first %v", round, branches, pool.job.First)
		}
	}
	if c.out.Found[0].Evaluations != 102 || c.out.Found[1].Evaluations != 105 || !slices.Equal(c.job.Covered, []uint32{5, 7, 8, 5, 7, 8}) {
		t.Errorf("%+v, covered %v", c.out.Found[1], c.job.Covered)
	}
}
