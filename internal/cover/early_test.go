package cover

import (
	"context"
	"fmt"
	"strings"
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

// TestEarlyIsLast: where nothing is found after tests were made early, they are the final ones, with the notes and counts
// of tests that are made at the end.
func TestEarlyIsLast(t *testing.T) {
	alone(t)
	const source = `package p

func Sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func Never(n uint8) bool {
	return n/2 > 200
}
`
	results := map[bool]string{}
	for _, often := range []bool{false, true} {
		checks, recalled := 0, false
		opt := Options{Common: subject.Common{Dir: writePackage(t, source)}, Algo: "search", Evals: 20_000}
		opt.Log = func(format string, args ...any) {
			recalled = recalled || strings.Contains(fmt.Sprintf(format, args...), "nothing was found since")
		}
		r, text, err := written(t, opt, checker{often: often, verify: func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
			checks++
			return testcheck.Verify(ctx, s, opts)
		}})
		if err != nil {
			t.Fatal(err)
		}
		if recalled != often || checks == 0 {
			t.Errorf("tests made after each round: %v; %d checks, the last ones are the final ones: %v", often, checks, recalled)
		}
		r.Totals.Evaluations = 0 // tests that are made more often take more
		results[often] = fmt.Sprintf("%+v\n%+v\n%s", r.Totals, r.Packages[0].Notes, text)
	}
	if results[true] != results[false] {
		t.Errorf("tests made early: %s\nat the end: %s", results[true], results[false])
	}
}
