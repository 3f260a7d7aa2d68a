package dse

import (
	"nearmiss/symexec"
	"nearmiss/term"
)

// Branch is a code location: one side of one condition of the program. It has
// as many nodes as paths come to it in different ways.
type Branch struct {
	Site symexec.Site
	Side bool
}

// A Node is a branching node of the execution tree: a condition that depends on
// the input, behind one prefix of decisions. When it is made one of its sides is
// explored. It belongs to the tree; strategies keep pointers to it.
type Node struct {
	Side   bool // of the first run that came here
	Value  bool // no branch of the program: a value was made concrete here, and the other side is any other value
	beyond bool // the side of the parent that leads here
	other  State
	numbers
	Depth  int  // branching nodes before it
	Nth    int  // of these, how many have its site and side
	First  *Run // the first run that came here; its input takes the prefix
	parent *Node

	// What is before this is what strategies look at most, and as long as a line of the
	// machine's cache.

	Site    symexec.Site
	Context uint64 // hash of the calls around it; the same for the same calls
	Start   *Run   // whose input a flip starts from, if not First's: a strategy may set a run that came here too
	next    [2]*Node
	clause  *term.Term // the side of the first run
	flip    *term.Term // the other side, once it was asked for
}

// numbers are what strategies put nodes into classes by, so that they need not
// hash what it stands for.
type numbers struct {
	id       int32    // of the node, in the order in which nodes were made
	location int32    // of its code location; that of the other side differs in the last bit
	call     int32    // of its code location in its calling context; likewise
	rest     int32    // how many nodes before it have its site and the other side
	times    [2]int32 // how many before it have its call, and its side or the other
}

// State is what is known of the side that the first run did not take.
type State uint8

const (
	Open       State = iota // not asked for
	Taken                   // some run took it
	Infeasible              // no input takes it, behind this prefix
	Unknown                 // no solver could say
	Diverged                // an input was to take it, and its run left the prefix
)

// String names the state.
func (s State) String() string {
	return [...]string{"open", "taken", "infeasible", "unknown", "diverged"}[s]
}

// Branch is the code location that the node is an instance of: where flipping
// it leaves the paths that led here.
func (n *Node) Branch() Branch { return Branch{n.Site, n.Side} }

// start is the run whose input a flip starts from.
func (n *Node) start() *Run {
	if n.Start != nil {
		return n.Start
	}
	return n.First
}

// State is what is known of the side that the first run did not take.
func (n *Node) State() State { return n.other }

// Parent is the node before it on all paths, nil for the root, and the side of
// that which leads here.
func (n *Node) Parent() (*Node, bool) { return n.parent, n.beyond }

// Child is the next node behind a side, nil if no path has one there.
func (n *Node) Child(side bool) *Node { return n.next[index(side)] }

func index(side bool) int {
	if side {
		return 1
	}
	return 0
}
