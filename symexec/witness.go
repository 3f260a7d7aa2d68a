package symexec

import (
	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

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
