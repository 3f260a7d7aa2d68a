package ese

import (
	"context"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
)

// arms lists each genetic algorithm with and without local search, with each pair of operators and both starts.
func arms() (list []Evolution) {
	for _, a := range []ga.Algorithm{ga.Memetic{PopSize: 12}, ga.Memetic{PopSize: 12, LSPeriod: -1}, ga.Wegener{PopSize: 8}, ga.Wegener{PopSize: 8, LSPeriod: 3, LSAttempts: 5}} {
		for _, ops := range []string{"path", "path-follow", "hybrid", "input", "input-uniform", "input-one-point"} {
			list = append(list, Evolution{Algorithm: a, Operators: ops})
			if ops[0] == 'i' {
				list = append(list, Evolution{Algorithm: a, Operators: ops, FromPaths: true})
			}
		}
	}
	return list
}

// TestFeasibleBudget asserts that the budget counts what has a cost, alike for operators over paths and over inputs.
func TestFeasibleBudget(t *testing.T) {
	for _, e := range arms() {
		tg, _ := withInputs(ToyInsertionSort, 7)
		r, err := Search(t.Context(), tg, e, generator(1), Options{Budget: Budget{Feasible: 400}})
		if err != nil {
			t.Fatal(err)
		}
		starts := uint64(0)
		if c := e.Algorithm.Config(); e.FromPaths {
			starts = uint64(c.NPops * c.PopSize)
		}
		if r.Feasible != 400 || r.Feasible != r.Paths-starts+r.Evaluations || r.Status != search.Budget {
			t.Errorf("%+v: %d feasible, %d paths, %d evaluations, %v", e, r.Feasible, r.Paths, r.Evaluations, r.Status)
		}
		if e.FromPaths && r.Paths == 0 || !e.FromPaths && (r.Paths > 0) != (e.Operators[0] != 'i') {
			t.Errorf("%+v: %d paths", e, r.Paths)
		}
		last := r.History[len(r.History)-1]
		if last.Feasible == 0 || last.Feasible > 400 || last.Cost != r.Cost {
			t.Errorf("%+v: %+v", e, last)
		}
	}
}

// TestArmsAgain asserts that a seed reproduces each arm.
func TestArmsAgain(t *testing.T) {
	for _, e := range arms() {
		again(t, func() Target { tg, _ := withInputs(ToyMergeSort, 6); return tg }, e, Options{Budget: Budget{Feasible: 200}})
	}
}

// TestOneStart asserts that operators over inputs begin with the inputs of the paths that operators over paths begin with.
func TestOneStart(t *testing.T) {
	tg, runs := withInputs(ToyInsertionSort, 9)
	if _, err := Search(t.Context(), tg, Evolution{Algorithm: ga.Memetic{PopSize: 12}, Operators: "input", FromPaths: true}, generator(3), Options{Budget: Budget{Feasible: 12}}); err != nil {
		t.Fatal(err)
	}
	tg, _ = withInputs(ToyInsertionSort, 9)
	var want []uint64
	g := newGate(t.Context(), tg, generator(3), Options{})
	for range 12 {
		p, _ := g.Explore(nil, coin{g.Rand()})
		want = append(want, p.Cost.Statements)
	}
	if !slices.Equal(*runs, want) {
		t.Errorf("the first generation costs %v, the random paths %v", *runs, want)
	}
}

// TestSetsByPath asserts that a population of inputs has each path once, as a population of path conditions has.
func TestSetsByPath(t *testing.T) {
	for _, c := range []struct {
		operators string
		distinct  bool
	}{{"input", false}, {"input-uniform", true}, {"input-one-point", true}, {"path", true}, {"hybrid", true}} {
		tg, _ := withInputs(ToyPalindrome, 5)
		most := 0
		look := func(pop *eaopt.Population) { most = max(most, len(pop.Individuals)) }
		e := Evolution{Algorithm: watched{ga.Memetic{PopSize: 40}, look}, Operators: c.operators}
		if _, err := Search(t.Context(), tg, e, generator(1), Options{Budget: Budget{Feasible: 600}}); err != nil {
			t.Fatal(err)
		}
		if (most <= 3) != c.distinct {
			t.Errorf("%s: %d individuals of three paths", c.operators, most)
		}
	}
}

// TestNoCost asserts that an input that cannot run is no individual of a population.
func TestNoCost(t *testing.T) {
	tg, _ := withInputs(ToyInsertionSort, 5)
	tg.Inputs = halfRun{tg.Inputs.(toyInputs)}
	look := func(pop *eaopt.Population) {
		for i := range pop.Individuals {
			if pop.Individuals[i].Fitness == fitnessOf(0).Value {
				t.Fatal("an input without a cost is in the population")
			}
		}
	}
	r, err := Search(t.Context(), tg, Evolution{Algorithm: watched{ga.Memetic{PopSize: 12}, look}, Operators: "input-uniform"}, generator(1), Options{Budget: Budget{Feasible: 300}})
	if err != nil || r.Feasible != 300 || r.Evaluations <= 300 {
		t.Errorf("%d feasible of %d, %v", r.Feasible, r.Evaluations, err)
	}
}

// halfRun are inputs that cannot run if their first number is odd.
type halfRun struct{ toyInputs }

func (in halfRun) Run(ctx context.Context, vs []input.Vector) ([]search.Measured, error) {
	measured, err := in.toyInputs.Run(ctx, vs)
	for i, v := range vs {
		if v[0]&1 == 1 {
			measured[i] = search.Measured{}
		}
	}
	return measured, err
}

// TestFollow asserts that the path of a child goes the way of its parent's input, and that no side is drawn.
func TestFollow(t *testing.T) {
	tg := target(ToyInsertionSort, 6)
	g := newGate(t.Context(), tg, generator(1), Options{})
	p := newPathProblem(g, true)
	parent := p.Random(nil)
	if _, err := p.Evaluate(t.Context(), []*Chromosome{parent}); err != nil {
		t.Fatal(err)
	}
	for n := range len(parent.Clauses()) {
		child := parent.With(parent.Clauses()[:n])
		if _, err := p.Evaluate(t.Context(), []*Chromosome{child}); err != nil {
			t.Fatal(err)
		}
		if child.path == nil || !slices.Equal(child.path.Condition, parent.path.Condition) {
			t.Errorf("after %d clauses of its parent a child takes another path", n)
		}
	}
}

// TestFeasibleOfAll asserts that each strategy ends with a budget of individuals, has some of them for the target
// itself, and counts each path and each evaluation.
func TestFeasibleOfAll(t *testing.T) {
	for _, n := range QuickStrategies() {
		for _, budget := range []uint64{2, 60, 400} {
			tg, _ := withInputs(ToyMergeSort, 9)
			tg.Sizes = toySizes{ToyMergeSort}
			r, err := Search(t.Context(), tg, n.Strategy, generator(budget), Options{Budget: Budget{Feasible: budget}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Feasible > budget || r.Feasible != r.Paths+r.Evaluations || budget > 2 && r.Best == nil {
				t.Errorf("%s: %d of %d feasible, %d paths, %d evaluations, best %v", n.Name, r.Feasible, budget, r.Paths, r.Evaluations, r.Best)
			}
		}
	}
}
