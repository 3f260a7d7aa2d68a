package order

import (
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// unsat is the answer to a contradiction, of which s.core has the owners.
func (s *Solver) unsat() smt.Answer {
	if !s.sound(s.core) {
		return unknown(Name + ": a sum may wrap")
	}
	return smt.Answer{Verdict: smt.Unsat, By: Name}
}

// sound reports whether a contradiction between owners supposes nothing. Clauses of them that
// supposed when they came that a sum does not wrap must not need that by now.
func (s *Solver) sound(owners []int32) bool {
	if slices.Contains(owners, int32(len(s.clauses))) {
		owners = slices.Concat(owners, s.because)
	}
	for _, o := range owners {
		if o == supposed {
			return false
		}
		if !s.soft(o) {
			continue
		}
		s.because = s.because[:0]
		if !s.hard(literal{s.clauses[o].t, true}) || slices.ContainsFunc(s.because, s.soft) {
			return false
		}
	}
	return true
}

// soft reports whether a clause supposes more than it says.
func (s *Solver) soft(owner int32) bool {
	return owner >= 0 && int(owner) < len(s.clauses) && s.clauses[owner].soft
}

// hard reports whether the atoms of a literal need no assumption.
func (s *Solver) hard(l literal) bool {
	for l.t.Op == term.Not {
		l = literal{l.t.Args[0], !l.want}
	}
	if l.t.Op == term.AndAlso || l.t.Op == term.OrElse {
		return s.hard(literal{l.t.Args[0], l.want}) && s.hard(literal{l.t.Args[1], l.want})
	}
	_, ok := s.parse(l)
	return !ok || len(s.assumed) == 0
}
