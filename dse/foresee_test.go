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

// asked is a program that remembers the inputs that were asked for what holds under them.
type asked struct {
	*dse.ConcolicProgram
	inputs []input.Vector
}

func (p *asked) Under(in input.Vector) func(*term.Term) bool {
	p.inputs = append(p.inputs, slices.Clone(in))
	return p.ConcolicProgram.Under(in)
}

// TestForeseen: an input that a search did not run, as its path was known, adds nothing to
// the tree when it is run after all, and settles no node.
func TestForeseen(t *testing.T) {
	total := 0
	for _, pattern := range []string{"./testdata/law", "./testdata/pieces"} {
		_, program := prepared(t, pattern)
		for entry := range program.Entries {
			inner, err := dse.NewConcolic(t.Context(), program, entry, dse.ConcolicOptions{Bound: 8, Reads: true, Repeat: true})
			if err != nil {
				t.Fatal(err)
			}
			p := &asked{ConcolicProgram: inner}
			ran := map[string]bool{}
			key := func(v input.Vector) string { return fmt.Sprint(v) }
			// What nobody can take keeps the search busy.
			goal := []uint32{1 << 20}
			s := dse.New(p, dse.Auto, rand.New(rand.NewPCG(1, 2)), dse.Options{
				Targets: goal, Ran: func(r *dse.Run) bool { ran[key(r.Path.Input)] = true; return true },
			})
			res, err := s.Continue(t.Context(), dse.Budget{Runs: 150}, p.Zero())
			if err != nil {
				t.Fatal(err)
			}
			total += res.Foreseen
			foreseen := slices.Clone(p.inputs)
			for _, v := range foreseen {
				if ran[key(v)] {
					continue
				}
				ran[key(v)] = true
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
		t.Errorf("%d inputs were foreseen: that says little", total)
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
