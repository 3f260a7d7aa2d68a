package smt

import (
	"slices"

	"nearmiss/term"
)

// groups finds the clauses of a path that share slots with a query, directly or through other
// clauses. If a clause makes a slot equal to a constant, the slot connects a query to that
// clause only.
type groups struct {
	clauses []*term.Term
	bySlot  [][]int32 // by slot: clauses that depend on the slot
	fixedBy []int32   // by slot: the clause that fixes the slot, or -1
	reached marks     // clauses connected with the query
	slots   marks     // slots connected with the query
}

// Push adds a clause to the path.
func (g *groups) Push(t *term.Term) {
	me := int32(len(g.clauses))
	g.clauses = append(g.clauses, t)
	for _, s := range t.Slots() {
		for int(s) >= len(g.bySlot) {
			g.bySlot = append(g.bySlot, nil)
			g.fixedBy = append(g.fixedBy, -1)
		}
		g.bySlot[s] = append(g.bySlot[s], me)
	}
	if slot, _, ok := fixedSlot(t); ok && g.fixedBy[slot] < 0 {
		g.fixedBy[slot] = me
	}
}

// Pop removes the last n clauses.
func (g *groups) Pop(n int) {
	for range n {
		g.pop()
	}
}

func (g *groups) pop() {
	last := len(g.clauses) - 1
	for _, s := range g.clauses[last].Slots() {
		g.bySlot[s] = g.bySlot[s][:len(g.bySlot[s])-1]
		if g.fixedBy[s] == int32(last) {
			g.fixedBy[s] = -1
		}
	}
	g.clauses[last] = nil
	g.clauses = g.clauses[:last]
}

// fixedSlot reports whether a clause makes a slot equal to a constant.
func fixedSlot(t *term.Term) (slot int, to uint64, ok bool) {
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

// connected returns the indices of the clauses that are connected with slots, sorted. The
// slice is valid until the next call.
func (g *groups) connected(slots []int32) []int32 {
	g.reached.clear()
	g.slots.clear()
	for _, s := range slots {
		g.slots.put(s)
	}
	for i := 0; i < len(g.slots.list); i++ {
		s := g.slots.list[i]
		switch {
		case int(s) >= len(g.bySlot):
		case g.fixedBy[s] >= 0:
			g.reached.put(g.fixedBy[s])
		default:
			g.addClauses(g.bySlot[s])
		}
	}
	slices.Sort(g.reached.list)
	return g.reached.list
}

// addClauses adds clauses and their slots to the query.
func (g *groups) addClauses(clauses []int32) {
	for _, c := range clauses {
		if !g.reached.has(int(c)) {
			g.reached.put(c)
			for _, s := range g.clauses[c].Slots() {
				g.slots.put(s)
			}
		}
	}
}
