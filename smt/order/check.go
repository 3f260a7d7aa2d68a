package order

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// Check implements smt.Solver.
func (s *Solver) Check(_ context.Context, extra *term.Term, witness term.Env) smt.Answer {
	s.sync()
	if len(s.falseClauses) > 0 {
		s.core = append(s.core[:0], s.falseClauses[0])
		return s.unsat()
	}
	single := [1]literal{{extra, true}}
	all := [][]literal{single[:]}
	if extra.Op == term.AndAlso || extra.Op == term.OrElse || extra.Op == term.Not {
		if all = expand(single[0]); all == nil {
			return unknown("too many alternatives")
		}
	}
	s.values.begin(witness)
	s.splitsLeft = maxSplits
	if len(s.inexact) > 0 {
		s.keepPinned = true
		out, steps := s.satisfyAny(all)
		s.keepPinned = false
		s.undo(steps)
		switch {
		case out == repaired && s.modelHolds(extra):
			return s.sat()
		case out == refuted && !slices.Contains(s.core, pinned):
			return s.unsat()
		case out != refuted && out != repaired:
			return s.unknownAnswer(out)
		}
		s.undoMoves(0)
	}
	out, steps := s.satisfyAny(all)
	s.undo(steps)
	switch {
	case out == refuted:
		return s.unsat()
	case out != repaired:
		return s.unknownAnswer(out)
	case len(s.inexact) > 0 && !s.modelHolds(extra):
		return unknown("not only comparisons")
	}
	return s.sat()
}

// satisfyAny satisfies the first conjunction that it can. It returns the length of the trail
// before. If all conjunctions are refuted, s.core has the cores of all of them.
func (s *Solver) satisfyAny(all [][]literal) (outcome, int) {
	steps := len(s.trail)
	var cores []int32
	out := refuted
	worst := refuted
	for _, conj := range all {
		s.reasons = s.reasons[:0]
		out = s.satisfyAll(conj)
		if out == repaired {
			return repaired, steps
		}
		s.undo(steps)
		s.undoMoves(0)
		if out != refuted {
			worst = out
		}
		if len(all) > 1 && out == refuted { // with one conjunction s.core is its core already
			cores = append(append(cores, s.core...), s.reasons...)
		}
	}
	if len(all) > 1 && worst == refuted {
		s.core = append(s.core[:0], cores...)
	}
	return worst, steps
}

// satisfyAll satisfies the literals of a conjunction.
func (s *Solver) satisfyAll(conj []literal) outcome {
	me := int32(len(s.clauses))
	for _, l := range conj {
		a, ok := s.parse(l)
		if !ok {
			return unsupported
		}
		if len(s.assumptions) > 0 {
			s.reasons = append(s.reasons, assumption)
		}
		if out := s.assumeAtoms(a, me, assumption); out != repaired {
			return out
		}
	}
	return s.repairDisequalities(0)
}

// assumeAtoms adds the atoms of the literal that was parsed last, with owner, after the assumptions
// of its atoms, with the owner assumer.
func (s *Solver) assumeAtoms(parsed atoms, owner, assumer int32) outcome {
	for _, atom := range s.assumptions {
		if out := s.assume(atom, assumer, false); out != repaired {
			return out
		}
	}
	if parsed.isFalse {
		s.core = append(s.core[:0], owner)
		return refuted
	}
	for _, atom := range parsed.list[:parsed.n] {
		if out := s.assume(atom, owner, parsed.n == 1); out != repaired {
			return out
		}
	}
	return repaired
}

// modelHolds reports whether extra holds under the model, and so do the inexact clauses that
// depend on a changed slot. extra may rely on a soft clause that the witness satisfies although
// a sum wraps.
func (s *Solver) modelHolds(extra *term.Term) bool {
	s.eval.Reset()
	if !s.eval.Holds(extra) {
		return false
	}
	for _, o := range s.inexact {
		t := s.clauses[o].term
		reached := slices.ContainsFunc(s.moves, func(m move) bool {
			return s.value[m.node] != s.witnessValue[m.node] && t.Uses(s.nodes[m.node].slot)
		})
		if reached && !s.eval.Holds(t) {
			return false
		}
	}
	return true
}

// env is the witness with the changes, as a term.Env.
func (s *Solver) env(slot int) (term.Value, bool) {
	if slot < len(s.bySlot) {
		if n := s.bySlot[slot]; n != zero && int(n) < len(s.query) && s.query[n] == s.currentQuery {
			return term.Value{Bits: s.value[n].Bits()}, true
		}
	}
	return s.witness(slot)
}

// sat returns the answer with the current values.
func (s *Solver) sat() smt.Answer {
	a := smt.Answer{Verdict: smt.Sat, Solver: Name}
	for _, m := range s.moves {
		s.report(&a, m.node)
	}
	for _, n := range s.undefined {
		s.report(&a, n)
	}
	return a
}

// report adds the value of a node to an answer once.
func (s *Solver) report(a *smt.Answer, n int32) {
	if s.value[n] != s.witnessValue[n] {
		s.witnessValue[n] = s.value[n]
		a.Changes = append(a.Changes, smt.Assignment{Slot: s.nodes[n].slot, Value: term.Value{Bits: s.value[n].Bits()}})
	}
}

func unknown(why string) smt.Answer {
	return smt.Answer{Verdict: smt.Unknown, Solver: Name, Reason: Name + ": " + why}
}

func (s *Solver) unknownAnswer(out outcome) smt.Answer {
	switch out {
	case limitReached:
		return unknown("too many disequalities for the values in range")
	case inconsistent:
		if slices.ContainsFunc(s.inexact, func(o int32) bool { return s.clauses[o].soft }) {
			return unknown("a sum may have wrapped")
		}
		return unknown("the witness does not satisfy the path")
	}
	return unknown("not only comparisons")
}
