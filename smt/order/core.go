package order

import (
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// unsat is the answer with the clauses that owners stand for, and those whose
// bounds they rely on; unless something was only supposed.
func (s *Solver) unsat(extra *term.Term, owners []int32) smt.Answer {
	all := make([]int32, 0, len(owners)+len(s.because))
	all = append(all, owners...)
	if slices.Contains(all, int32(len(s.clauses))) {
		all = append(all, s.because...)
	}
	all = s.close(all)
	if all = s.harden(all); all == nil {
		return unknown(Name + ": a sum may wrap")
	}
	a := smt.Answer{Verdict: smt.Unsat, By: Name}
	a.Core = make([]*term.Term, 0, len(all))
	for _, o := range all {
		switch {
		case o == int32(len(s.clauses)):
			a.Core = append(a.Core, extra)
		case o >= 0:
			a.Core = append(a.Core, s.clauses[o].t)
		}
	}
	return a
}

// harden adds to owners those whose bounds show by now that the sums in soft
// ones do not wrap; nil if they do not show it.
func (s *Solver) harden(owners []int32) []int32 {
	if slices.Contains(owners, supposed) {
		return nil
	}
	n := len(owners)
	for _, o := range owners[:n] {
		if o < 0 || int(o) >= len(s.clauses) || !s.clauses[o].soft {
			continue
		}
		s.because = s.because[:0]
		if !s.hard(literal{s.clauses[o].t, true}) {
			return nil
		}
		for _, b := range s.close(slices.Clone(s.because)) {
			if b < 0 || s.clauses[b].soft {
				return nil
			}
			owners = append(owners, b)
		}
	}
	slices.Sort(owners)
	return slices.Compact(owners)
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

// close sorts owners and adds those on whose bounds they rely.
func (s *Solver) close(owners []int32) []int32 {
	for {
		slices.Sort(owners)
		owners = slices.Compact(owners)
		n := len(owners)
		for _, o := range owners[:n] {
			if o < 0 || int(o) >= len(s.clauses) {
				continue
			}
			for _, b := range s.clauses[o].because {
				if _, ok := slices.BinarySearch(owners[:n], b); !ok {
					owners = append(owners, b)
				}
			}
		}
		if len(owners) == n {
			return owners
		}
	}
}
