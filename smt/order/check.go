package order

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// Check asks whether the path and extra hold together.
func (s *Solver) Check(_ context.Context, extra *term.Term, witness term.Env) smt.Answer {
	s.catchUp()
	if len(s.nevers) > 0 {
		s.core = append(s.core[:0], s.nevers[0])
		return s.unsat()
	}
	single := [1]literal{{extra, true}}
	all := [][]literal{single[:]}
	if extra.Op == term.AndAlso || extra.Op == term.OrElse || extra.Op == term.Not {
		if all = expand(single[0]); all == nil {
			return unknown(Name + ": too many alternatives")
		}
	}
	s.values.begin(witness)
	s.left = splits
	if len(s.others) > 0 {
		s.still = true
		out, steps := s.any(all)
		s.still = false
		s.undo(steps)
		switch {
		case out == repaired && s.keeps(extra):
			return s.sat()
		case out == refuted && !slices.Contains(s.core, pinned):
			return s.unsat()
		case out != refuted && out != repaired:
			return s.cannot(out)
		}
		s.back(0)
	}
	out, steps := s.any(all)
	s.undo(steps)
	switch {
	case out == refuted:
		return s.unsat()
	case out != repaired:
		return s.cannot(out)
	case len(s.others) > 0 && !s.keeps(extra):
		return unknown(Name + ": not only comparisons")
	}
	return s.sat()
}

// any takes the first conjunction that can be made true. It returns where the
// trail began.
func (s *Solver) any(all [][]literal) (outcome, int) {
	steps := len(s.trail)
	var cores []int32
	out := refuted
	worst := refuted
	for _, conj := range all {
		s.because = s.because[:0]
		out = s.every(conj)
		if out == repaired {
			return repaired, steps
		}
		s.undo(steps)
		s.back(0)
		if out != refuted {
			worst = out
		}
		if len(all) > 1 && out == refuted { // otherwise the core is that of an earlier question
			cores = append(append(cores, s.core...), s.because...)
		}
	}
	if len(all) > 1 && worst == refuted {
		s.core = append(s.core[:0], cores...)
	}
	return worst, steps
}

// every makes literals true.
func (s *Solver) every(conj []literal) outcome {
	me := int32(len(s.clauses))
	for _, l := range conj {
		a, ok := s.parse(l)
		if !ok {
			return unsupported
		}
		if len(s.assumed) > 0 {
			s.because = append(s.because, supposed)
		}
		if out := s.assumeAtoms(a, me, supposed); out != repaired {
			return out
		}
	}
	return s.settle(0)
}

// assumeAtoms makes the atoms of a literal true that was just parsed, and
// before them what was assumed of it.
func (s *Solver) assumeAtoms(a atoms, owner, assumer int32) outcome {
	for _, atom := range s.assumed {
		if out := s.assume(atom, assumer, false); out != repaired {
			return out
		}
	}
	if a.never {
		s.core = append(s.core[:0], owner)
		return refuted
	}
	for _, atom := range a.list[:a.n] {
		if out := s.assume(atom, owner, a.n == 1); out != repaired {
			return out
		}
	}
	return repaired
}

// keeps reports whether extra holds, which may rely on a soft clause that the
// witness satisfies in another way, and so do the unsupported and soft clauses that
// a change reaches.
func (s *Solver) keeps(extra *term.Term) bool {
	env := s.env()
	if v, ok := term.Eval(extra, env); !ok || v.Bits == 0 {
		return false
	}
	for _, o := range s.others {
		t := s.clauses[o].t
		reached := slices.ContainsFunc(s.moves, func(m move) bool {
			return s.now[m.n] != s.was[m.n] && t.Uses(s.nodes[m.n].slot)
		})
		if !reached {
			continue
		}
		if v, ok := term.Eval(t, env); !ok || v.Bits == 0 {
			return false
		}
	}
	return true
}

// env is the witness as it was changed.
func (s *Solver) env() term.Env {
	return func(slot int) (term.Value, bool) {
		if slot < len(s.bySlot) {
			if n := s.bySlot[slot]; n != zero && int(n) < len(s.round) && s.round[n] == s.current {
				return term.Value{Bits: s.now[n].Bits()}, true
			}
		}
		return s.witness(slot)
	}
}

// sat is the answer with the values as they are now.
func (s *Solver) sat() smt.Answer {
	a := smt.Answer{Verdict: smt.Sat, By: Name}
	for _, m := range s.moves {
		s.report(&a, m.n)
	}
	for _, n := range s.none {
		s.report(&a, n)
	}
	return a
}

// report adds the value of a node to an answer, once.
func (s *Solver) report(a *smt.Answer, n int32) {
	if s.now[n] != s.was[n] {
		s.was[n] = s.now[n]
		a.Changes = append(a.Changes, smt.Assignment{Slot: s.nodes[n].slot, Value: term.Value{Bits: s.now[n].Bits()}})
	}
}

func unknown(why string) smt.Answer {
	return smt.Answer{Verdict: smt.Unknown, By: Name, Reason: why}
}

func (s *Solver) cannot(out outcome) smt.Answer {
	switch out {
	case gaveUp:
		return unknown(Name + ": too many disequalities in too little room")
	case inconsistent:
		if slices.ContainsFunc(s.others, func(o int32) bool { return s.clauses[o].soft }) {
			return unknown(Name + ": a sum may have wrapped")
		}
		return unknown(Name + ": the witness does not satisfy the path")
	}
	return unknown(Name + ": not only comparisons")
}
