package paths

import (
	"context"
	"math/rand/v2"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Tree is a tree of decisions: a child for each side that was taken.
type Tree struct{ sides [2]*Tree }

// Figures are those of a tree of all paths of a program.
type Figures struct {
	Longest  int // decisions
	Feasible int // paths
	Ends     int // paths, those included that end where a side is impossible
}

// add adds a path.
func (n *Tree) add(decisions []symexec.Decision) {
	for _, d := range decisions {
		side := 0
		if d.Side {
			side = 1
		}
		if n.sides[side] == nil {
			n.sides[side] = new(Tree)
		}
		n = n.sides[side]
	}
}

// Figures counts a side that no path takes as the end of one.
func (n *Tree) Figures() Figures {
	if n.sides[0] == nil && n.sides[1] == nil {
		return Figures{0, 1, 1}
	}
	var f Figures
	for _, s := range n.sides {
		if s == nil {
			f.Ends++
			continue
		}
		g := s.Figures()
		f.Longest = max(f.Longest, g.Longest+1)
		f.Feasible += g.Feasible
		f.Ends += g.Ends
	}
	return f
}

// Leaves is the number of paths with so many decisions.
func (n *Tree) Leaves(decisions int) int {
	switch {
	case n == nil:
		return 0
	case n.sides[0] == nil && n.sides[1] == nil:
		if decisions == 0 {
			return 1
		}
		return 0
	}
	return n.sides[0].Leaves(decisions-1) + n.sides[1].Leaves(decisions-1)
}

// recorder keeps the paths of an executor.
type recorder struct {
	*symexec.Executor
	Tree
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

// Exhaust takes all paths of a program depth-first, unless the budget of o ends that.
func Exhaust(ctx context.Context, program *symexec.Program, name string, n int, solver smt.Solver, o ese.Options) (*Tree, *ese.Result, error) {
	e, err := At(ctx, program, name, n, solver)
	if err != nil {
		return nil, nil, err
	}
	r := &recorder{Executor: e}
	res, err := ese.Search(ctx, ese.Target{Explorer: r, Size: n}, ese.DFS{}, rand.New(rand.NewPCG(1, 2)), o)
	return &r.Tree, &res, err
}
