package dse

import (
	"fmt"
	"slices"
	"sort"

	"nearmiss/symexec"
	"nearmiss/term"
)

// A tree is the execution tree as far as it was explored. Runs share the nodes
// of what they have in common, so that it grows with what is new.
type tree struct {
	b     *term.Builder
	root  *Node
	all   table[*Node] // by number
	limit int          // of nodes; what lies beyond is dropped
	numbering
	room []Node // for more of them

	met     []*Node      // by merge
	way     []passed     // to the last node that prefix was asked for
	clauses []*term.Term // of that
}

func newTree(b *term.Builder, limit int) *tree {
	return &tree{b: b, limit: limit, numbering: newNumbering()}
}

// A step is a clause of a path that some other input does not satisfy.
type step struct {
	clause  *term.Term
	site    symexec.Site
	side    bool
	context uint64
	value   bool
}

// concretized is the site of all values that were made concrete.
var concretized = symexec.Site{Cond: -1, At: -1}

// steps yields the steps of a path, in order, but for so many at its beginning.
func steps(p *symexec.Path, but int) func(func(step) bool) {
	return func(yield func(step) bool) {
		from := p.Assumed + but
		next := sort.Search(len(p.Decisions), func(i int) bool { return p.Decisions[i].At >= from })
		for i := from; i < len(p.Condition); i++ {
			for next < len(p.Decisions) && p.Decisions[next].Known {
				next++
			}
			s := step{clause: p.Condition[i], site: concretized, side: true, value: true}
			if next < len(p.Decisions) && p.Decisions[next].At == i {
				d := &p.Decisions[next]
				s = step{clause: d.Clause, site: d.Site, side: d.Side, context: d.Context}
				next++
			}
			if !yield(s) {
				return
			}
		}
	}
}

// merge puts the path of a run into the tree. It returns the new nodes in the
// order of the path, and those whose open side the path is the first to take; the
// latter list is valid until the next call. Of a path that outgrows the limit the rest
// is dropped. If the path begins with prefix, which is that of the node that was
// flipped for it, it takes time linear in the rest of the path, but for a look at
// each clause; otherwise, in the path.
func (t *tree) merge(r *Run, prefix []*term.Term) (fresh, met []*Node) {
	t.met = t.met[:0]
	known := len(t.all)
	passed := t.skip(r, prefix)
	t.begin(r.leaf, r.side)
	for s := range steps(r.Path, passed) {
		for {
			n := t.behind(r.leaf, r.side)
			if n == nil && len(t.all) >= t.limit {
				r.Dropped = len(r.Path.Condition) - r.Path.Assumed - passed
				return slices.Clip(t.all[known:]), t.met
			}
			if n == nil {
				n = t.grow(r, &s)
			}
			if n.Site != s.site || n.Value != s.value {
				panic(fmt.Sprintf("dse: BUG: two conditions behind one prefix, at depth %d", n.Depth))
			}
			side := s.side
			if s.value {
				side = n.clause == s.clause
			}
			if side != n.Side && n.other != Taken {
				if n.other == Open {
					t.met = append(t.met, n)
				}
				n.other = Taken
			}
			t.pass(n, side)
			r.leaf, r.side = n, side
			if !s.value || side {
				break
			}
		}
		passed++
	}
	return slices.Clip(t.all[known:]), t.met
}

// skip puts the end of a run's path to the node that was flipped for it, if the
// path begins with its prefix, and returns the number of steps before it.
func (t *tree) skip(r *Run, prefix []*term.Term) int {
	n, k := r.Flipped, len(prefix)
	if n == nil || k == 0 {
		return 0
	}
	c := r.Path.Condition[r.Path.Assumed:]
	if len(c) < k || !slices.Equal(c[:k], prefix) {
		return 0
	}
	r.leaf, r.side = n.parent, n.beyond
	return k
}

// grow makes a node for a step behind the end of a run's path.
func (t *tree) grow(r *Run, s *step) *Node {
	n := t.node()
	n.Site, n.Side, n.Context, n.Value, n.First = s.site, s.side, s.context, s.value, r
	n.parent, n.beyond, n.clause = r.leaf, r.side, s.clause
	t.number(n)
	if n.parent == nil {
		t.root = n
		return n
	}
	n.Depth = n.parent.Depth + 1
	n.parent.next[index(n.beyond)] = n
	return n
}

// node takes the next of a block of nodes, which grow with the tree.
func (t *tree) node() *Node {
	if len(t.room) == 0 {
		t.room = make([]Node, min(max(len(t.all), leastBlock), mostBlock))
	}
	n := &t.room[0]
	t.room = t.room[1:]
	n.id = int32(len(t.all))
	t.all = append(t.all, n)
	return n
}

// How many nodes are made at once.
const (
	leastBlock = 16
	mostBlock  = 256
)

// behind is the node behind a side of n, the root if n is nil.
func (t *tree) behind(n *Node, side bool) *Node {
	if n == nil {
		return t.root
	}
	return n.Child(side)
}

// clause is what a side of n adds to the path condition.
func (t *tree) clause(n *Node, side bool) *term.Term {
	if side == n.Side {
		return n.clause
	}
	if n.flip == nil {
		n.flip = t.b.Not(n.clause)
	}
	return n.flip
}

// prefix lists the clauses of the way to n, in order. The list is valid until the
// next call. It takes time linear in what the way to the node that was asked for
// last does not have.
func (t *tree) prefix(n *Node) []*term.Term {
	known := min(len(t.way), n.Depth)
	t.way = slices.Grow(t.way[:known], n.Depth-known)[:n.Depth]
	t.clauses = slices.Grow(t.clauses[:known], n.Depth-known)[:n.Depth]
	for m, side := n.Parent(); m != nil; m, side = m.parent, m.beyond {
		p := passed{m, side}
		if m.Depth < known && t.way[m.Depth] == p {
			break
		}
		t.way[m.Depth], t.clauses[m.Depth] = p, t.clause(m, side)
	}
	return t.clauses
}
