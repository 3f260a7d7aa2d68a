package smt

import (
	"context"
	"slices"

	"nearmiss/term"
)

// checked evaluates the models of a solver.
type checked struct {
	Solver
	clauses []*term.Term
	bySlot  [][]int32 // clauses that depend on a slot, of the first so many
	listed  int
	over    overlay
	eval    *term.Evaluator
	onFalse func(Falsehood)
}

// Falsehood is a model that does not satisfy the clauses it was given for.
type Falsehood struct {
	By     string
	Clause *term.Term // what does not hold
	Model  []Assignment
}

// Checked returns a solver whose models are those of next that satisfy the
// question and every clause of the path that a change reaches. Another model
// is Unknown, and onFalse, if not nil, hears of it.
func Checked(next Solver, onFalse func(Falsehood)) Solver {
	s := &checked{Solver: next, onFalse: onFalse}
	s.eval = term.NewEvaluator(s.over.env)
	return s
}

func (s *checked) Push(clause *term.Term) {
	s.clauses = append(s.clauses, clause)
	s.Solver.Push(clause)
}

// list lists the clauses by their slots. That waits until a change is checked:
// many a path comes and goes before.
func (s *checked) list() {
	for ; s.listed < len(s.clauses); s.listed++ {
		for _, slot := range s.clauses[s.listed].Slots() {
			for int(slot) >= len(s.bySlot) {
				s.bySlot = append(s.bySlot, nil)
			}
			s.bySlot[slot] = append(s.bySlot[slot], int32(s.listed))
		}
	}
}

func (s *checked) Pop(n int) {
	keep := len(s.clauses) - n
	for ; s.listed > keep; s.listed-- {
		for _, slot := range s.clauses[s.listed-1].Slots() {
			s.bySlot[slot] = s.bySlot[slot][:len(s.bySlot[slot])-1]
		}
	}
	s.clauses = s.clauses[:keep]
	s.Solver.Pop(n)
}

func (s *checked) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	a := s.Solver.Check(ctx, extra, w)
	if a.Verdict != Sat {
		return a
	}
	s.assume(w, a.Changes)
	if !s.eval.Holds(extra) {
		return s.refuse(a, extra)
	}
	s.list()
	for _, c := range a.Changes {
		if c.Slot >= len(s.bySlot) {
			continue
		}
		for _, i := range s.bySlot[c.Slot] {
			if !s.eval.Holds(s.clauses[i]) {
				return s.refuse(a, s.clauses[i])
			}
		}
	}
	return a
}

func (s *checked) Solve(ctx context.Context, w term.Env) Answer {
	a := s.Solver.Solve(ctx, w)
	if a.Verdict != Sat {
		return a
	}
	s.assume(w, a.Changes)
	for _, c := range s.clauses {
		if !s.eval.Holds(c) {
			return s.refuse(a, c)
		}
	}
	return a
}

// assume puts the evaluator under a model.
func (s *checked) assume(w term.Env, changes []Assignment) {
	s.over.over(w)
	for _, c := range changes {
		s.over.set(c.Slot, c.Value)
	}
	s.eval.Reset()
}

func (s *checked) refuse(a Answer, clause *term.Term) Answer {
	if s.onFalse != nil {
		s.onFalse(Falsehood{By: a.By, Clause: clause, Model: slices.Clone(a.Changes)})
	}
	return Answer{By: a.By, Reason: a.By + ": a model that does not hold"}
}
