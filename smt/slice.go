package smt

import (
	"context"
	"slices"

	"nearmiss/term"
)

// slice asks about the clauses that have to do with the question.
type slice struct {
	Groups
	next   Solver
	given  []*term.Term // the path of next
	shrunk int          // terms were forgotten so often when it was asked last
	over   overlay
	eval   *term.Evaluator
}

// Slice returns a solver that gives next only the clauses that share slots
// with the question, also by way of others; the witness satisfies the rest.
// next learns of a path not before it is asked, and then of the difference to
// the question before.
func Slice(next Solver) Solver {
	s := &slice{next: next}
	s.eval = term.NewEvaluator(s.over.env)
	return s
}

func (s *slice) Close() error { return s.next.Close() }

func (s *slice) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	if !s.give(ctx, s.with(extra.Slots())) {
		return notTold
	}
	return s.next.Check(ctx, extra, w)
}

// give makes the path of next the clauses of a list, and reports whether it
// could before ctx ended.
func (s *slice) give(ctx context.Context, list []int32) bool {
	same := 0
	if len(list) > 0 {
		s.forget(s.clauses[list[0]].Builder())
	}
	for same < len(list) && same < len(s.given) && s.given[same] == s.clauses[list[same]] {
		same++
	}
	if n := len(s.given) - same; n > 0 {
		s.next.Pop(n)
		clear(s.given[same:])
		s.given = s.given[:same]
	}
	for n, i := range list[same:] {
		if Late(ctx, n+1) {
			return false
		}
		s.given = append(s.given, s.clauses[i])
		s.next.Push(s.clauses[i])
	}
	return true
}

// forget empties the path of next when the builder has forgotten terms, so
// that next can do so too.
func (s *slice) forget(b *term.Builder) {
	if b.Shrunk() == s.shrunk {
		return
	}
	s.shrunk = b.Shrunk()
	s.next.Pop(len(s.given))
	clear(s.given)
	s.given = s.given[:0]
}

// Solve asks group by group, leaving those alone that hold when the fixed
// slots have their values.
func (s *slice) Solve(ctx context.Context, w term.Env) Answer {
	answer := Answer{Verdict: Sat, Changes: s.fixAll(w), By: "witness"}
	done := make([]bool, len(s.clauses))
	for i, t := range s.clauses {
		if done[i] || s.eval.Holds(t) {
			continue
		}
		if !slices.ContainsFunc(t.Slots(), func(slot int32) bool { return s.fix[slot] < 0 }) {
			return Answer{Verdict: Unsat, By: "constant"}
		}
		list := s.with(t.Slots())
		for _, j := range list {
			done[j] = true
		}
		if !s.give(ctx, list) {
			return notTold
		}
		a := s.next.Solve(ctx, s.over.env)
		if a.Verdict == Unsat {
			return a
		}
		answer = both(answer, a)
	}
	return answer
}

// fixAll puts the fixed slots under their values, and returns what that changes.
func (s *slice) fixAll(w term.Env) (changes []Assignment) {
	s.over.over(w)
	for i, t := range s.clauses {
		slot, bits, ok := fixes(t)
		if !ok || s.fix[slot] != int32(i) {
			continue
		}
		if v, ok := w(slot); !ok || v.Bits != bits {
			changes = append(changes, Assignment{slot, term.Value{Bits: bits}})
			s.over.set(slot, term.Value{Bits: bits})
		}
	}
	s.eval.Reset()
	return changes
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
