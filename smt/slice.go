package smt

import (
	"context"

	"nearmiss/term"
)

// slice asks about the clauses that have to do with the question.
type slice struct {
	groups
	next  Solver
	given []*term.Term // the path of next
	list  []int32
	eval  *term.Evaluator
}

// Slice returns a solver that gives next only the clauses that share slots
// with the question, also by way of others; the witness satisfies the rest.
// next learns of a path not before it is asked, and then of the difference to
// the question before.
func Slice(next Solver) Solver {
	return &slice{next: next, eval: term.NewEvaluator(nil)}
}

func (s *slice) Push(clause *term.Term) { s.push(clause) }

func (s *slice) Pop(n int) {
	for range n {
		s.pop()
	}
}

func (s *slice) Close() error { return s.next.Close() }

func (s *slice) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	s.list = s.groups.with(extra.Slots(), s.list[:0])
	s.give(s.list)
	return s.next.Check(ctx, extra, w)
}

// give makes the path of next the clauses of a list.
func (s *slice) give(list []int32) {
	same := 0
	for same < len(list) && same < len(s.given) && s.given[same] == s.clauses[list[same]].t {
		same++
	}
	if n := len(s.given) - same; n > 0 {
		s.next.Pop(n)
		clear(s.given[same:])
		s.given = s.given[:same]
	}
	for _, i := range list[same:] {
		s.given = append(s.given, s.clauses[i].t)
		s.next.Push(s.clauses[i].t)
	}
}

// Solve asks group by group, leaving those alone that hold.
func (s *slice) Solve(ctx context.Context, w term.Env) Answer {
	s.eval.Under(w)
	answer := Answer{Verdict: Sat, By: "witness"}
	for _, i := range s.loose {
		if t := s.clauses[i].t; !s.eval.Holds(t) {
			return Answer{Verdict: Unsat, Core: []*term.Term{t}, By: "constant"}
		}
	}
	done := make([]bool, len(s.clauses))
	for i := range s.clauses {
		t := s.clauses[i].t
		if done[i] || s.eval.Holds(t) {
			continue
		}
		s.list = s.groups.with(t.Slots()[:1], s.list[:0])
		for _, j := range s.list {
			done[j] = true
		}
		s.give(s.list)
		a := s.next.Solve(ctx, w)
		if a.Verdict == Unsat {
			return a
		}
		answer = both(answer, a)
	}
	return answer
}

// both joins the answers about two groups of clauses, neither of which is
// Unsat.
func both(a, b Answer) Answer {
	switch {
	case a.Verdict == Unknown:
		return a
	case b.Verdict == Unknown:
		return b
	}
	return Answer{Verdict: Sat, Changes: append(a.Changes, b.Changes...), By: b.By}
}
