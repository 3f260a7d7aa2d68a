package smt

import (
	"context"

	"nearmiss/term"
)

// witness answers queries that the witness satisfies.
type witness struct {
	Solver
	clauses []*term.Term
	eval    *term.Evaluator
}

// Witness returns a solver that queries next only if the witness does not satisfy the query.
func Witness(next Solver) Solver {
	return &witness{Solver: next, eval: term.NewEvaluator(nil)}
}

func (s *witness) Push(clause *term.Term) {
	s.clauses = append(s.clauses, clause)
	s.Solver.Push(clause)
}

func (s *witness) Pop(n int) {
	s.clauses = s.clauses[:len(s.clauses)-n]
	s.Solver.Pop(n)
}

func (s *witness) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	s.eval.SetEnv(w)
	if s.eval.Holds(extra) {
		return Answer{Verdict: Sat, Solver: "witness"}
	}
	return s.Solver.Check(ctx, extra, w)
}

func (s *witness) Solve(ctx context.Context, w term.Env) Answer {
	s.eval.SetEnv(w)
	for _, c := range s.clauses {
		if !s.eval.Holds(c) {
			return s.Solver.Solve(ctx, w)
		}
	}
	return Answer{Verdict: Sat, Solver: "witness"}
}
