package testcheck

import (
	"strings"
	"testing"

	"nearmiss/internal/testgen"
)

// TestProveBySkipping: after drops the last binary proves the other cases. A case that fails then, or
// has lost an assertion since, is dropped. Without a binary no case is left.
func TestProveBySkipping(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Same(n int) int { return n }\n\nfunc Twice(n int) int { return 2 * n }\n"})
	s := emitted(t, pkg, `
		func Same
		case 1 => 1
		case 2 => 3
		func Twice
		case 4 => 8
		case 5 => 11
		case 6 => 12`)
	r, done, err := newRunner(pkg, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	c := &checker{runner: r, passed: map[int]int{}, findings: newFindings()}
	prove := func(s *testgen.Suite, cases, dropped int) {
		t.Helper()
		left, err := c.proveBySkipping(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, f := range left.Funcs {
			n += len(f.Cases)
		}
		if n != cases || len(left.Dropped) != dropped || len(c.report.Dropped) != dropped || strings.Contains(text(left, testgen.TestFile), "Twice") {
			t.Errorf("%d cases are left, dropped:\n%s", n, reasons(left.Dropped))
		}
	}
	c.drop(s, caseIndex{0, 1}, "wrong", testgen.Fails)
	prove(s, 0, 5)

	c.findings, c.report = newFindings(), Report{}
	if err := c.build(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	c.drop(s, caseIndex{1, 1}, "wrong", testgen.Fails)
	c.weakened[s.Funcs[1].Cases[0].ID] = map[testgen.Place]bool{}
	next, err := c.reprint(s)
	if err != nil {
		t.Fatal(err)
	}
	c.findings = newFindings()
	c.drop(next, caseIndex{1, 1}, "wrong, too", testgen.Fails)
	prove(next, 1, 4) // the binary is of the suite before; the failing case of Same is found now
	if c.passed[s.Funcs[0].Cases[0].ID] != quick.Count {
		t.Errorf("passes %v", c.passed)
	}
}
