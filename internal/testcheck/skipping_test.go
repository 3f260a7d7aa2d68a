package testcheck

import (
	"strings"
	"testing"

	"nearmiss/internal/testgen"
)

// TestProveBySkipping: after drops the last binary proves the other cases, unless it is of another
// suite. A case that fails then, or has lost an assertion, is dropped.
func TestProveBySkipping(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Same(n int) int { return n }\n\nfunc Twice(n int) int { return 2 * n }\n"})
	s := emitted(t, pkg, `
		func Same
		case 1 => 1
		case 2 => 3
		func Twice
		case 4 => 8
		case 5 => 11`)
	r, done, err := newRunner(pkg, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	c := &checker{runner: r, passed: map[string]int{}, findings: newFindings()}
	if err := c.build(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	prove := func(s *testgen.Suite) *testgen.Suite {
		left, err := c.proveBySkipping(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return left
	}
	c.drop(s, caseIndex{1, 1}, "wrong", testgen.Fails)
	c.weakened[caseIndex{1, 0}] = map[testgen.Place]bool{}
	if left := prove(s.Clone()); left != nil {
		t.Error("another suite is proved")
	}
	left := prove(s) // drops the failing case of Same, too
	if left == nil || len(left.Funcs) != 1 || len(left.Funcs[0].Cases) != 1 || len(left.Dropped) != 3 || strings.Contains(text(left, testgen.TestFile), "Twice") {
		t.Fatalf("left %v", left)
	}
	if c.changed || c.passed[s.ID(0, 0)] != 2 {
		t.Errorf("changed %v, passes %v", c.changed, c.passed)
	}
}
