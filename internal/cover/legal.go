package cover

import "nearmiss/input"

// A state that no constructor and no call was seen to make may be one that no program comes
// to: what happens in it says nothing of the package. So legal inputs are searched for
// first, take the place of others, and are alone what tests are written of (Modonato, Combining
// Dynamic Symbolic Execution, Machine Learning and Search-Based Testing to Automatically Generate
// Test Cases for Classes, has the example).

func (c *testCase) legal() bool { return input.Legal(c.fn.sig, c.vector) }

// legal leaves out the cases that are not legal.
func legal(cases []*testCase) (kept []*testCase, fell []drop) {
	for _, c := range cases {
		t := input.Unmade(c.fn.sig, c.vector)
		if t == nil {
			kept = append(kept, c)
			continue
		}
		how := "a literal of " + t.Go + ", for which no constructor was found"
		if t.Kind == input.Choice {
			how = "a " + t.Go + " in a state that no call made"
		}
		fell = append(fell, drop{c: c, branches: c.taken(), stage: selecting, reason: illegal, detail: how})
	}
	return kept, fell
}
