package subject

import (
	"fmt"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

// Entries of a subject with Options.States, for a method of an object.
const (
	EntryCall    = iota // the method, on objects that calls make
	EntryState          // no call: reports the state in which the method would be entered
	EntryLiteral        // the method, on objects given as plain data
)

// signStates computes the additional entries if the function is a method of an object.
func (s *Subject) signStates() (err error) {
	if s.State, s.Literal, err = s.coder.States(s.Fn); err != nil {
		return fmt.Errorf("%s: %s: %w", s.At, s.Local, err)
	}
	return nil
}

// bound restricts the parameters of the function to their ranges. Inputs of the other entries
// that had the same type as a parameter get its restricted type.
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
