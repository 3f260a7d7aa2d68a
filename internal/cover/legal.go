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

// byHand reports whether a literal in an input sets an unexported field. No call may make such a state, legal as it seems: a node of a
// tree, with fewer children than items. An input of any function that takes the same branch by calls is better.
func (f *function) byHand(v input.Vector) bool { return f.sig != nil && input.SetsFields(f.sig, v) }

func (c *testCase) byHand() bool { return c.fn.byHand(c.vector) }

// byWorth returns the cases in parts, the best first: those with legal inputs that calls make, those with legal inputs made by hand,
// and those with illegal inputs.
func byWorth(cases []*testCase) [][]*testCase {
	legal, illegal := split(cases, (*testCase).legal)
	hand, calls := split(legal, (*testCase).byHand)
	return [][]*testCase{calls, hand, illegal}
}

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
