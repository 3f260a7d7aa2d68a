package smt

import (
	"context"
	"slices"

	"nearmiss/term"
)

// A checked is the solver of Checked: it evaluates the models of another solver.
type checked struct {
	Solver
	clauses   []*term.Term
	bySlot    [][]int32 // by slot: indices of the clauses that depend on the slot, among the first indexed clauses of the path
	indexed   int       // number of first clauses that bySlot has
	overrides overlay   // the witness with the changes of the model under check
	eval      *term.Evaluator
	onFalse   func(Falsehood) // receives the models that violate a clause; may be nil
}

// Falsehood is a model that violates a clause it was given for.
type Falsehood struct {
	Solver string     // name of the solver that returned the model
	Clause *term.Term // the violated clause
	Model  []Assignment
}

// Checked returns a solver that accepts a model of next only if it satisfies extra and every
// clause of the path that depends on a changed slot. For any other model the answer is Unknown,
// and onFalse, if not nil, receives the model.
func Checked(next Solver, onFalse func(Falsehood)) Solver {
	s := &checked{Solver: next, onFalse: onFalse}
	s.eval = term.NewEvaluator(s.overrides.env)
	return s
}

func (s *checked) Push(clause *term.Term) {
	s.clauses = append(s.clauses, clause)
	s.Solver.Push(clause)
}

// indexClauses adds new clauses to bySlot. It waits until a model is checked, because many
// clauses are popped before.
func (s *checked) indexClauses() {
	for ; s.indexed < len(s.clauses); s.indexed++ {
		for _, slot := range s.clauses[s.indexed].Slots() {
			for int(slot) >= len(s.bySlot) {
				s.bySlot = append(s.bySlot, nil)
			}
			s.bySlot[slot] = append(s.bySlot[slot], int32(s.indexed))
		}
	}
}

func (s *checked) Pop(n int) {
	keep := len(s.clauses) - n
	for ; s.indexed > keep; s.indexed-- {
		for _, slot := range s.clauses[s.indexed-1].Slots() {
			s.bySlot[slot] = s.bySlot[slot][:len(s.bySlot[slot])-1]
		}
	}
	s.clauses = s.clauses[:keep]
	s.Solver.Pop(n)
}

func (s *checked) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	answer := s.Solver.Check(ctx, extra, w)
	if answer.Verdict != Sat {
		return answer
	}
	s.useModel(w, answer.Changes)
	if !s.eval.Holds(extra) {
		return s.reject(answer, extra)
	}
	s.indexClauses()
	for _, c := range answer.Changes {
		if c.Slot >= len(s.bySlot) {
			continue
		}
		for _, i := range s.bySlot[c.Slot] {
			if !s.eval.Holds(s.clauses[i]) {
				return s.reject(answer, s.clauses[i])
			}
		}
	}
	return answer
}

func (s *checked) Solve(ctx context.Context, w term.Env) Answer {
	a := s.Solver.Solve(ctx, w)
	if a.Verdict != Sat {
		return a
	}
	s.useModel(w, a.Changes)
	for _, c := range s.clauses {
		if !s.eval.Holds(c) {
			return s.reject(a, c)
		}
	}
	return a
}

// useModel sets the environment of the evaluator to a model.
func (s *checked) useModel(w term.Env, changes []Assignment) {
	s.overrides.reset(w)
	for _, c := range changes {
		s.overrides.set(c.Slot, c.Value)
	}
	s.eval.Reset()
}

func (s *checked) reject(a Answer, clause *term.Term) Answer {
	if s.onFalse != nil {
		s.onFalse(Falsehood{Solver: a.Solver, Clause: clause, Model: slices.Clone(a.Changes)})
	}
	return Answer{Solver: a.Solver, Reason: a.Solver + ": a model violates a clause"}
}
