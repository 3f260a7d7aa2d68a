package dse

import (
	"context"
	"math"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// A Program is a program under exploration: it runs inputs and solves path conditions. It belongs
// to one goroutine.
type Program interface {
	// Run runs an input and follows it symbolically. targets are the branches of Run.Near. Run sets
	// Path, Covered and Near, and may set Reading.
	Run(ctx context.Context, in input.Vector, targets []uint32) (*Run, error)

	// Satisfy looks for an input that satisfies prefix and extra and differs from start as little
	// as possible. Mostly start satisfies prefix.
	Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error)

	// Builder returns the builder of the terms of all paths.
	Builder() *term.Builder
}

// A Run is one run of the program, with its path.
type Run struct {
	Number  int           // from 0, in order
	Path    *symexec.Path // Condition, Output and Decisions are dropped once all strategies have observed the run: the tree keeps the clauses
	Covered []uint32      // branches of the program that the run took, ascending
	Near    []Near        // by target, in their order: the distance of the run
	// the comparisons of the run with pieces of its input; empty once all strategies have observed
	// the run
	Reading Reading
	Flipped *Node // the node whose other side the run was made for; nil for other inputs
	Dropped int   // number of decisions at the end of the path that exceed the limit of the tree

	Nearer []int // indices of the targets that the run is nearer to than all runs before, or is the first to take

	NewBranch bool // the run is the first to take some branch of the program
	NewSide   bool // the run is the first to take some side of a condition, in libraries too

	leaf *Node // the last node of the path
	side bool  // the side that the path takes at leaf
	from *Run  // the run whose input the flip started from
}

// Near says how near a run came to a target.
type Near struct {
	Reached bool // the predicate of the target was evaluated
	// the least distance over the evaluations of the predicate, by Table 1 of the paper; 0 exactly
	// if the target was taken
	Distance float64
	// if not Reached: approach level and path distance to the predicate in one number, as
	// FunctionOptions.TargetDistances returns it; infinite if not known
	ApproachDistance float64
}

func (n *Near) isKnown() bool { return n.Reached || !math.IsInf(n.ApproachDistance, 1) }

// Nodes yields the nodes of the path from its end to the root, and the side that the path takes at
// each.
func (r *Run) Nodes(yield func(*Node, bool) bool) {
	for n, side := r.leaf, r.side; n != nil; n, side = n.parent, n.parentSide {
		if !yield(n, side) {
			return
		}
	}
}
