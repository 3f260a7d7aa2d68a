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

// bound gives the function its domains, and the other entries the same types where they had
// the same.
func (s *Subject) bound(d *Domains) {
	sig := s.Fn.Sig
	var was []*input.Type
	for i := range sig.Inputs() {
		was = append(was, sig.Input(i).Type)
	}
	d.Bound(sig)
	if s.State == nil {
		return
	}
	for i, t := range was {
		for _, fn := range []*harness.Fn{s.State, s.Literal} {
			if f := fn.Sig.Input(i); f.Type == t {
				f.Type = sig.Input(i).Type
			}
		}
	}
}
