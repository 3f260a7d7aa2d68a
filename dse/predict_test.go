package dse_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// asked is a function that remembers the inputs that were asked for what holds under them.
type asked struct {
	*dse.Function
	inputs []input.Vector
}

func (p *asked) HoldsUnder(in input.Vector) func(*term.Term) bool {
	p.inputs = append(p.inputs, slices.Clone(in))
	return p.Function.HoldsUnder(in)
}

// TestPredicted: an input that a search did not run, as its path was known, adds nothing to
// the tree when it is run after all, and closes no node.
func TestPredicted(t *testing.T) {
	total := 0
	for _, pattern := range []string{"./testdata/law", "./testdata/pieces"} {
		_, program := prepared(t, pattern)
		for entry := range program.Entries {
			f, err := dse.NewFunction(t.Context(), program, entry, dse.FunctionOptions{Bound: 8, Reads: true})
			if err != nil {
				t.Fatal(err)
			}
			p := &asked{Function: f}
			ran := map[string]bool{}
			s := dse.New(p, dse.Auto, rand.New(rand.NewPCG(1, 2)), dse.Options{
				Targets: []uint32{1 << 20}, // what nobody can take keeps the search busy
				Inputs:  p,
				OnRun:   func(r *dse.Run) bool { ran[fmt.Sprint(r.Path.Input)] = true; return true },
			})
			res, err := s.Continue(t.Context(), dse.Budget{Runs: 150}, p.Zero())
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range slices.Clone(p.inputs) {
				if ran[fmt.Sprint(v)] {
					continue
				}
				total++
				nodes, open := res.Nodes, openNodes(res.Root)
				if res, err = s.Continue(t.Context(), dse.Budget{Runs: 1}, v); err != nil {
					t.Fatal(err)
				}
				if now := openNodes(res.Root); res.Nodes != nodes || now != open {
					t.Errorf("%s, %v: %d nodes, %d of them open, before it was run, and %d, %d after that", program.Entries[entry].Name, v, nodes, open, res.Nodes, now)
				}
			}
		}
	}
	if total < 20 {
		t.Errorf("%d paths were predicted: that says little", total)
	}
}

func openNodes(n *dse.Node) (open int) {
	if n == nil {
		return 0
	}
	if n.State() == dse.Open {
		open++
	}
	return open + openNodes(n.Child(false)) + openNodes(n.Child(true))
}
