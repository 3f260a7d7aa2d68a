package symexec

import (
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// Satisfy asks the solver for an input that satisfies the clauses of prefix and
// extra, of terms of the executor's builder; the clauses that hold of all inputs need
// not be among them. Nothing is executed. An input that satisfies
// the prefix should be given to start from: what the answer leaves as it was
// there needs no solving. With Sat comes the input, in the form that
// ExploreFrom takes. The error is about start, or the context's.
//
// What the solver was told of a prefix it keeps for the next question until
// something is executed.
func (e *Executor) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	m := e.m
	if err := e.witness(start); err != nil {
		return smt.Answer{}, nil, err
	}
	m.ctx, m.end = ctx, nil
	if rules := e.shape.rules; len(prefix) < len(rules) || !slices.Equal(prefix[:len(rules)], rules) {
		prefix = slices.Concat(e.shape.rules, prefix)
	}
	a := smt.Answer{Reason: "there is no solver"}
	m.confine(func() {
		if m.solver != nil {
			a = m.solve(prefix, extra)
		}
	})
	if m.end != nil {
		a, m.end = smt.Answer{Reason: m.end.What}, nil
	}
	switch {
	case a.Verdict == smt.Unknown && ctx.Err() != nil:
		return a, nil, ctx.Err()
	case a.Verdict != smt.Sat:
		return a, nil, nil
	}
	return a, e.shape.vector(m.wit.words), nil
}

// solve asks for a witness of some clauses and one more.
func (m *machine) solve(prefix []*term.Term, extra *term.Term) smt.Answer {
	m.calls = solving
	m.hold(prefix)
	var a smt.Answer
	if m.allHold(prefix) == nil {
		a = m.solver.Check(m.ctx, extra, m.wit.env)
	} else {
		m.hold(append(slices.Clip(prefix), extra))
		a = m.solver.Solve(m.ctx, m.wit.env)
	}
	if a.Verdict == smt.Sat {
		m.wit.change(a.Changes)
		if bad := m.allHold(append(slices.Clip(prefix), extra)); bad != nil {
			panic("symexec: BUG: the model of " + a.By + " contradicts " + bad.String())
		}
	}
	m.calls = nobody
	return a
}

// hold makes the solver's stack the clauses given.
func (m *machine) hold(clauses []*term.Term) {
	same := 0
	for same < min(len(clauses), len(m.held)) && clauses[same] == m.held[same] {
		same++
	}
	if n := len(m.held) - same; n > 0 {
		m.solver.Pop(n)
	}
	m.held = append(m.held[:same], clauses[same:]...)
	for _, t := range clauses[same:] {
		m.solver.Push(t)
	}
}

// letGo empties the solver's stack.
func (m *machine) letGo() {
	if len(m.held) > 0 {
		m.confine(func() {
			m.calls = solving
			m.hold(nil)
			m.calls = nobody
		})
	}
}

// allHold returns the first clause that the witness does not satisfy, nil if
// there is none.
func (m *machine) allHold(clauses []*term.Term) *term.Term {
	for _, t := range clauses {
		if !m.wit.holds(t) {
			return t
		}
	}
	return nil
}

// A witness is an input that satisfies the path so far, and what terms are
// under it.
type witness struct {
	words []uint64
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

// witness makes an input the witness.
func (e *Executor) witness(v input.Vector) error {
	words, err := e.firstWords(v)
	if err == nil {
		e.m.wit.reset(words)
	}
	return err
}

// Under returns a function that tells whether clauses of this executor's paths hold under
// an input, which is not run. It is valid until the executor is asked for anything else.
func (e *Executor) Under(v input.Vector) (holds func(clause *term.Term) bool, err error) {
	words, err := e.firstWords(v)
	if err != nil {
		return nil, err
	}
	e.under.reset(words)
	return e.under.holds, nil
}

// Away returns a function that tells how far an input, which is not run, is from satisfying
// clauses of this executor's paths; false if that is not defined. It is valid until the
// executor is asked for anything else.
func (e *Executor) Away(v input.Vector) (distance func(clause *term.Term) (term.Dist, bool), err error) {
	words, err := e.firstWords(v)
	if err != nil {
		return nil, err
	}
	e.under.reset(words)
	return func(clause *term.Term) (term.Dist, bool) { return e.under.eval.Distance(clause, true) }, nil
}
