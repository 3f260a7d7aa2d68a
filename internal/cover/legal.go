package cover

import "nearmiss/input"

// An input is illegal if a value in it has a state that no constructor and no observed call makes.
// The state may be unreachable in any program, and then a run with it says nothing about the
// package. Therefore legal inputs are searched for first, they replace illegal inputs, and tests
// are written of legal inputs only (Modonato, Combining Dynamic Symbolic Execution, Machine
// Learning and Search-Based Testing to Automatically Generate Test Cases for Classes, has an
// example).

func (c *testCase) legal() bool { return c.fn.legal(c.vector) }

// legal reports whether all values in an input of the function are legal.
func (f *function) legal(v input.Vector) bool { return !f.mayBeIllegal || input.Legal(f.sig, v) }

// keepLegal drops the cases that are not legal, unless the user wants tests of illegal inputs as well.
func (s *session) keepLegal(u *unit, cases []*testCase) []*testCase {
	if s.opt.Illegal {
		return cases
	}
	kept, gone := split(cases, (*testCase).legal)
	u.drops = append(u.drops, dropAll(gone, illegal)...)
	return kept
}

// unmade describes the first illegal value in the input of the case, for the report.
func (c *testCase) unmade() string {
	t := input.FirstIllegal(c.fn.sig, c.vector)
	if t.Kind == input.Choice {
		return "a " + t.Go + " in a state that no call made"
	}
	return "a literal of " + t.Go + ", for which no constructor was found"
}
