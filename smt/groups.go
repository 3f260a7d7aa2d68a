package smt

import (
	"slices"

	"nearmiss/term"
)

// Groups finds the clauses of a path that share slots with a query, directly or through other
// clauses. If a clause makes a slot equal to a constant, the slot connects a query to that
// clause only.
type Groups struct {
	representative func(slot int32) int32 // maps a slot to the representative of its class; nil: each slot represents itself
	clauses        []*term.Term
	slotsOf        [][]int32 // by clause: the representatives of its slots, sorted
	bySlot         [][]int32 // by representative: clauses that depend on the class
	fixedBy        []int32   // by slot: the clause that fixes the slot, or -1
	reached        marks     // clauses connected with the query
	slots          marks     // slots connected with the query
}

// NewGroups returns an empty path. Slots with the same representative count as one
// slot. If representative is not nil, no slot counts as fixed.
func NewGroups(representative func(slot int32) int32) *Groups {
	return &Groups{representative: representative}
}

// representatives returns the representatives of slots, sorted.
func (g *Groups) representatives(slots []int32) []int32 {
	if g.representative == nil {
		return slots
	}
	list := make([]int32, len(slots))
	for i, s := range slots {
		list[i] = g.representative(s)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Push adds a clause to the path.
func (g *Groups) Push(t *term.Term) {
	me, slots := int32(len(g.clauses)), g.representatives(t.Slots())
	g.clauses, g.slotsOf = append(g.clauses, t), append(g.slotsOf, slots)
	for _, s := range slots {
		for int(s) >= len(g.bySlot) {
			g.bySlot = append(g.bySlot, nil)
			g.fixedBy = append(g.fixedBy, -1)
		}
		g.bySlot[s] = append(g.bySlot[s], me)
	}
	if slot, _, ok := fixedSlot(t); ok && g.representative == nil && g.fixedBy[slot] < 0 {
		g.fixedBy[slot] = me
	}
}

// Pop removes the last n clauses.
func (g *Groups) Pop(n int) {
	for range n {
		g.pop()
	}
}

func (g *Groups) pop() {
	last := len(g.clauses) - 1
	for _, s := range g.slotsOf[last] {
		g.bySlot[s] = g.bySlot[s][:len(g.bySlot[s])-1]
		if g.fixedBy[s] == int32(last) {
			g.fixedBy[s] = -1
		}
	}
	g.clauses[last], g.slotsOf[last] = nil, nil
	g.clauses, g.slotsOf = g.clauses[:last], g.slotsOf[:last]
}

// Connected returns the indices of the clauses that are connected with a query, sorted. The slice
// is valid until the next call.
func (g *Groups) Connected(question *term.Term) []int32 {
	return g.connectedSlots(g.representatives(question.Slots()))
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

// connectedSlots returns the indices of the clauses that are connected with slots, sorted. The
// slice is valid until the next call.
func (g *Groups) connectedSlots(slots []int32) []int32 {
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
func (g *Groups) addClauses(clauses []int32) {
	for _, c := range clauses {
		if !g.reached.has(int(c)) {
			g.reached.put(c)
			for _, s := range g.slotsOf[c] {
				g.slots.put(s)
			}
		}
	}
}
