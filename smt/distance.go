package smt

import (
	"math"

	"nearmiss/internal/probe"
	"nearmiss/term"
)

// cost is the distance of a clause from holding.
type cost struct {
	exact uint64  // exact branch distance, which breaks ties
	norm  float64 // normalised branch distance, from 0 to 1
}

// undefinedCost is the cost of a clause without a value.
var undefinedCost = cost{math.MaxUint64, 1}

// clauseCost evaluates a clause.
func (s *LocalSearch) clauseCost(c *term.Term) cost {
	before := s.eval.Work()
	d, ok := s.eval.Distance(c, true)
	s.steps -= 1 + s.eval.Work() - before
	if !ok {
		return undefinedCost
	}
	return cost{d.Exact, probe.Normalize(d.Published)}
}

// measure sets the costs of the clauses from index from on.
func (s *LocalSearch) measure(from int) {
	for i := from; i < len(s.clauses); i++ {
		s.setCost(int32(i), s.clauseCost(s.clauses[i].term))
	}
}

// setCost stores the cost of a clause and updates the list of failing clauses.
func (s *LocalSearch) setCost(i int32, to cost) {
	clause := &s.clauses[i]
	clause.cost = to
	switch {
	case to.exact != 0 && clause.failingIndex < 0:
		clause.failingIndex = int32(len(s.failing))
		s.failing = append(s.failing, i)
	case to.exact == 0 && clause.failingIndex >= 0:
		last := s.failing[len(s.failing)-1]
		s.failing[clause.failingIndex] = last
		s.clauses[last].failingIndex = clause.failingIndex
		s.failing = s.failing[:len(s.failing)-1]
		clause.failingIndex = -1
	}
}

// assign gives a slot a word and returns the sign of the change of the distance: negative if
// the distance is smaller than before. undo reverts it.
func (s *LocalSearch) assign(slot int32, w uint64) int {
	s.words[slot] = w
	s.movedSlots = append(s.movedSlots, slot)
	s.eval.Changed(int(slot))
	s.oldCosts = s.oldCosts[:0]
	var oldNorm, newNorm float64
	order := 0
	for _, i := range s.bySlot[slot] {
		old, now := s.clauses[i].cost, s.clauseCost(s.clauses[i].term)
		s.oldCosts = append(s.oldCosts, old)
		s.setCost(i, now)
		oldNorm += old.norm
		newNorm += now.norm
		if order == 0 && old.exact != now.exact {
			order = 1
			if now.exact < old.exact {
				order = -1
			}
		}
	}
	switch {
	case newNorm < oldNorm:
		return -1
	case newNorm > oldNorm:
		return 1
	}
	return order
}

// undo reverts the last assign of a slot to the old word w.
func (s *LocalSearch) undo(slot int32, w uint64) {
	s.words[slot] = w
	s.eval.Changed(int(slot))
	for k, i := range s.bySlot[slot] {
		s.setCost(i, s.oldCosts[k])
	}
}

// tryAssign gives a slot a word if that reduces the distance, and reports whether it did.
func (s *LocalSearch) tryAssign(slot int32, w uint64) bool {
	old := s.read(int(slot))
	if w == old {
		return false
	}
	if s.assign(slot, w) < 0 {
		return true
	}
	s.undo(slot, old)
	return false
}
