package smt

import (
	"math"

	"nearmiss/internal/probe"
	"nearmiss/term"
)

// cost is the distance of a clause: exact, and normalised.
type cost struct {
	exact uint64
	norm  float64
}

// undefined is the cost of a clause without a value.
var undefined = cost{math.MaxUint64, 1}

// of evaluates a clause.
func (s *LocalSearch) of(c *term.Term) cost {
	before := s.eval.Work()
	d, ok := s.eval.Distance(c, true)
	s.left -= 1 + s.eval.Work() - before
	if !ok {
		return undefined
	}
	return cost{d.Exact, probe.Normalize(d.Published)}
}

// measure evaluates the clauses that may fail.
func (s *LocalSearch) measure(from int) {
	for i := from; i < len(s.clauses); i++ {
		s.note(int32(i), s.of(s.clauses[i].t))
	}
}

// note sets the cost of a clause.
func (s *LocalSearch) note(i int32, to cost) {
	c := &s.clauses[i]
	c.cost = to
	switch {
	case to.exact != 0 && c.at < 0:
		c.at = int32(len(s.failing))
		s.failing = append(s.failing, i)
	case to.exact == 0 && c.at >= 0:
		last := s.failing[len(s.failing)-1]
		s.failing[c.at] = last
		s.clauses[last].at = c.at
		s.failing = s.failing[:len(s.failing)-1]
		c.at = -1
	}
}

// set gives a slot a word and returns how the distance compares with before:
// negative if it is less. Undo with back.
func (s *LocalSearch) set(slot int32, w uint64) int {
	s.words[slot] = w
	s.moved = append(s.moved, slot)
	s.eval.Changed(int(slot))
	s.before = s.before[:0]
	var was, is float64
	order := 0
	for _, i := range s.bySlot[slot] {
		old, now := s.clauses[i].cost, s.of(s.clauses[i].t)
		s.before = append(s.before, old)
		s.note(i, now)
		was += old.norm
		is += now.norm
		if order == 0 && old.exact != now.exact {
			order = 1
			if now.exact < old.exact {
				order = -1
			}
		}
	}
	switch {
	case is < was:
		return -1
	case is > was:
		return 1
	}
	return order
}

// back undoes the last set of a slot.
func (s *LocalSearch) back(slot int32, w uint64) {
	s.words[slot] = w
	s.eval.Changed(int(slot))
	for k, i := range s.bySlot[slot] {
		s.note(i, s.before[k])
	}
}

// try gives a slot a word if that is better.
func (s *LocalSearch) try(slot int32, w uint64) bool {
	old := s.read(int(slot))
	if w == old {
		return false
	}
	if s.set(slot, w) < 0 {
		return true
	}
	s.back(slot, old)
	return false
}
