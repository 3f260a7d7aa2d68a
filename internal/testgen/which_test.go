package testgen

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestWhich runs all of our tests, some of them, and all without a test and a case,
// in a package with tests of its own, of which one is named as ours are.
func TestWhich(t *testing.T) {
	var code, cases strings.Builder
	code.WriteString("package p\n")
	for _, name := range []string{"A", "AB", "C"} {
		fmt.Fprintf(&code, "\nfunc %s(n int) int { return n }\n", name)
		fmt.Fprintf(&cases, "func %s\ncase 3 => 3\ncover a.go:3:1/T\ncase 4 => 4\ncover a.go:3:1/F\n", name)
	}
	own := "package p\n\nimport \"testing\"\n\nfunc TestOtherBranches(t *testing.T) { t.Error() }\n\nfunc TestD(t *testing.T) { t.Error() }\n"
	s := emitted(t, module(t, map[string]string{"a.go": code.String(), "own_test.go": own}), cases.String())
	for _, guards := range []bool{true, false} {
		r := &runner{opts: VerifyOptions{NoRace: true}, temp: t.TempDir(), names: map[string]string{}, guards: guards}
		if err := r.place(s); err != nil {
			t.Fatal(err)
		}
		if text, ok, err := r.compile(context.Background(), false, true); err != nil || !ok {
			t.Fatal(text, err)
		}
		for _, c := range []struct{ tests, skip, want string }{
			{"TestABranches TestABBranches TestCBranches", "", "A/3 A/4 AB/3 AB/4 C/3 C/4"},
			{"TestABranches TestCBranches", "", "A/3 A/4 C/3 C/4"},
			{"TestABranches TestABBranches TestCBranches", "TestABranches/n=3 TestCBranches", "A/4 AB/3 AB/4"},
			{"TestABBranches", "TestABranches/n=3 TestABBranches/n=4", "AB/3"},
		} {
			o, err := r.run(context.Background(), bare, strings.Fields(c.tests), 2, time.Minute, strings.Fields(c.skip))
			if err != nil {
				t.Fatal(err)
			}
			var ran []string
			for name, run := range o.tests {
				test, subtest, _ := strings.Cut(name, "Branches/n=")
				if subtest != "" && run.passes == 2 {
					ran = append(ran, strings.TrimPrefix(test, "Test")+"/"+subtest)
				}
			}
			slices.Sort(ran)
			if got := strings.Join(ran, " "); !o.ok || got != c.want {
				t.Errorf("guards %v, %s without %s: ran %s, want %s", guards, c.tests, c.skip, got, c.want)
			}
		}
	}
}
