package smt

import (
	"slices"

	"nearmiss/term"
)

// Groups finds the clauses of a path that share slots, also by way of others. A
// slot that a clause makes equal to a constant leads to that clause alone.
type Groups struct {
	of      func(slot int32) int32 // nil: a slot counts as itself
	clauses []*term.Term
	slotsOf [][]int32 // of a clause, as they count
	bySlot  [][]int32 // clauses that depend on a slot
	fix     []int32   // by slot: the clause that fixes it, -1 if none
	reached marks     // clauses
	slots   marks
}

// NewGroups returns an empty path in which slots of which of makes one number count as one slot,
// and none of them as fixed.
func NewGroups(of func(slot int32) int32) *Groups { return &Groups{of: of} }

// count is what some slots count as.
func (g *Groups) count(slots []int32) []int32 {
	if g.of == nil {
		return slots
	}
	list := make([]int32, len(slots))
	for i, s := range slots {
		list[i] = g.of(s)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Push adds a clause to the path.
func (g *Groups) Push(t *term.Term) {
	me, slots := int32(len(g.clauses)), g.count(t.Slots())
	g.clauses, g.slotsOf = append(g.clauses, t), append(g.slotsOf, slots)
	for _, s := range slots {
		for int(s) >= len(g.bySlot) {
			g.bySlot = append(g.bySlot, nil)
			g.fix = append(g.fix, -1)
		}
		g.bySlot[s] = append(g.bySlot[s], me)
	}
	if slot, _, ok := fixes(t); ok && g.of == nil && g.fix[slot] < 0 {
		g.fix[slot] = me
	}
}

// Pop takes the last clauses away.
func (g *Groups) Pop(n int) {
	for range n {
		g.pop()
	}
}

func (g *Groups) pop() {
	last := len(g.clauses) - 1
	for _, s := range g.slotsOf[last] {
		g.bySlot[s] = g.bySlot[s][:len(g.bySlot[s])-1]
		if g.fix[s] == int32(last) {
			g.fix[s] = -1
		}
	}
	g.clauses[last], g.slotsOf[last] = nil, nil
	g.clauses, g.slotsOf = g.clauses[:last], g.slotsOf[:last]
}

// With lists the places of the clauses of the path that a question has to do with, in order. The
// list is used again for the next one.
func (g *Groups) With(question *term.Term) []int32 { return g.with(g.count(question.Slots())) }

// fixes is the slot that a clause makes equal to a constant, if it does.
func fixes(t *term.Term) (slot int, to uint64, ok bool) {
	switch {
	case t.Op == term.Slot:
		return int(t.Bits), 1, true
	case t.Op == term.Not && t.Args[0].Op == term.Slot:
		return int(t.Args[0].Bits), 0, true
	case t.Op != term.Eq || !t.Args[0].Sort.IsInteger():
		return 0, 0, false
	}
	x, y := t.Args[0], t.Args[1]
	switch {
	case x.Op == term.Slot && y.IsConst():
		return int(x.Bits), y.Bits, true
	case y.Op == term.Slot && x.IsConst():
		return int(y.Bits), x.Bits, true
	}
	return 0, 0, false
}

// with lists the clauses that have to do with some slots, in the order of the
// path. The list is used again for the next one.
func (g *Groups) with(slots []int32) []int32 {
	g.reached.clear()
	g.slots.clear()
	for _, s := range slots {
		g.slots.put(s)
	}
	for i := 0; i < len(g.slots.list); i++ {
		s := g.slots.list[i]
		switch {
		case int(s) >= len(g.bySlot):
		case g.fix[s] >= 0:
			g.reached.put(g.fix[s])
		default:
			g.reach(g.bySlot[s])
		}
	}
	slices.Sort(g.reached.list)
	return g.reached.list
}

// reach adds clauses, and their slots as ways to others.
func (g *Groups) reach(clauses []int32) {
	for _, c := range clauses {
		if !g.reached.has(int(c)) {
			g.reached.put(c)
			for _, s := range g.slotsOf[c] {
				g.slots.put(s)
			}
		}
	}
}
