package subject

import "fmt"

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
