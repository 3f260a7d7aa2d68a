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

// signStates works out the entries beside the function, if it is a method of an object.
func (s *Subject) signStates() (err error) {
	if s.State, s.Literal, err = s.coder.States(s.Fn); err != nil {
		return fmt.Errorf("%s: %s: %w", s.At, s.Local, err)
	}
	return nil
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
