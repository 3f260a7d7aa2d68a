package cover

import "nearmiss/input"

// A state that no constructor and no call was seen to make may be one that no program comes
// to: what happens in it says nothing of the package. So legal inputs are searched for
// first, take the place of others, and are alone what tests are written of (Modonato, Combining
// Dynamic Symbolic Execution, Machine Learning and Search-Based Testing to Automatically Generate
// Test Cases for Classes, has the example).

func (c *testCase) legal() bool { return c.fn.legal(c.vector) }

// legal reports whether the values in an input of the function are.
func (f *function) legal(v input.Vector) bool { return !f.lawless || input.Legal(f.sig, v) }

// lawful leaves out the cases that are not legal, unless these are to be written, too.
func (s *session) lawful(u *unit, cases []*testCase) []*testCase {
	if s.opt.Illegal {
		return cases
	}
	kept, fell := legal(cases)
	u.drops = append(u.drops, fell...)
	return kept
}

// legal leaves out the cases that are not legal.
func legal(cases []*testCase) (kept []*testCase, fell []drop) {
	for _, c := range cases {
		if c.legal() {
			kept = append(kept, c)
		} else {
			fell = append(fell, drop{c: c, branches: c.taken(), stage: selecting, reason: illegal, detail: c.unmade()})
		}
	}
	return kept, fell
}

// unmade says which value in a case that is not legal is in a state that no call was seen to make.
func (c *testCase) unmade() string {
	t := input.Unmade(c.fn.sig, c.vector)
	if t.Kind == input.Choice {
		return "a " + t.Go + " in a state that no call made"
	}
	return "a literal of " + t.Go + ", for which no constructor was found"
}
