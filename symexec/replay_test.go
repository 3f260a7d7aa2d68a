package symexec

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
)

// TestReplay checks that every path is the path of its input, whatever sides were chosen and
// whatever panicked or became concrete.
func TestReplay(t *testing.T) {
	p := program(t, "./testdata/lang")
	paths, branches := 0, 0
	for entry, sig := range p.Entries {
		rng := rand.New(rand.NewPCG(11, uint64(entry)))
		space := input.NewSpace(sig, input.Limits{Len: 3})
		v := space.Random(nil, rng)
		solver := smt.Chain(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 2000}), bitvec.New(bitvec.Options{}))
		limits := Limits{Statements: 5000, Cells: 1 << 20}
		var a, b taken
		e := executor(t, p, sig.Name, Options{Vector: v, Solver: solver, Fork: entry%2 == 0, OnBranch: a.took, Limits: limits})
		c := executor(t, p, sig.Name, Options{Vector: v, Concrete: true, OnBranch: b.took, Limits: limits})
		for range 8 {
			a, b = nil, nil
			path, err := e.Explore(t.Context(), nil, coin{rng})
			if err != nil {
				t.Fatal(err)
			}
			c.SetInput(path.Input)
			run, err := c.Explore(t.Context(), nil, Follow{})
			if err != nil {
				t.Fatal(err)
			}
			if path.End != run.End || native(path.Cost) != native(run.Cost) || !slices.Equal(path.Output, run.Output) || !slices.Equal(a, b) {
				t.Errorf("%s: the path of %v ends as %v, %v, %v; the run as %v, %v, %v", sig.Name, path.Input, path.End, path.Cost, path.Output, run.End, run.Cost, run.Output)
			}
			paths++
			branches += len(path.Decisions)
		}
		solver.Close()
	}
	if paths < 700 || branches < 1000 {
		t.Errorf("only %d paths with %d branches", paths, branches)
	}
}
