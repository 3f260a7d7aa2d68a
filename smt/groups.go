package smt

import (
	"slices"

	"nearmiss/term"
)

// groups keeps the clauses of a path apart that share no slot, not even by way
// of others: union by size over slots, without path compression, so that it
// can be undone.
type groups struct {
	clauses []grouped
	nodes   []group // by slot
	joins   []join
	loose   []int32 // clauses without slots
	roots   []int32 // scratch
}

// grouped is a clause in the list of its group.
type grouped struct {
	t      *term.Term
	joins  int   // that were there before it
	before int32 // the clause before it in the list, -1 if none
	next   int32 // the one after it, -1 if none
}

// group is a slot in the forest. Of a root, the list is that of the clauses of
// the tree.
type group struct {
	parent     int32
	size       int32 // slots
	head, tail int32 // clauses, -1 if none
	count      int32
}

// join is the end of a list before another was put behind it.
type join struct{ child, tail int32 }

func (g *groups) find(slot int32) int32 {
	for int(slot) >= len(g.nodes) {
		g.nodes = append(g.nodes, group{parent: int32(len(g.nodes)), size: 1, head: -1, tail: -1})
	}
	for g.nodes[slot].parent != slot {
		slot = g.nodes[slot].parent
	}
	return slot
}

// union joins two trees and returns the root.
func (g *groups) union(a, b int32) int32 {
	if a == b {
		return a
	}
	if g.nodes[a].size < g.nodes[b].size {
		a, b = b, a
	}
	x, y := &g.nodes[a], &g.nodes[b]
	g.joins = append(g.joins, join{b, x.tail})
	y.parent = a
	x.size += y.size
	x.count += y.count
	if y.head < 0 {
		return a
	}
	if x.tail < 0 {
		x.head = y.head
	} else {
		g.clauses[x.tail].next = y.head
	}
	x.tail = y.tail
	return a
}

// undo takes the last join back.
func (g *groups) undo() {
	j := g.joins[len(g.joins)-1]
	g.joins = g.joins[:len(g.joins)-1]
	y := &g.nodes[j.child]
	x := &g.nodes[y.parent]
	y.parent = j.child
	x.size -= y.size
	x.count -= y.count
	if y.head < 0 {
		return
	}
	x.tail = j.tail
	if j.tail < 0 {
		x.head = -1
	} else {
		g.clauses[j.tail].next = -1
	}
}

func (g *groups) push(t *term.Term) {
	c := grouped{t: t, joins: len(g.joins), before: -1, next: -1}
	me := int32(len(g.clauses))
	slots := t.Slots()
	if len(slots) == 0 {
		g.loose = append(g.loose, me)
		g.clauses = append(g.clauses, c)
		return
	}
	r := g.find(slots[0])
	for _, s := range slots[1:] {
		r = g.union(r, g.find(s))
	}
	x := &g.nodes[r]
	if c.before = x.tail; x.tail < 0 {
		x.head = me
	} else {
		g.clauses[x.tail].next = me
	}
	x.tail = me
	x.count++
	g.clauses = append(g.clauses, c)
}

func (g *groups) pop() {
	last := int32(len(g.clauses) - 1)
	c := g.clauses[last]
	if slots := c.t.Slots(); len(slots) == 0 {
		g.loose = g.loose[:len(g.loose)-1]
	} else {
		x := &g.nodes[g.find(slots[0])]
		if x.tail = c.before; c.before < 0 {
			x.head = -1
		} else {
			g.clauses[c.before].next = -1
		}
		x.count--
	}
	for len(g.joins) > c.joins {
		g.undo()
	}
	g.clauses = g.clauses[:last]
}

// with appends the clauses that have to do with some slots, in the order of
// the path.
func (g *groups) with(slots []int32, out []int32) []int32 {
	g.roots = g.roots[:0]
	count := 0
	for _, s := range slots {
		if r := g.find(s); !slices.Contains(g.roots, r) && g.nodes[r].count > 0 {
			g.roots = append(g.roots, r)
			count += int(g.nodes[r].count)
		}
	}
	if len(g.roots) == 1 && count == len(g.clauses) {
		for i := range g.clauses {
			out = append(out, int32(i))
		}
		return out
	}
	from := len(out)
	for _, r := range g.roots {
		for i := g.nodes[r].head; i >= 0; i = g.clauses[i].next {
			out = append(out, i)
		}
	}
	slices.Sort(out[from:])
	return out
}
