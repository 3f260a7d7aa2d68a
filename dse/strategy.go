package dse

import (
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// A Frontier decides which node is flipped next. It is told of every node that
// is new, and of what became of each: a node is flipped once, by whoever
// provides it. What runs share is told before Ran, the new nodes of a path in
// the order of the path.
//
// The word is the paper's: a strategy at work has a frontier of nodes.
type Frontier interface {
	// New announces a node with an open side.
	New(n *Node)

	// Ran tells of a run, after its new nodes. r.Flipped is nil, or the node
	// that was flipped for it, which is announced no more.
	Ran(r *Run)

	// Exhausted tells of a node whose other side no input takes, or nobody
	// knows one, or a run took without being made for it.
	Exhausted(n *Node)

	// Next provides the node to flip, which must be open; nil declines. A
	// frontier that has declined may be asked again after the next run.
	Next() *Node
}

// A Strategy makes frontiers. Strategies are values: those that combine others
// take them as arguments.
type Strategy func(w *World) Frontier

// World is what frontiers of one search have in common.
type World struct {
	Rand     *rand.Rand
	Targets  []uint32 // branches that are worth covering, as Run.Near has them
	Goals    []uint32 // those of them that are wanted
	covered  branches
	goal     []bool      // which of the targets are goals, by place; nil: nobody has asked
	found    []int32     // by Run.nearby; then of no use
	places   room[int32] // of its lists
	left     []int32     // of the targets those that were not covered, by place
	seen     int         // branches that were covered when left was looked through
	grows    func(n *Node) bool
	foreseen func(v input.Vector) bool // whether its path is known; nil: nobody can tell
	novel    uint64                    // hash of the last input whose path is not known: who makes it and who runs it both ask
	polishes bool                      // runs are to be polished
	editor   Editor                    // the program, if it is one
	reader   Reader                    // likewise
	ran      memo
	sides    seenSet[Branch] // of conditions that runs took, in libraries too
	best     []fitness       // of all runs, by target; nil: nobody has asked
	nodes    *table[*Node]   // by number; nil: frontiers that have heaps of them make it
	slots    *room[int32]    // of borders; nil: no frontier has needed it
}

// renew forgets a search, for another one.
func (w *World) renew() {
	w.covered.empty()
	w.ran.renew()
	w.sides.renew()
	if w.slots != nil {
		w.slots.renew()
	}
	w.places.renew()
	*w = World{covered: w.covered, ran: w.ran, sides: w.sides, slots: w.slots, found: w.found, places: w.places}
}

// book is the table of the nodes of a search, which its frontiers share.
func (w *World) book() *table[*Node] {
	if w == nil {
		return &table[*Node]{}
	}
	if w.nodes == nil {
		w.nodes = &table[*Node]{}
	}
	return w.nodes
}

// Ran reports whether an input was run.
func (w *World) Ran(v input.Vector) bool {
	_, ran := w.known(v, hash(v))
	return ran
}

// known is the run of an input of a hash, if there was one; nil if it is left out of the
// tree, or was not run because its path is known.
func (w *World) known(v input.Vector, h uint64) (r *Run, ran bool) {
	switch r, ran = w.ran.of(h); {
	case ran || w.foreseen == nil || h == w.novel:
	case w.foreseen(v):
		w.ran.runs[h], ran = nil, true
	default:
		w.novel = h
	}
	return r, ran
}

// Grows reports whether the flip of a node asks for a longer list.
func (w *World) Grows(n *Node) bool { return w.grows != nil && w.grows(n) }

// Covered reports whether some run took a branch.
func (w *World) Covered(branch uint32) bool { return w.covered.has(branch) }

// goals tells which of the targets are goals, by place. The list is the world's.
func (w *World) goals() []bool {
	if len(w.goal) != len(w.Targets) {
		w.goal = make([]bool, len(w.Targets))
		for i, b := range w.Targets {
			w.goal[i] = slices.Contains(w.Goals, b)
		}
	}
	return w.goal
}

// open lists the targets that no run took, by their places. It takes constant time, and time
// linear in them after a run that is the first to take a branch. The list is the world's.
func (w *World) open() []int32 {
	if w.left == nil {
		w.left = make([]int32, len(w.Targets))
		for i := range w.left {
			w.left[i] = int32(i)
		}
	}
	if w.seen != w.covered.size {
		w.seen = w.covered.size
		w.left = slices.DeleteFunc(w.left, func(i int32) bool { return w.Covered(w.Targets[i]) })
	}
	return w.left
}

// Progressive is a frontier that knows whether the last run was progress.
type Progressive interface {
	Frontier

	// Progress reports whether the last run came nearer to a target than all
	// before it.
	Progress() bool
}
