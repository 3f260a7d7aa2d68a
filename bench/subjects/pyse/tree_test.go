package pyse_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"nearmiss/bench/subjects/pyse/paths"
	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// figures are those of the tree of all paths of a program.
type figures struct {
	longest  int // decisions
	feasible int // paths
	ends     int // paths, those included that end where a side is impossible
}

// tree is a tree of decisions: a child for each side that was taken.
type tree struct{ sides [2]*tree }

// add adds a path.
func (n *tree) add(decisions []symexec.Decision) {
	for _, d := range decisions {
		side := 0
		if d.Side {
			side = 1
		}
		if n.sides[side] == nil {
			n.sides[side] = new(tree)
		}
		n = n.sides[side]
	}
}

// figures counts a side that no path takes as the end of one.
func (n *tree) figures() figures {
	if n.sides[0] == nil && n.sides[1] == nil {
		return figures{0, 1, 1}
	}
	var f figures
	for _, s := range n.sides {
		if s == nil {
			f.ends++
			continue
		}
		g := s.figures()
		f.longest = max(f.longest, g.longest+1)
		f.feasible += g.feasible
		f.ends += g.ends
	}
	return f
}

// recorder keeps the paths of an executor.
type recorder struct {
	*symexec.Executor
	tree
}

// Explore implements ese.Explorer.
func (r *recorder) Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	return r.record(r.Executor.Explore(ctx, pre, c))
}

// ExploreFrom implements ese.Starter.
func (r *recorder) ExploreFrom(ctx context.Context, start input.Vector, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	return r.record(r.Executor.ExploreFrom(ctx, start, pre, c))
}

func (r *recorder) record(p *symexec.Path, err error) (*symexec.Path, error) {
	if p != nil && p.End.Kind == symexec.Returned {
		r.add(p.Decisions)
	}
	return p, err
}

// exhaust takes all paths of a program depth-first.
func exhaust(t *testing.T, program *symexec.Program, name string, n int) figures {
	e, err := paths.At(t.Context(), program, name, n, embedded.New(embedded.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	r := &recorder{Executor: e}
	res, err := ese.Search(t.Context(), ese.Target{Explorer: r, Size: n}, ese.DFS{}, rand.New(rand.NewPCG(1, 2)), ese.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := r.figures()
	if !res.Complete || res.Paths != uint64(f.feasible) {
		t.Errorf("%s of %d: %d paths (complete: %v), %d in the tree", name, n, res.Paths, res.Complete, f.feasible)
	}
	return f
}

func TestPaths(t *testing.T) {
	program, err := paths.Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		ns   []int
	}{
		{"Align", []int{3, 4, 5}},
		{"InsertionSort", []int{3, 4, 5}},
		{"Enqueue", []int{3, 4, 5}},
		{"BuildTree", []int{3, 4, 5}},
		{"Find", []int{3, 4, 5, 10}},
		{"FindBlind", []int{3, 4, 5, 10, 20}},
		{"Tour", []int{3, 6}},
		{"ShortestPath", []int{6, 12}},
	} {
		for _, n := range c.ns {
			t.Run(fmt.Sprint(c.name, n), func(t *testing.T) {
				t.Log(exhaust(t, program, c.name, n))
			})
		}
	}
}
