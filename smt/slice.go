package smt

import (
	"context"
	"slices"

	"nearmiss/term"
)

// A slice is the solver of Slice: it queries next about the clauses that are connected with the
// query.
type slice struct {
	groups
	next      Solver
	synced    []*term.Term // clauses on the path of next
	shrunk    int          // the builder's Shrunk at the last query
	overrides overlay      // the witness with the fixed slots at their values
	eval      *term.Evaluator
}

// Slice returns a solver that passes to next only the clauses that share slots with the query,
// directly or through other clauses. The witness satisfies all other clauses. The path of next
// is updated at queries only, by the difference to the query before.
func Slice(next Solver) Solver {
	s := &slice{next: next}
	s.eval = term.NewEvaluator(s.overrides.env)
	return s
}

func (s *slice) Close() error { return s.next.Close() }

func (s *slice) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	if !s.sync(ctx, s.connected(extra.Slots())) {
		return notSynced
	}
	return s.next.Check(ctx, extra, w)
}

// sync makes the path of next equal to the clauses of a list, and reports whether it finished
// before ctx ended.
func (s *slice) sync(ctx context.Context, list []int32) bool {
	same := 0
	if len(list) > 0 {
		s.dropTerms(s.clauses[list[0]].Builder())
	}
	for same < len(list) && same < len(s.synced) && s.synced[same] == s.clauses[list[same]] {
		same++
	}
	if n := len(s.synced) - same; n > 0 {
		s.next.Pop(n)
		clear(s.synced[same:])
		s.synced = s.synced[:same]
	}
	for n, i := range list[same:] {
		if Late(ctx, n+1) {
			return false
		}
		s.synced = append(s.synced, s.clauses[i])
		s.next.Push(s.clauses[i])
	}
	return true
}

// dropTerms empties the path of next if the builder has dropped terms, so that next can drop
// them too.
func (s *slice) dropTerms(b *term.Builder) {
	if b.Shrunk() == s.shrunk {
		return
	}
	s.shrunk = b.Shrunk()
	s.next.Pop(len(s.synced))
	clear(s.synced)
	s.synced = s.synced[:0]
}

// Solve queries next group by group. It skips groups that hold when the fixed slots have their
// values.
func (s *slice) Solve(ctx context.Context, w term.Env) Answer {
	answer := Answer{Verdict: Sat, Changes: s.fixAll(w), Solver: "witness"}
	done := make([]bool, len(s.clauses))
	for i, t := range s.clauses {
		if done[i] || s.eval.Holds(t) {
			continue
		}
		if !slices.ContainsFunc(t.Slots(), func(slot int32) bool { return s.fixedBy[slot] < 0 }) {
			return Answer{Verdict: Unsat, Solver: "constant"}
		}
		list := s.connected(t.Slots())
		for _, j := range list {
			done[j] = true
		}
		if !s.sync(ctx, list) {
			return notSynced
		}
		a := s.next.Solve(ctx, s.overrides.env)
		if a.Verdict == Unsat {
			return a
		}
		answer = mergeAnswers(answer, a)
	}
	return answer
}

// fixAll assigns the fixed slots their values in the overlay, and returns the changes.
func (s *slice) fixAll(w term.Env) (changes []Assignment) {
	s.overrides.reset(w)
	for i, t := range s.clauses {
		slot, bits, ok := fixedSlot(t)
		if !ok || s.fixedBy[slot] != int32(i) {
			continue
		}
		if v, ok := w(slot); !ok || v.Bits != bits {
			changes = append(changes, Assignment{slot, term.Value{Bits: bits}})
			s.overrides.set(slot, term.Value{Bits: bits})
		}
	}
	s.eval.Reset()
	return changes
}

// mergeAnswers joins the answers about two groups of clauses. Neither answer is Unsat.
func mergeAnswers(a, b Answer) Answer {
	switch {
	case a.Verdict == Unknown:
		return a
	case b.Verdict == Unknown:
		return b
	}
	return Answer{Verdict: Sat, Changes: append(a.Changes, b.Changes...), Solver: b.Solver}
}
