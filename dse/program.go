package dse

import (
	"context"
	"math"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// A Program is what is explored: it runs inputs and solves for others. It
// belongs to one goroutine.
type Program interface {
	// Run runs an input and follows it symbolically. targets are the branches
	// that Run.Near is about. It sets Path, Covered and Near, and may set Reading.
	Run(ctx context.Context, in input.Vector, targets []uint32) (*Run, error)

	// Satisfy looks for an input that satisfies a prefix and one clause more, with as
	// little changed of start as can be. Mostly start satisfies the prefix.
	Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error)

	// Builder makes the terms of all paths.
	Builder() *term.Builder
}

// A Run is one run of the program, with its path.
type Run struct {
	Number  int           // from 0, in order
	Path    *symexec.Path // without condition, output and decisions once all were told of the run: the tree has what is needed of them
	Covered []uint32      // branches of the program that it took, ascending
	Near    []Near        // how near it came to each target, in their order
	Reading Reading       // of its input, until all were told of the run
	Flipped *Node         // the node whose other side it was made for; nil for other inputs
	Dropped int           // decisions at its end that the tree had no room for

	Nearer []int // targets, by place, that it is nearer to than all runs before it, or the first to take

	NewBranch bool // it is the first to take some branch of the program
	NewSide   bool // it is the first to take some side of a condition, in libraries too

	leaf *Node // the last node, and its side
	side bool
	from *Run // whose input its flip started from
}

// Near says how near a run came to a target.
type Near struct {
	Reached  bool    // the predicate of the target was evaluated
	Distance float64 // the least of its evaluations, by Table 1 of the paper; 0 exactly if the target was taken
	Away     float64 // of a run that did not reach it, by fitness: approach level and path distance, if known
}

func (n *Near) known() bool { return n.Reached || !math.IsInf(n.Away, 1) }

// Nodes yields the nodes of the path from its end to the root, and the side
// that it took at each.
func (r *Run) Nodes(yield func(*Node, bool) bool) {
	for n, side := r.leaf, r.side; n != nil; n, side = n.parent, n.beyond {
		if !yield(n, side) {
			return
		}
	}
}
