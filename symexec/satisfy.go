package symexec

import (
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// Satisfy asks the solver for an input that satisfies the clauses of prefix and extra, whose terms
// belong to the executor's builder. The clauses that hold for all inputs may be omitted. Nothing is
// executed. If start satisfies prefix, the solver works on the difference only: words that keep
// their values need no solving. With Sat, Satisfy returns the input, in the form that ExploreFrom
// takes. The error is about start, or the context's.
//
// The solver keeps the clauses of the prefix for the next question until a path is executed.
func (e *Executor) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	m := e.machine
	if err := e.setWitness(start); err != nil {
		return smt.Answer{}, nil, err
	}
	m.ctx, m.end = ctx, nil
	if rules := e.shape.rules; len(prefix) < len(rules) || !slices.Equal(prefix[:len(rules)], rules) {
		prefix = slices.Concat(e.shape.rules, prefix)
	}
	answer := smt.Answer{Reason: "there is no solver"}
	m.confine(func() {
		if m.solver != nil {
			answer = m.solve(prefix, extra)
		}
	})
	if m.end != nil {
		answer, m.end = smt.Answer{Reason: m.end.Detail}, nil
	}
	switch {
	case answer.Verdict == smt.Unknown && ctx.Err() != nil:
		return answer, nil, ctx.Err()
	case answer.Verdict != smt.Sat:
		return answer, nil, nil
	}
	return answer, e.shape.vector(m.witness.words), nil
}

// solve asks the solver for an input that satisfies prefix and extra. If there is one, it becomes
// the witness.
func (m *machine) solve(prefix []*term.Term, extra *term.Term) smt.Answer {
	m.foreignCode = solving
	m.setStack(prefix)
	var answer smt.Answer
	if m.firstViolated(prefix) == nil {
		answer = m.solver.Check(m.ctx, extra, m.witness.env)
	} else {
		m.setStack(append(slices.Clip(prefix), extra))
		answer = m.solver.Solve(m.ctx, m.witness.env)
	}
	if answer.Verdict == smt.Sat {
		m.witness.change(answer.Changes)
		if bad := m.firstViolated(append(slices.Clip(prefix), extra)); bad != nil {
			panic("symexec: BUG: the model of " + answer.Solver + " contradicts " + bad.String())
		}
	}
	m.foreignCode = noForeignCode
	return answer
}

// setStack pops and pushes clauses until the solver's stack consists of the given clauses.
func (m *machine) setStack(clauses []*term.Term) {
	same := 0
	for same < min(len(clauses), len(m.stackClauses)) && clauses[same] == m.stackClauses[same] {
		same++
	}
	if n := len(m.stackClauses) - same; n > 0 {
		m.solver.Pop(n)
	}
	m.stackClauses = append(m.stackClauses[:same], clauses[same:]...)
	for _, t := range clauses[same:] {
		m.solver.Push(t)
	}
}

// clearStack empties the solver's stack.
func (m *machine) clearStack() {
	if len(m.stackClauses) > 0 {
		m.confine(func() {
			m.foreignCode = solving
			m.setStack(nil)
			m.foreignCode = noForeignCode
		})
	}
}

// firstViolated returns the first clause that the witness does not satisfy, nil if
// there is none.
func (m *machine) firstViolated(clauses []*term.Term) *term.Term {
	for _, t := range clauses {
		if !m.witness.holds(t) {
			return t
		}
	}
	return nil
}

// A witness is an input that satisfies the path so far, with an evaluator of terms under this
// input.
type witness struct {
	words []uint64 // by slot
	eval  *term.Evaluator
	env   term.Env
}

func (w *witness) reset(words []uint64) {
	w.words = append(w.words[:0], words...)
	if w.eval == nil {
		w.env = func(slot int) (term.Value, bool) { return term.Value{Bits: w.words[slot]}, true }
		w.eval = term.NewWordEvaluator(func(slot int) uint64 { return w.words[slot] })
	}
	w.eval.Reset()
}

// change applies the changes of a model.
func (w *witness) change(changes []smt.Assignment) {
	for _, c := range changes {
		w.words[c.Slot] = c.Value.Bits
		w.eval.Changed(c.Slot)
	}
}

// holds reports whether a condition is defined and true.
func (w *witness) holds(t *term.Term) bool { return w.eval.Holds(t) }

// setWitness makes v the current witness.
func (e *Executor) setWitness(v input.Vector) error {
	words, err := e.firstWords(v)
	if err == nil {
		e.machine.witness.reset(words)
	}
	return err
}

// HoldsUnder returns a function that reports whether a clause of this executor's paths holds under an
// input, without a run. The function is valid until the next call of a method of the executor.
func (e *Executor) HoldsUnder(v input.Vector) (holds func(clause *term.Term) bool, err error) {
	words, err := e.firstWords(v)
	if err != nil {
		return nil, err
	}
	e.underBuffer.reset(words)
	return e.underBuffer.holds, nil
}

// DistanceUnder returns a function that returns the distance of an input from satisfying a clause
// of this executor's paths, without a run; false if the distance is not defined. The function is
// valid until the next call of a method of the executor.
func (e *Executor) DistanceUnder(v input.Vector) (distance func(clause *term.Term) (term.Dist, bool), err error) {
	words, err := e.firstWords(v)
	if err != nil {
		return nil, err
	}
	e.underBuffer.reset(words)
	return func(clause *term.Term) (term.Dist, bool) { return e.underBuffer.eval.Distance(clause, true) }, nil
}
