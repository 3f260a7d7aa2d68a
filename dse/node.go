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
// explored.
type Node struct {
	Site    symexec.Site
	Side    bool   // of the first run that came here
	Value   bool   // no branch of the program: a value was made concrete here, and the other side is any other value
	Context uint64 // hash of the calls around it; the same for the same calls
	Depth   int    // branching nodes before it
	Nth     int    // of these, how many have its site and side
	Others  int    // and how many its site and the other side
	First   *Run   // the first run that came here; its input takes the prefix

	state    State
	location int  // number of its branch; that of the other side differs in the last bit
	beyond   bool // the side of the parent that leads here
	parent   *Node
	next     [2]*Node
	clause   *term.Term // the side of the first run
	flip     *term.Term // the other side, once it was asked for
	walked   uint32     // the last walk that came here (World.walks)
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

// State is what is known of the side that the first run did not take.
func (n *Node) State() State { return n.state }

// Parent is the node before it on all paths, nil for the root, and the side of
// that which leads here.
func (n *Node) Parent() (*Node, bool) { return n.parent, n.beyond }

// Child is the next node behind a side, nil if no path has one there.
func (n *Node) Child(side bool) *Node { return n.next[index(side)] }

// Beside is the branch of the program that a flip takes; there is none if the
// node is outside of rewritten code.
func (n *Node) Beside() (branch uint32, ok bool) {
	return uint32(2*n.Site.Cond + index(!n.Side)), n.Site.Cond >= 0 && !n.Value
}

func index(side bool) int {
	if side {
		return 1
	}
	return 0
}
