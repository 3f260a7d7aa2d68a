package testgen

import (
	"context"
	"strings"
	"testing"

	"nearmiss/internal/load"
)

// Checks is what package testcheck does with suites. It imports this package, so
// that the external tests set it.
var Checks struct {
	Verify      func(ctx context.Context, s *Suite, count int) (left *Suite, dropped []Dropped, rounds int, err error)
	VerifyWorst func(ctx context.Context, s *Suite, count int) (why string, err error)
	CountWorst  func(ctx context.Context, s *Suite, packages, cases []string) (map[string]uint64, error)
}

// checked is what became of a suite in the checks.
type checked struct {
	Dropped []Dropped
	Rounds  int
}

// quick is how often tests of this package have theirs run.
const quick = 3

func emitted(t *testing.T, pkg *load.Package, cases string) *Suite {
	t.Helper()
	s, err := emit(pkg, parseCases(t, pkg, cases), goldenHeader)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func verified(t *testing.T, s *Suite, count int) (*Suite, checked) {
	t.Helper()
	left, dropped, rounds, err := Checks.Verify(t.Context(), s, count)
	if err != nil {
		t.Fatal(err)
	}
	return left, checked{dropped, rounds}
}

func text(s *Suite, name string) string {
	for _, f := range s.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func textOf(s *Suite) string { return text(s, TestFile) }

func reasons(list []Dropped) string {
	var b strings.Builder
	for _, d := range list {
		b.WriteString(d.Func + "/" + d.Case + ": " + d.Reason)
		if d.Weaker {
			b.WriteString(" (weaker)")
		}
		b.WriteString("\n")
	}
	return b.String()
}
