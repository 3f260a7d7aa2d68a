package dse

import (
	"nearmiss/symexec"
	"nearmiss/term"
)

// Branch is a code location: one side of one condition of the program. The tree has a node of it
// for each different path prefix that leads there.
type Branch struct {
	Site symexec.Site
	Side bool
}

// A Node is a branching node of the execution tree: a condition that depends on the input, behind
// one prefix of decisions. A new node has one explored side.
type Node struct {
	Site symexec.Site
	Side bool // taken by the first run that reached the node
	// the executor made a value concrete here: the other side stands for any other value, and is
	// not a branch of the program
	Value           bool
	Context         uint64 // hash of the enclosing calls; equal for equal calls
	Depth           int    // number of nodes before this one on the path
	SameSideBefore  int    // number of nodes before this one with its site at which the path takes Side
	OtherSideBefore int    // number of nodes before this one with its site at which the path takes the other side
	First           *Run   // the first run that reached the node; its input takes the prefix

	state State
	// number of the node's branch in tree.locations; the number of the other side differs in the
	// last bit
	location   int
	parentSide bool // the side of the parent that leads to the node
	parent     *Node
	next       [2]*Node   // the nodes behind the false and the true side; nil: no path has a node there
	clause     *term.Term // the clause of the side that the first run took
	flip       *term.Term // the clause of the other side; nil until it is needed
	lastWalk   uint32     // number of the last walk that visited the node (World.numWalks)
}

// State is the state of the side that the first run did not take.
type State uint8

const (
	Open       State = iota // neither taken nor asked for
	Taken                   // some run took it
	Infeasible              // no input takes it, behind this prefix
	Unknown                 // no solver had an answer
	Diverged                // the run of the input made for this side left the prefix
	// the node is in the batch of flips that is being chosen (Options.BatchSize); it gets its
	// former state back before the answers are known
	Asked
)

// String names the state.
func (s State) String() string {
	return [...]string{"open", "taken", "infeasible", "unknown", "diverged", "asked"}[s]
}

// Branch returns the code location that the node is an instance of. Flipping the node leaves its
// paths at this location.
func (n *Node) Branch() Branch { return Branch{n.Site, n.Side} }

// State returns the state of the side that the first run did not take.
func (n *Node) State() State { return n.state }

// Parent returns the node before n on all paths, nil for the root, and the side of the parent that
// leads to n.
func (n *Node) Parent() (*Node, bool) { return n.parent, n.parentSide }

// Child returns the next node behind a side, nil if no path has a node there.
func (n *Node) Child(side bool) *Node { return n.next[sideIndex(side)] }

// OtherBranch returns the branch of the program that a flip of the node takes; false if the node is
// outside of rewritten code.
func (n *Node) OtherBranch() (branch uint32, ok bool) {
	return uint32(2*n.Site.Cond + sideIndex(!n.Side)), n.Site.Cond >= 0 && !n.Value
}

func sideIndex(side bool) int {
	if side {
		return 1
	}
	return 0
}
