package dse_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// checkTree asserts what a result says of its tree: how many nodes are open, and that it
// is complete only if each node has both sides taken, or the other one infeasible.
func checkTree(t interface{ Fatalf(string, ...any) }, r *dse.Result) {
	count := map[dse.State]int{}
	for stack := []*dse.Node{r.Root}; len(stack) > 0; {
		n := stack[len(stack)-1]
		if stack = stack[:len(stack)-1]; n != nil {
			count[n.State()]++
			stack = append(stack, n.Child(false), n.Child(true))
		}
	}
	if count[dse.Open] != r.Open {
		t.Fatalf("%d open nodes, and %d in the tree", r.Open, count[dse.Open])
	}
	if closed := count[dse.Taken]+count[dse.Infeasible] == r.Nodes; r.Complete && !closed {
		t.Fatalf("complete with %v", count)
	}
}

// TestComplete: a search is complete when it has taken every path to its end, and not when it
// ended for another reason, whatever the strategy.
func TestComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(dse.Names()).Draw(t, "strategy")
		p := &unsure{newToy(calls, 4), rapid.IntRange(0, 9).Draw(t, "refuse"), rapid.IntRange(0, 9).Draw(t, "leave"), 0}
		o := dse.Options{
			Starts: []input.Vector{make(input.Vector, 4)}, Targets: []uint32{9},
			Nodes:  rapid.SampledFrom([]int{0, 0, 5}).Draw(t, "nodes"),
			Budget: dse.Budget{Runs: rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "runs")},
		}
		r, err := dse.Search(t.Context(), p, dse.ByName(name), rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), o)
		if err != nil {
			t.Fatal(err)
		}
		checkTree(t, r)
		if lost := r.Open + r.Dropped + r.Diverged + len(r.Unknown); r.Complete != (lost == 0) {
			t.Fatalf("complete: %v, with %d open, %d dropped, %d diverged, %v unknown", r.Complete, r.Open, r.Dropped, r.Diverged, r.Unknown)
		}
	})
}

// cutting ends the runs of inputs that begin with 1 in another way than the program does.
type cutting struct {
	*toyProgram
	end symexec.EndKind
}

func (p *cutting) Run(ctx context.Context, in input.Vector, targets []uint32) (*dse.Run, error) {
	r, err := p.toyProgram.Run(ctx, in, targets)
	if err == nil && in[0] == 1 {
		r.Path.End.Kind = p.end
	}
	return r, err
}

// TestCut: a tree with a path that was cut off is not complete, though no node is open.
func TestCut(t *testing.T) {
	whole := map[symexec.EndKind]bool{symexec.Returned: true, symexec.Panicked: true, symexec.Unbuilt: true}
	for end := symexec.Returned; end <= symexec.Faulted; end++ {
		p := &cutting{newToy(func(m *toyMachine) { m.Branch(0, term.EQ, m.Slot(0), m.Int(1)) }, 1), end}
		r := run(t, p, dse.BreadthFirst, 1, dse.Options{Starts: []input.Vector{{0}}})
		if r.Runs != 2 || r.Open != 0 || r.Complete != whole[end] {
			t.Errorf("%v: %+v", end, r)
		}
	}
}
