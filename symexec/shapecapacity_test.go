package symexec

import (
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// deepest is a Chooser that wants the sides that the witness does not take.
type deepest struct{}

func (deepest) Choose(b *Branch) bool          { return !b.Witness }
func (deepest) Took(*Branch, bool, SideReason) {}

// TestChains checks that chains of pointers are as long as the bound if that takes few slots,
// and at least as long as lists are deep.
func TestChains(t *testing.T) {
	p := program(t, "./testdata/words")
	for _, c := range []struct {
		name  string
		bound int
		least uint64 // least result of the function for the largest input
		most  int    // slots
	}{
		{"Chain", 8, 8, chainSlots},
		{"Chain", 64, 64, chainSlots},
		{"Chain", 1, 3, chainSlots},
		{"Chain", 1 << 20, 500, chainSlots},
		{"Named", 8, 8, chainSlots},
		{"High", 8, 8, chainSlots},
		{"High", 64, 8, chainSlots},
		{"Leftmost", 64, 3, chainSlots},
		{"Forest", 16, 0, maxShapeSlots},
	} {
		solver := embedded.New(embedded.Options{})
		first := input.Vector{0}
		if c.name == "Forest" {
			first = input.Vector{1}
		}
		e := executor(t, p, c.name, Options{Vector: first, Bound: c.bound, Solver: solver, Fork: true})
		if n := len(e.shape.slots); n > c.most {
			t.Errorf("%s, bound %d: %d slots", c.name, c.bound, n)
		}
		path, err := e.Explore(t.Context(), nil, deepest{})
		if err != nil || path.End.Kind != Returned {
			t.Fatal(c.name, err, path.End)
		}
		if path.Output[0] < c.least {
			t.Errorf("%s, bound %d: %d, want at least %d", c.name, c.bound, path.Output[0], c.least)
		}
		if err := solver.Close(); err != nil {
			t.Error(err)
		}
	}
}
