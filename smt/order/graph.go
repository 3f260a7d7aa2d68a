package order

import (
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// Owners identify the origin of a constraint. A clause on the stack has its index as owner; the
// constants below have no clause.
const (
	noOwner    = -1 // the range of a sort
	pinned     = -2 // a pinned slot keeps its value in the witness
	assumption = -3 // the assumption that a sum does not wrap, or the choice of an alternative
	splitSide  = -4 // a side of a disequality: this number and those below
)

// zero is the node that stands for the constant 0.
const zero = 0

// An atom is the constraint x <= y + constant, or x != y + constant if distinct is set; x and y are
// nodes.
type atom struct {
	x, y     int32
	constant interval.Number
	distinct bool
}

// A link is a constraint between a node with value v and the node to: to must be at least v +
// offset (in above), at most v + offset (in below), or different from v + offset (in unlike).
type link struct {
	to     int32 // the other node
	owner  int32
	offset interval.Number
}

// limit is a bound of a node and its owner.
type limit struct {
	value interval.Number // the bound
	owner int32
}

type node struct {
	slot   int // slot of the input that the node stands for
	sort   term.Sort
	lo, hi limit  // bounds of the value
	above  []link // links to nodes that must move up if this node does
	below  []link // links to nodes that must move down if this node does
	unlike []link // links to nodes that must have another value
}

// change is an entry of the trail: it describes how to undo a step.
type change struct {
	kind step // the step to undo
	x, y int32
	old  limit // for a changed bound: the bound before
}

// A step is the kind of a change of the graph.
type step uint8

const (
	addedLink step = iota
	addedUnlike
	loweredHi
	raisedLo
)

// graph holds constraints. The last ones can be removed.
type graph struct {
	nodes  []node
	bySlot []int32  // by slot: its node, 0 if there is none
	trail  []change // changes in order, the last one undone first
}

func newGraph() graph {
	return graph{nodes: []node{{slot: -1, lo: limit{owner: noOwner}, hi: limit{owner: noOwner}}}}
}

// node returns the node of a slot. ok is false if there are constraints on the slot with
// another sort.
func (g *graph) node(expr *term.Term) (int32, bool) {
	slot := int(expr.Bits)
	for len(g.bySlot) <= slot {
		g.bySlot = append(g.bySlot, 0)
	}
	index := g.bySlot[slot]
	switch {
	case index == 0:
		index = int32(len(g.nodes))
		g.bySlot[slot] = index
		g.nodes = append(g.nodes, node{slot: slot})
	case g.nodes[index].sort == expr.Sort:
		return index, true
	case !g.nodes[index].isUnconstrained():
		return 0, false
	}
	limits := interval.Limits(expr.Sort)
	x := &g.nodes[index]
	x.sort, x.lo, x.hi = expr.Sort, limit{limits.Lo, noOwner}, limit{limits.Hi, noOwner}
	return index, true
}

// isUnconstrained reports whether a node has no constraints.
func (n *node) isUnconstrained() bool {
	return len(n.above)+len(n.below)+len(n.unlike) == 0 && n.lo.owner == noOwner && n.hi.owner == noOwner
}

// add adds an atom to the graph.
func (g *graph) add(constraint atom, owner int32) {
	switch {
	case constraint.distinct:
		g.addUnlike(constraint, owner)
	case constraint.y == zero:
		g.lowerHi(constraint.x, limit{constraint.constant, owner})
	case constraint.x == zero:
		g.raiseLo(constraint.y, limit{constraint.constant.Neg(), owner})
	case !g.hasLink(constraint):
		x, y := &g.nodes[constraint.x], &g.nodes[constraint.y]
		y.below = append(y.below, link{constraint.x, owner, constraint.constant})
		x.above = append(x.above, link{constraint.y, owner, constraint.constant.Neg()})
		g.trail = append(g.trail, change{kind: addedLink, x: constraint.x, y: constraint.y})
	}
}

// hasLink reports whether a link implies an atom.
func (g *graph) hasLink(constraint atom) bool {
	above, below := g.nodes[constraint.x].above, g.nodes[constraint.y].below
	if len(above) <= len(below) {
		for i := range above {
			if above[i].to == constraint.y && !above[i].offset.Less(constraint.constant.Neg()) {
				return true
			}
		}
		return false
	}
	for i := range below {
		if below[i].to == constraint.x && !constraint.constant.Less(below[i].offset) {
			return true
		}
	}
	return false
}

func (g *graph) addUnlike(constraint atom, owner int32) {
	if constraint.x == zero {
		constraint.x, constraint.y, constraint.constant = constraint.y, constraint.x, constraint.constant.Neg()
	}
	if g.hasUnlike(constraint) {
		return
	}
	x := &g.nodes[constraint.x]
	x.unlike = append(x.unlike, link{constraint.y, owner, constraint.constant.Neg()})
	if constraint.y != zero {
		y := &g.nodes[constraint.y]
		y.unlike = append(y.unlike, link{constraint.x, owner, constraint.constant})
	}
	g.trail = append(g.trail, change{kind: addedUnlike, x: constraint.x, y: constraint.y})
}

// hasUnlike reports whether a disequality is in the graph.
func (g *graph) hasUnlike(a atom) bool {
	list, to, c := g.nodes[a.x].unlike, a.y, a.constant.Neg()
	if other := g.nodes[a.y].unlike; a.y != zero && len(other) < len(list) {
		list, to, c = other, a.x, a.constant
	}
	for i := range list {
		if list[i].to == to && list[i].offset == c {
			return true
		}
	}
	return false
}

func (g *graph) lowerHi(n int32, to limit) {
	if x := &g.nodes[n]; to.value.Less(x.hi.value) {
		g.trail = append(g.trail, change{kind: loweredHi, x: n, old: x.hi})
		x.hi = to
	}
}

func (g *graph) raiseLo(n int32, to limit) {
	if x := &g.nodes[n]; x.lo.value.Less(to.value) {
		g.trail = append(g.trail, change{kind: raisedLo, x: n, old: x.lo})
		x.lo = to
	}
}

// undo undoes the changes of the graph except the first keep.
func (g *graph) undo(keep int) {
	for len(g.trail) > keep {
		c := g.trail[len(g.trail)-1]
		g.trail = g.trail[:len(g.trail)-1]
		x, y := &g.nodes[c.x], &g.nodes[c.y]
		switch c.kind {
		case addedLink:
			x.above, y.below = dropLast(x.above), dropLast(y.below)
		case addedUnlike:
			x.unlike = dropLast(x.unlike)
			if c.y != zero {
				y.unlike = dropLast(y.unlike)
			}
		case loweredHi:
			x.hi = c.old
		case raisedLo:
			x.lo = c.old
		}
	}
}

// dropLast returns a list without its last link.
func dropLast(l []link) []link { return l[:len(l)-1] }
