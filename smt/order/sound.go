package order

import (
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// unsat returns the answer to a contradiction, whose owners are in s.core: Unsat, or Unknown if the
// contradiction is not sound.
func (s *Solver) unsat() smt.Answer {
	if !s.isSound(s.core) {
		return unknown("a sum may wrap")
	}
	return smt.Answer{Verdict: smt.Unsat, Solver: Name}
}

// isSound reports whether a contradiction between owners relies on no assumption. A soft clause
// is parsed again, because later bounds may have proved its assumptions.
func (s *Solver) isSound(owners []int32) bool {
	if slices.Contains(owners, int32(len(s.clauses))) {
		owners = slices.Concat(owners, s.reasons)
	}
	for _, o := range owners {
		if o == assumption {
			return false
		}
		if !s.soft(o) {
			continue
		}
		s.reasons = s.reasons[:0]
		if !s.exact(literal{s.clauses[o].term, true}) || slices.ContainsFunc(s.reasons, s.soft) {
			return false
		}
	}
	return true
}

// soft reports whether an owner is a clause with assumptions.
func (s *Solver) soft(owner int32) bool {
	return owner >= 0 && int(owner) < len(s.clauses) && s.clauses[owner].soft
}

// exact reports whether the atoms of a literal need no assumption.
func (s *Solver) exact(l literal) bool {
	l = l.withoutNot()
	if l.term.Op == term.AndAlso || l.term.Op == term.OrElse {
		return s.exact(literal{l.term.Args[0], l.want}) && s.exact(literal{l.term.Args[1], l.want})
	}
	_, ok := s.parse(l)
	return !ok || len(s.assumptions) == 0
}
