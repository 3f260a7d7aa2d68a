package smt

import (
	"context"

	"nearmiss/internal/probe"
	"nearmiss/term"
)

// contradiction finds constants, and conditions whose negation is on the path.
type contradiction struct {
	Solver
	clauses []*term.Term
	on      map[literal]*entry // what is on the path
	never   []*term.Term       // clauses that are false whatever the slots are
	eval    *term.Evaluator
}

// literal is a condition and its outcome, such that a condition and its
// negation differ in the outcome alone.
type literal struct {
	op   term.Op
	a, b *term.Term
	want bool
}

// entry counts the clauses with a literal.
type entry struct {
	clause *term.Term
	n      int
}

// Contradiction returns a solver that asks next only if neither a constant nor
// the negation of a clause on the path decides. The path holds of its own.
func Contradiction(next Solver) Solver {
	return &contradiction{Solver: next, on: make(map[literal]*entry), eval: term.NewEvaluator(unset)}
}

// unset is the environment of constants.
func unset(int) (term.Value, bool) { return term.Value{}, false }

func literalOf(t *term.Term) literal {
	want := true
	for t.Op == term.Not {
		t, want = t.Args[0], !want
	}
	r, ok := t.Op.Rel()
	if !ok {
		return literal{a: t, want: want}
	}
	if t.Args[0].Sort.Kind != term.Float || r == probe.NE {
		if n := r.Negate(); n < r {
			r, want = n, !want
		}
	}
	return literal{term.RelOp(r), t.Args[0], t.Args[1], want}
}

func (s *contradiction) Push(clause *term.Term) {
	s.clauses = append(s.clauses, clause)
	if s.constantly(clause, false) {
		s.never = append(s.never, clause)
	}
	l := literalOf(clause)
	e := s.on[l]
	if e == nil {
		e = &entry{clause: clause}
		s.on[l] = e
	}
	e.n++
	s.Solver.Push(clause)
}

// constantly reports whether a clause depends on no slot, and holds or does
// not.
func (s *contradiction) constantly(clause *term.Term, holds bool) bool {
	return clause.Ground() && s.eval.Holds(clause) == holds
}

func (s *contradiction) Pop(n int) {
	for range n {
		last := len(s.clauses) - 1
		c := s.clauses[last]
		s.clauses = s.clauses[:last]
		if k := len(s.never); k > 0 && s.never[k-1] == c {
			s.never = s.never[:k-1]
		}
		l := literalOf(c)
		e := s.on[l]
		if e.n--; e.n == 0 {
			delete(s.on, l)
		}
	}
	s.Solver.Pop(n)
}

func (s *contradiction) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	if s.constantly(extra, false) {
		return Answer{Verdict: Unsat, Core: []*term.Term{extra}, By: "constant"}
	}
	l := literalOf(extra)
	l.want = !l.want
	if e := s.on[l]; e != nil {
		return Answer{Verdict: Unsat, Core: []*term.Term{e.clause, extra}, By: "negation"}
	}
	return s.Solver.Check(ctx, extra, w)
}

func (s *contradiction) Solve(ctx context.Context, w term.Env) Answer {
	if len(s.never) > 0 {
		return Answer{Verdict: Unsat, Core: s.never[:1:1], By: "constant"}
	}
	for _, c := range s.clauses {
		l := literalOf(c)
		l.want = !l.want
		if e := s.on[l]; e != nil {
			return Answer{Verdict: Unsat, Core: []*term.Term{e.clause, c}, By: "negation"}
		}
	}
	return s.Solver.Solve(ctx, w)
}
