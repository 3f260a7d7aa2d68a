package dse

import (
	"fmt"

	"nearmiss/symexec"
	"nearmiss/term"
)

// A tree is the explored part of the execution tree. Runs share the nodes of common prefixes, so
// that the tree grows by new nodes only.
type tree struct {
	builder   *term.Builder
	root      *Node
	size      int
	limit     int            // bound of size; further decisions are dropped
	locations map[Branch]int // numbers of branches; the two sides of a condition differ in the last bit
	counts    []int          // by location: number of nodes on the path that is being merged
}

func newTree(b *term.Builder, limit int) *tree {
	return &tree{builder: b, limit: limit, locations: map[Branch]int{}}
}

// A pathStep is a clause of a path that some other input does not satisfy, with the side that the
// path takes.
type pathStep struct {
	clause  *term.Term
	site    symexec.Site
	side    bool
	context uint64
	value   bool // the executor made a value concrete here
}

// concretized is the site of all values that the executor made concrete.
var concretized = symexec.Site{Cond: -1, At: -1}

// pathSteps yields the steps of a path, in order.
func pathSteps(p *symexec.Path) func(func(pathStep) bool) {
	return func(yield func(pathStep) bool) {
		next := 0
		for i := p.Assumed; i < len(p.Condition); i++ {
			for next < len(p.Decisions) && (p.Decisions[next].Known || p.Decisions[next].At < i) {
				next++
			}
			s := pathStep{clause: p.Condition[i], site: concretized, side: true, value: true}
			if next < len(p.Decisions) && p.Decisions[next].At == i {
				d := &p.Decisions[next]
				s = pathStep{clause: d.Clause, site: d.Site, side: d.Side, context: d.Context}
				next++
			}
			if !yield(s) {
				return
			}
		}
	}
}

// merge adds the path of a run to the tree. It returns the new nodes, in the order of the path, and
// the nodes whose open side the path takes. A concretized value is a chain of nodes, one for each
// value seen here: the last side stands for any other value.
func (t *tree) merge(run *Run) (fresh, taken []*Node) {
	clear(t.counts)
	passed := 0
	for next := range pathSteps(run.Path) {
		for {
			node := t.childOf(run.leaf, run.side)
			if node == nil && t.size >= t.limit {
				run.Dropped = len(run.Path.Condition) - run.Path.Assumed - passed
				return fresh, taken
			}
			if node == nil {
				node = t.addNode(run, &next)
				fresh = append(fresh, node)
			}
			if node.Site != next.site || node.Value != next.value {
				panic(fmt.Sprintf("dse: BUG: two conditions behind one prefix, at depth %d", node.Depth))
			}
			side := next.side
			if next.value {
				side = node.clause == next.clause
			}
			if side != node.Side && node.state != Taken {
				if node.state == Open {
					taken = append(taken, node)
				}
				node.state = Taken
			}
			t.counts[node.location^sideIndex(side != node.Side)]++
			run.leaf, run.side = node, side
			if !next.value || side {
				break
			}
		}
		passed++
	}
	return fresh, taken
}

// addNode adds a node for a step behind the end of a run's path.
func (t *tree) addNode(r *Run, s *pathStep) *Node {
	node := &Node{
		Site: s.site, Side: s.side, Context: s.context, Value: s.value, First: r,
		parent: r.leaf, parentSide: r.side, clause: s.clause, location: t.location(Branch{s.site, s.side}),
	}
	node.SameSideBefore, node.OtherSideBefore = t.counts[node.location], t.counts[node.location^1]
	t.size++
	if node.parent == nil {
		t.root = node
		return node
	}
	node.Depth = node.parent.Depth + 1
	node.parent.next[sideIndex(node.parentSide)] = node
	return node
}

// location numbers a branch. The other side of its condition has the same number except for the
// last bit.
func (t *tree) location(b Branch) int {
	i, ok := t.locations[b]
	if !ok {
		i = len(t.counts)
		t.locations[b], t.locations[Branch{b.Site, !b.Side}] = i, i+1
		t.counts = append(t.counts, 0, 0)
	}
	return i
}

// childOf returns the node behind a side of n, the root if n is nil.
func (t *tree) childOf(n *Node, side bool) *Node {
	if n == nil {
		return t.root
	}
	return n.Child(side)
}

// clause returns the clause that a side of n adds to the path condition.
func (t *tree) clause(n *Node, side bool) *term.Term {
	if side == n.Side {
		return n.clause
	}
	if n.flip == nil {
		n.flip = t.builder.Not(n.clause)
	}
	return n.flip
}

// prefix returns the clauses of the path to n, in order.
func (t *tree) prefix(n *Node) []*term.Term {
	clauses := make([]*term.Term, n.Depth)
	for m, side := n.Parent(); m != nil; m, side = m.parent, m.parentSide {
		clauses[m.Depth] = t.clause(m, side)
	}
	return clauses
}

// predicts reports whether the path of an input is in the tree to its end, so that a run would add
// no node and cover no branch. holds reports whether a clause holds under the input; nil: unknown.
func (t *tree) predicts(holds func(*term.Term) bool) bool {
	if holds == nil || t.root == nil || t.size >= t.limit {
		return false
	}
	for n := t.root; n != nil; {
		side := n.Side
		if !holds(n.clause) {
			if side = !side; n.state != Taken {
				return false
			}
		}
		n = n.Child(side)
	}
	return true
}
