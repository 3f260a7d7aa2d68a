package order

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// Solve implements smt.Solver. It assumes one clause after the other, up to the first
// contradiction.
func (s *Solver) Solve(_ context.Context, witness term.Env) smt.Answer {
	if s.solveSolver == nil {
		s.solveSolver = New()
	}
	solver := s.solveSolver
	solver.undo(0)
	defer solver.removeAll()
	solver.values.begin(witness)
	solver.splitsLeft, solver.reasons = maxSplits, solver.reasons[:0]
	if out := solver.assumeAll(s.clauses); out == refuted {
		return solver.unsat()
	} else if out != repaired {
		return solver.unknownAnswer(out)
	}
	solver.eval.Reset()
	for _, o := range solver.inexact {
		if !solver.eval.Holds(solver.clauses[o].term) {
			return unknown("not only comparisons")
		}
	}
	return solver.sat()
}

// removeAll removes all clauses from the graph.
func (s *Solver) removeAll() {
	clear(s.clauses)
	s.clauses, s.inexact = s.clauses[:0], s.inexact[:0]
}

// assumeAll adds the clauses of a path and repairs the values after each.
func (s *Solver) assumeAll(path []clause) outcome {
	for i := range path {
		me := int32(i)
		s.clauses = append(s.clauses, clause{term: path[i].term})
		s.reasons = s.reasons[:0]
		out := s.assumeClause(literal{path[i].term, true}, me)
		c := &s.clauses[me]
		s.classify(c, me)
		if out != repaired {
			return out
		}
	}
	return s.repairDisequalities(0)
}

// assumeClause adds a literal like addLiteral and repairs the values.
func (s *Solver) assumeClause(lit literal, me int32) outcome {
	lit = lit.withoutNot()
	switch {
	case lit.term.Op == term.AndAlso && lit.want, lit.term.Op == term.OrElse && !lit.want:
		if out := s.assumeClause(literal{lit.term.Args[0], lit.want}, me); out != repaired {
			return out
		}
		return s.assumeClause(literal{lit.term.Args[1], lit.want}, me)
	case lit.term.Op == term.AndAlso, lit.term.Op == term.OrElse:
		s.clauses[me].unsupported = true
		from := len(s.reasons)
		s.assumeDisjunction(lit)
		s.reasons = s.reasons[:from]
		return repaired
	}
	return s.assumeLiteral(lit, me)
}

// assumeLiteral is assumeClause for a literal that is no conjunction.
func (s *Solver) assumeLiteral(l literal, me int32) outcome {
	from, owner := len(s.reasons), me
	parsed, ok := s.parse(l)
	c := &s.clauses[me]
	switch {
	case !ok:
		c.unsupported = true
		s.reasons = s.reasons[:from]
		return repaired
	case slices.Contains(s.reasons[from:], assumption):
		c.soft, owner = true, assumption
		s.reasons = s.reasons[:from]
	case len(s.assumptions) > 0:
		c.soft = true
	}
	return s.assumeAtoms(parsed, owner, owner)
}

// assumeDisjunction satisfies one alternative of a disjunction: one that holds already, or the
// first that can be satisfied. An unsat core with the alternative proves nothing, because
// another one may be satisfiable.
func (s *Solver) assumeDisjunction(l literal) {
	all := expand(l)
	s.eval.Reset()
	holds := func(conj []literal) bool {
		return !slices.ContainsFunc(conj, func(l literal) bool {
			bits, ok := s.eval.Bits(l.term)
			return !ok || (bits != 0) != l.want
		})
	}
	if i := slices.IndexFunc(all, holds); i > 0 {
		all[0], all[i] = all[i], all[0]
	}
	for _, conj := range all {
		steps, moves := len(s.trail), len(s.moves)
		if s.assumeConjunction(conj) {
			return
		}
		s.undo(steps)
		s.undoMoves(moves)
	}
}

func (s *Solver) assumeConjunction(conj []literal) bool {
	for _, l := range conj {
		a, ok := s.parse(l)
		if !ok || s.assumeAtoms(a, assumption, assumption) != repaired {
			return false
		}
	}
	return true
}
