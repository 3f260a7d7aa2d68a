package smt

import (
	"slices"

	"nearmiss/term"
)

// groups keeps the clauses of a path apart that share no slot, not even by way
// of others: union by size over slots, without path compression, so that it
// can be undone. A slot that a clause makes equal to a constant joins nothing
// from then on.
type groups struct {
	clauses []grouped
	nodes   []group // by slot
	joins   []join
	loose   []int32 // clauses without slots but fixed ones
	fixed   []int32 // clauses that fix a slot
	roots   []int32 // scratch, as are list and marks
	list    []int32
	marks   marks
}

// grouped is a clause in the list of its group.
type grouped struct {
	t      *term.Term
	joins  int   // that were there before it
	before int32 // the clause before it in the list, -1 if none
	next   int32 // the one after it, -1 if none
	free   int32 // a slot of it that is not fixed, -1 if none
}

// group is a slot in the forest. Of a root, the list is that of the clauses of
// the tree.
type group struct {
	parent     int32
	size       int32 // slots
	head, tail int32 // clauses, -1 if none
	count      int32
	fix        int32 // the clause that fixes the slot, -1 if none
}

// join is the end of a list before another was put behind it.
type join struct{ child, tail int32 }

func (g *groups) find(slot int32) int32 {
	for int(slot) >= len(g.nodes) {
		g.nodes = append(g.nodes, group{parent: int32(len(g.nodes)), size: 1, head: -1, tail: -1, fix: -1})
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
	me := int32(len(g.clauses))
	c := grouped{t: t, joins: len(g.joins), before: -1, next: -1, free: -1}
	r := int32(-1)
	for _, s := range t.Slots() {
		at := g.find(s)
		switch {
		case g.nodes[s].fix >= 0:
		case r < 0:
			r, c.free = at, s
		default:
			r = g.union(r, at)
		}
	}
	if r < 0 {
		g.loose = append(g.loose, me)
		g.clauses = append(g.clauses, c)
		return
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
	if _, ok := constantOf(t); ok {
		g.nodes[c.free].fix = me
		g.fixed = append(g.fixed, me)
	}
}

// constantOf is the value that a clause fixes its only slot to, if it does.
func constantOf(t *term.Term) (uint64, bool) {
	switch {
	case t.Op == term.Slot:
		return 1, true
	case t.Op == term.Not && t.Args[0].Op == term.Slot:
		return 0, true
	case t.Op != term.Eq || !t.Args[0].Sort.IsInteger():
		return 0, false
	}
	x, y := t.Args[0], t.Args[1]
	switch {
	case x.Op == term.Slot && y.IsConst():
		return y.Bits, true
	case y.Op == term.Slot && x.IsConst():
		return x.Bits, true
	}
	return 0, false
}

func (g *groups) pop() {
	last := int32(len(g.clauses) - 1)
	c := g.clauses[last]
	if c.free < 0 {
		g.loose = g.loose[:len(g.loose)-1]
	} else {
		if n := len(g.fixed); n > 0 && g.fixed[n-1] == last {
			g.fixed = g.fixed[:n-1]
			g.nodes[c.free].fix = -1
		}
		x := &g.nodes[g.find(c.free)]
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

// with lists the clauses that have to do with some slots, in the order of the
// path. The list is used again for the next one.
func (g *groups) with(slots []int32) []int32 {
	g.roots = g.roots[:0]
	for _, s := range slots {
		r := g.find(s)
		if g.nodes[s].fix < 0 && g.nodes[r].count > 0 && !slices.Contains(g.roots, r) {
			g.roots = append(g.roots, r)
		}
	}
	return g.gather(slots, g.roots)
}

// gather lists the clauses of trees, and what fixes their slots and others.
func (g *groups) gather(slots, roots []int32) []int32 {
	out := g.list[:0]
	if len(roots) == 1 && int(g.nodes[roots[0]].count) == len(g.clauses) {
		for i := range g.clauses {
			out = append(out, int32(i))
		}
		g.list = out
		return out
	}
	for _, r := range roots {
		for i := g.nodes[r].head; i >= 0; i = g.clauses[i].next {
			out = append(out, i)
		}
	}
	if len(g.fixed) > 0 {
		out = g.fixes(slots, out)
	}
	slices.Sort(out)
	g.list = out
	return slices.Compact(out)
}

// fixes adds the clauses that fix slots, and slots of clauses that are listed.
func (g *groups) fixes(slots []int32, out []int32) []int32 {
	g.marks.clear()
	add := func(slots []int32) {
		for _, s := range slots {
			if fix := g.nodes[s].fix; fix >= 0 && !g.marks.has(int(s)) {
				g.marks.put(s)
				out = append(out, fix)
			}
		}
	}
	add(slots)
	for _, i := range out[:len(out):len(out)] {
		add(g.clauses[i].t.Slots())
	}
	return out
}
