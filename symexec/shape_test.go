package symexec

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/order"
)

// TestShape: with symbolic lengths paths through inputs of several lengths are
// found from the empty one, and each input takes its path.
func TestShape(t *testing.T) {
	p := program(t, "./testdata/sorting")
	solver := order.New()
	defer solver.Close()
	e := executor(t, p, "Sum", Options{Vector: ints(), Bound: 3, Fork: true, Solver: solver})
	replay := executor(t, p, "Sum", Options{Vector: ints(), Symbolic: concreteOnly})
	rng := rand.New(rand.NewPCG(3, 4))
	lengths := map[uint64]bool{}
	for range 60 {
		path, err := e.Explore(t.Context(), nil, coin{rng})
		if err != nil {
			t.Fatal(err)
		}
		if path.End.Kind != Returned {
			t.Fatalf("%v", path.End)
		}
		lengths[path.Input[0]] = true
		if n := int(max(path.Input[0], 1)); len(path.Input) != n {
			t.Errorf("the input %v has another length", path.Input)
		}
		replay.SetInput(path.Input)
		again, err := replay.Explore(t.Context(), nil, Follow{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Output, path.Output) || again.Cost != path.Cost {
			t.Errorf("%v: output %v, cost %v; the path says %v, %v", path.Input, again.Output, again.Cost, path.Output, path.Cost)
		}
	}
	for n := range uint64(5) {
		if !lengths[n] {
			t.Errorf("no path with the length word %d", n)
		}
	}
}

// TestShapeLaw: the witness of an input stands for that input.
func TestShapeLaw(t *testing.T) {
	p := program(t, "./testdata/lang")
	rng := rand.New(rand.NewPCG(5, 6))
	checked := 0
	for i, sig := range p.Entries {
		space := input.NewSpace(sig, input.Limits{Len: 4})
		e := &Executor{m: newMachine(p), sig: sig, opts: Options{Bound: 4}}
		for range 5 {
			v := space.Random(nil, rng)
			e.SetInput(v)
			words, err := e.shape.witness(v)
			if err != nil {
				t.Fatalf("%s(%v): %v", sig.Name, v, err)
			}
			if got := e.shape.vector(words); !slices.Equal(got, v) {
				t.Errorf("%s: %v came back as %v", p.Entries[i].Name, v, got)
			}
			checked++
		}
	}
	if checked < 400 {
		t.Errorf("only %d inputs", checked)
	}
}
