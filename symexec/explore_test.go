package symexec

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/term"
)

// TestConcrete checks that a path without symbolic words is a concrete run.
func TestConcrete(t *testing.T) {
	p := program(t, "./testdata/sorting")
	for _, c := range []struct {
		fn   string
		in   input.Vector
		want input.Vector
	}{
		{"Sum", ints(3, -4, 5), input.Vector{8, 4, 3, ^uint64(3), 5}},
		{"Sum", ints(), input.Vector{0, 1}},
		{"Quick", ints(5, 3, 9, -1, 3), ints(-1, 3, 3, 5, 9)},
	} {
		e := executor(t, p, c.fn, Options{Vector: c.in, Concrete: true})
		for range 2 {
			path, err := e.Explore(t.Context(), nil, Follow{})
			if err != nil {
				t.Fatal(err)
			}
			if path.End.Kind != Returned || !slices.Equal(path.Output, c.want) || len(path.Condition) > 0 {
				t.Errorf("%s(%v): %v, output %v, want %v", c.fn, c.in, path.End, path.Output, c.want)
			}
		}
	}
}

// TestSymbolic checks that a run along its witness has the same outcome as the concrete run,
// and a path condition that the input satisfies.
func TestSymbolic(t *testing.T) {
	p := program(t, "./testdata/sorting")
	in := ints(5, 3, 9, -1, 3, 8, 2, 2)
	concrete := executor(t, p, "Quick", Options{Vector: in, Concrete: true})
	want, err := concrete.Explore(t.Context(), nil, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	e := executor(t, p, "Quick", Options{Vector: in})
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil {
		t.Fatal(err)
	}
	if path.End.Kind != Returned || !slices.Equal(path.Output, want.Output) || native(path.Cost) != native(want.Cost) {
		t.Errorf("%v, output %v, cost %v; want %v, %v", path.End, path.Output, path.Cost, want.Output, want.Cost)
	}
	if len(path.Condition) == 0 || len(path.Decisions) < len(path.Condition) {
		t.Errorf("%d clauses of %d decisions", len(path.Condition), len(path.Decisions))
	}
	env := func(slot int) (term.Value, bool) { return term.Value{Bits: in[slot]}, true }
	for _, c := range path.Condition {
		if v, ok := term.Eval(c, env); !ok || v.Bits == 0 {
			t.Errorf("%v does not hold for the input", c)
		}
	}
	if path.Condition[0].String() != "$1 >= $4" {
		t.Errorf("the first clause is %v", path.Condition[0])
	}
}

// TestInstructions checks that Path.Instructions is the same for the same input, larger for a
// longer loop, and within the limit.
func TestInstructions(t *testing.T) {
	p := program(t, "./testdata/sorting")
	took := func(limit uint64, in input.Vector) (uint64, EndKind) {
		e := executor(t, p, "Sum", Options{Vector: in, Concrete: true, Limits: Limits{Instructions: limit}})
		var n [2]uint64
		var end EndKind
		for i := range n {
			path, err := e.Explore(t.Context(), nil, Follow{})
			if err != nil {
				t.Fatal(err)
			}
			n[i], end = path.Instructions, path.End.Kind
		}
		if n[0] != n[1] {
			t.Errorf("%d instructions, then %d", n[0], n[1])
		}
		return n[1], end
	}
	ten, _ := took(0, ints(make([]int, 10)...))
	twenty, _ := took(0, ints(make([]int, 20)...))
	thirty, _ := took(0, ints(make([]int, 30)...))
	if ten == 0 || twenty <= ten || thirty-twenty != twenty-ten {
		t.Errorf("%d, %d and %d instructions for 10, 20 and 30 elements", ten, twenty, thirty)
	}
	if n, end := took(40_000, ints(make([]int, 100_000)...)); end != OutOfFuel || n != 40_000 {
		t.Errorf("%d instructions of 40000, and then: %v", n, end)
	}
}
