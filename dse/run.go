package dse

import (
	"context"
	"math"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// A Run is one run of the program, with its path.
type Run struct {
	Number  int           // from 0, in order
	Path    *symexec.Path // after Options.Ran without condition and output, and soon without decisions: of these the tree has all that is needed
	Covered []uint32      // branches of the program that it took, ascending
	Near    []Near        // how near it came to each target, as they were asked for
	Flipped *Node         // the node whose other side it was made for; nil for an input to start from or to try
	Dropped int           // decisions at its end that the tree had no room for

	leaf *Node // the last node, and its side
	side bool

	took             []int32 // targets that it was the first to take, by place
	hashed           uint64  // of its input; 0: nobody has asked
	strides          int     // of Fitnex; 0 likewise
	looked           bool    // the following is known
	near             []int32 // of nearby
	reading          Reading // of its input, if the program is a Reader; as long as the path has decisions
	measured         bool    // by World.nearer
	nearer           []int32 // its answer
	holders          int     // that need its decisions, and will let go of them
	sided, firstSide bool    // of World.firstSide: whether it was asked, and the answer
	strayed          bool    // it left the prefix that it was made for, as children were told
}

// drop drops what nobody needs who was told of the run, unless somebody holds it.
func (r *Run) drop() {
	if r.holders == 0 {
		r.Path.Decisions, r.reading = nil, Reading{}
	}
}

// letGo is called by one who holds it.
func (r *Run) letGo() {
	r.holders--
	r.drop()
}

// Near says how near a run came to a target.
type Near struct {
	Reached  bool    // the predicate of the target was evaluated
	Distance float64 // the least of its evaluations, by Table 1 of the paper; 0 exactly if the target was taken
	Away     float64 // of a run that did not reach it, by fitness: approach level and path distance, if known

	Answer bool // Away hangs on how near a call was to another answer: no number of flips comes of it

	polished bool    // the following is known
	least    float64 // distance of the best known input that takes the same path to the evaluation
}

// nearby lists the targets, by place, of which it is known how near the run came to them:
// those that no run took, and those that it was the first to take.
func (r *Run) nearby(w *World) []int32 {
	if r.looked {
		return r.near
	}
	r.looked = true
	found := w.found[:0]
	for _, i := range w.open() {
		if r.Near[i].known() {
			found = append(found, i)
		}
	}
	for _, i := range r.took {
		if r.Near[i].known() {
			found = append(found, i)
		}
	}
	r.near, w.found = w.places.take(len(found)), found
	copy(r.near, found)
	return r.near
}

func (n *Near) known() bool { return n.Reached || !math.IsInf(n.Away, 1) }

// A Program is what is explored: it runs inputs and solves for others. It
// belongs to one goroutine.
type Program interface {
	// Run runs an input and follows it symbolically. targets are the branches
	// that Run.Near is about; Path, Covered and Near are to be set.
	Run(ctx context.Context, in input.Vector, targets []uint32) (*Run, error)

	// Satisfy looks for an input that satisfies a prefix and one clause more.
	// start satisfies the prefix.
	Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error)

	// Builder makes the terms of all paths.
	Builder() *term.Builder
}

// Nodes yields the nodes of the path from its end to the root, and the side
// that it took at each.
func (r *Run) Nodes(yield func(*Node, bool) bool) {
	for n, side := r.leaf, r.side; n != nil; n, side = n.parent, n.beyond {
		if !yield(n, side) {
			return
		}
	}
}

// passed is a node on a path, and the side that it takes.
type passed struct {
	node *Node
	side bool
}
