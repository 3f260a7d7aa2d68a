package cover

import (
	"context"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// early runs a call that makes tests after each round of the search, or once. The package has a branch that random
// inputs take and one that takes rounds of search.
func early(t *testing.T, often bool, verify verifyFunc) (r *report.Report, text string) {
	t.Helper()
	r, text, err := written(t, Options{Common: subject.Common{Dir: writePackage(t, `package p

func Sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func Far(a, b uint32) bool {
	if a*2654435761 == 99 && b*2654435761 == 77 {
		return true
	}
	return false
}
`)}, Algo: "search", Evals: 5000}, checker{verify: verify, often: often})
	if err != nil {
		t.Fatal(err)
	}
	return r, text
}

// TestEarly: tests that are made during the search change nothing in the last ones, and stay if these cannot
// be made.
func TestEarly(t *testing.T) {
	alone(t)
	checks := 0
	counted := func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
		checks++
		return testcheck.Verify(ctx, s, opts)
	}
	one, want := early(t, false, counted)
	checks = 0
	r, got := early(t, true, counted)
	if checks < 2 || got != want || r.Totals.Covered != one.Totals.Covered || len(r.Packages[0].Files) != 1 || len(r.Packages[0].Notes) != len(one.Packages[0].Notes) {
		t.Errorf("%d checks: %+v\n%s\nwant %+v\n%s", checks, r.Totals, got, one.Totals, want)
	}
	checks = 0
	r, got = early(t, true, func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
		if checks++; checks > 1 {
			return nil, testcheck.Report{}, context.DeadlineExceeded
		}
		return testcheck.Verify(ctx, s, opts)
	})
	if checks < 2 || got == "" || r.Totals.Covered == 0 || len(r.Packages[0].Files) != 1 {
		t.Errorf("%d checks, of which the first is in time: %+v\n%s", checks, r.Totals, got)
	}
}
