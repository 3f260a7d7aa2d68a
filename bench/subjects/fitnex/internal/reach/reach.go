// Package reach checks what the tests of package fitnex, and of those below it, know
// about the targets.
//
//	reach.Check(t, "first", []reach.Case{{Name: "Lock", Reach: Lock(keys), Near: []bool{Lock(nil), Lock(keys[1:])}}})
package reach

import (
	"slices"
	"testing"

	"nearmiss/bench/subjects/fitnex/list"
)

// A Case is what a subject returned for one input that reaches its target, and for
// inputs near it that do not: each fails another guard, or misses the target itself.
type Case struct {
	Name  string
	Reach bool
	Near  []bool
}

// Check reports what is not so, and whether the cases are not those of the subjects in
// the set of that name.
func Check(t *testing.T, set string, cases []Case) {
	t.Helper()
	s, err := list.Named(set)
	if err != nil {
		t.Fatal(err)
	}
	var names, want []string
	for _, c := range cases {
		names = append(names, c.Name)
		if !c.Reach {
			t.Errorf("%s does not reach its target", c.Name)
		}
		if len(c.Near) < 2 {
			t.Errorf("%s has %d near inputs", c.Name, len(c.Near))
		}
		for i, near := range c.Near {
			if near {
				t.Errorf("%s: near input %d reaches the target", c.Name, i)
			}
		}
	}
	for _, s := range s.Subjects {
		want = append(want, s.Name)
	}
	if !slices.Equal(names, want) {
		t.Errorf("tested are %q", names)
	}
}
