package ese

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nearmiss/ga"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/smt/order"
)

// toyInputs runs the inputs of a toy program.
type toyInputs struct {
	e     *ToyExplorer
	space *input.Space
	runs  *[]uint64 // what they have cost
}

func (in toyInputs) Space() *input.Space                     { return in.space }
func (in toyInputs) Input(scalars input.Vector) input.Vector { return slices.Clone(scalars) }
func (in toyInputs) Scalars(v input.Vector) input.Vector     { return slices.Clone(v) }
func (in toyInputs) Run(_ context.Context, vs []input.Vector) (measured []search.Measured, _ error) {
	for _, v := range vs {
		p := in.e.Run(slices.Clone(v))
		measured = append(measured, search.Measured{Cost: p.Cost, Path: hashOf(p.Condition)})
		*in.runs = append(*in.runs, p.Cost.Statements)
	}
	return measured, nil
}

// withInputs returns a toy program with Inputs.
func withInputs(p ToyProgram, slots int) (Target, *[]uint64) {
	sig := &input.Signature{Name: "toy"}
	for i := range slots {
		sig.Params = append(sig.Params, input.Field{Name: "x" + strconv.Itoa(i), Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int"}})
	}
	t := richTarget(p, slots)
	in := toyInputs{NewToy(p, slots, order.New()), input.NewSpace(sig, input.Limits{}), new([]uint64)}
	t.Inputs = in
	return t, in.runs
}

// TestInputsBudget asserts that searches over inputs use up the budget of evaluations, and that
// the archive has the best input.
func TestInputsBudget(t *testing.T) {
	for name, s := range map[string]Strategy{"avm": AVM{}, "ga": wegener, "rounds": inputRounds{}, "random": RandInputs{}} {
		for _, n := range []uint64{1, 299, 1000, 5000} {
			tg, runs := withInputs(ToyInsertionSort, 6)
			r, err := Search(t.Context(), tg, s, generator(n), Options{Budget: Budget{Evaluations: n}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Evaluations != n || uint64(len(*runs)) != n || r.Cost != slices.Max(*runs) || r.Explorations != 0 || r.Status != search.Budget {
				t.Errorf("%s: %d evaluations of %d, cost %d, best of all runs %d, %v", name, r.Evaluations, n, r.Cost, slices.Max(*runs), r.Status)
			}
			if got := tg.Inputs.(toyInputs).e.Run(slices.Clone(r.Best.Input)).Cost.Statements; got != r.Cost {
				t.Errorf("%s: the best input costs %d, not %d", name, got, r.Cost)
			}
		}
	}
}

func TestInputsAgain(t *testing.T) {
	for _, s := range []Strategy{AVM{}, wegener, inputRounds{}, RandInputs{}} {
		again(t, func() Target { tg, _ := withInputs(ToyMergeSort, 9); return tg }, s, Options{Budget: Budget{Evaluations: 1500}})
	}
	again(t, func() Target { tg, _ := withInputs(ToyMergeSort, 9); return tg }, Auto{}, budget(800))
}

// TestInputsFind asserts that searches over inputs find a path that needs ordered inputs.
func TestInputsFind(t *testing.T) {
	for seed := range uint64(5) {
		tg, _ := withInputs(ToyInsertionSort, 8)
		r, err := Search(t.Context(), tg, wegener, generator(seed), Options{Budget: Budget{Evaluations: 8000}})
		if err != nil || r.Cost != 8+8*7 {
			t.Errorf("seed %d: %d, %v", seed, r.Cost, err)
		}
	}
}

// TestInputsPath asserts that a search over paths continues from the best input of a search over
// inputs, so that the path of that input is known in the end.
func TestInputsPath(t *testing.T) {
	tg, _ := withInputs(ToyInsertionSort, 8)
	g := newGate(t.Context(), tg, generator(1), Options{})
	g.Evaluate([]input.Vector{{8, 7, 6, 5, 4, 3, 2, 1}})
	if !unexplored(g.archive.Best) || g.archive.Cost != 8+8*7 {
		t.Fatalf("%+v", g.archive)
	}
	c := newClimber(g, Climb{})
	c.climbFrom(g.archive.Best)
	if c.best.cost != 8+8*7 || unexplored(g.archive.Best) || len(g.archive.History) != 1 || g.archive.Queries != 0 {
		t.Errorf("cost %d, %+v", c.best.cost, g.archive)
	}
}

func TestInputsMissing(t *testing.T) {
	for _, s := range []Strategy{AVM{}, wegener, inputRounds{}, RandInputs{}} {
		if _, err := Search(t.Context(), richTarget(ToyAlternate, 3), s, generator(1), Options{}); err != errNoInputs {
			t.Error(err)
		}
	}
}

// TestSmallNumbers asserts that numbers are drawn from a common range and that inputs stay legal.
func TestSmallNumbers(t *testing.T) {
	tg, _ := withInputs(ToyAlternate, 20)
	space := tg.Inputs.Space()
	rng := generator(1)
	base := space.Random(nil, rng)
	vars := space.Vars(nil, base)
	repeated := 0
	for range 200 {
		v := smallNumbers(base, vars, rng)
		if !space.Canonical(v) || slices.Max(v) > uint64(len(vars)+1) {
			t.Fatal(v)
		}
		slices.Sort(v)
		if len(slices.Compact(v)) < 10 {
			repeated++
		}
	}
	if repeated < 50 {
		t.Errorf("%d of 200 have many numbers alike", repeated)
	}
}

// TestFaultyOperators asserts that an input that is too long is never run, and that the error names
// the operators, which registry_test.go registers.
func TestFaultyOperators(t *testing.T) {
	tg, runs := withInputs(ToyInsertionSort, 4)
	_, err := Search(t.Context(), tg, Evolution{Algorithm: ga.Memetic{}, Operators: "long"}, generator(1), Options{})
	if err == nil || !strings.Contains(err.Error(), "ese_test.long") || len(*runs) != 50 {
		t.Errorf("%d runs, %v", len(*runs), err)
	}
}
