package subject

import (
	"fmt"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

// Entries of a subject that was made with Options.States.
const (
	EntryCall    = iota // the method, of objects that calls have made
	EntryState          // nothing is called: the state in which the method would be entered
	EntryLiteral        // the method, of objects as plain data
)

// signStates works out the three entries of a method of an object. Of any other function
// there is the first alone.
func (s *Subject) signStates() (err error) {
	legal := s.coder.Legal()
	fail := func(err error) error { return fmt.Errorf("%s: %s: %w", s.At, s.Local, err) }
	if s.Fn, err = legal.Sign(s.Func.Obj, harness.Options{}); err != nil {
		return fail(err)
	}
	if s.Fn.Sig.Recv == nil || s.Fn.Sig.Recv.Type.Kind != input.Choice {
		return nil
	}
	if s.Literal, err = s.coder.Literal(s.Fn); err != nil {
		return fail(err)
	}
	s.State = legal.State(s.Fn)
	return nil
}
