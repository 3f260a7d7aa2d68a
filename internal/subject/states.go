package subject

import (
	"fmt"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

// Entries of a subject that was made with Options.States, of a method of an object.
const (
	EntryCall    = iota // the method, of objects that calls have made
	EntryState          // nothing is called: the state in which the method would be entered
	EntryLiteral        // the method, of objects as plain data
)

// signStates works out the three entries of a method of an object. It reports whether the
// function is one.
func (s *Subject) signStates() (object bool, err error) {
	if s.Func.Obj.Signature().Recv() == nil {
		return false, nil
	}
	legal := s.coder.Legal()
	fn, err := legal.Sign(s.Func.Obj, harness.Options{})
	if err != nil || fn.Sig.Recv.Type.Kind != input.Choice {
		return false, nil // what is wrong is found again
	}
	lit, err := s.coder.Literal(fn)
	if err != nil {
		return false, fmt.Errorf("%s: %s: %w", s.At, s.Local, err)
	}
	s.Fn, s.State, s.Literal = fn, legal.State(fn), lit
	return true, nil
}
