package cover

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// earlyPackage has a branch that random inputs take and one that takes rounds of search.
func earlyPackage(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.test/m\n\ngo 1.26\n",
		"m.go": `package m

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
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// early runs a call that makes tests after each round of the search, or once.
func early(t *testing.T, dir string, often bool, verify verifyFunc) (r *report.Report, text string) {
	t.Helper()
	out := t.TempDir()
	s, err := newSession(Options{Common: subject.Common{Dir: dir, Seed: 1, Abandon: t.Context()}, Patterns: []string{"."}, Algo: "search", Evals: 5000, Parallel: 1, Out: out, Verify: true}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	s.often, s.verify = often, verify
	if r, err = s.call(t.Context()); err != nil {
		t.Fatal(err)
	}
	data, _ := os.ReadFile(filepath.Join(out, testgen.TestFile))
	return r, string(data)
}

// TestEarly: tests that are made during the search change nothing in the last ones, and stay if these cannot
// be made.
func TestEarly(t *testing.T) {
	alone(t)
	dir := earlyPackage(t)
	checks := 0
	counted := func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
		checks++
		return testcheck.Verify(ctx, s, opts)
	}
	one, want := early(t, dir, false, counted)
	checks = 0
	r, got := early(t, dir, true, counted)
	if checks < 2 || got != want || r.Totals.Covered != one.Totals.Covered || len(r.Packages[0].Files) != 1 || len(r.Packages[0].Notes) != len(one.Packages[0].Notes) {
		t.Errorf("%d checks: %+v\n%s\nwant %+v\n%s", checks, r.Totals, got, one.Totals, want)
	}
	checks = 0
	r, got = early(t, dir, true, func(ctx context.Context, s *testgen.Suite, opts testcheck.Options) (*testgen.Suite, testcheck.Report, error) {
		if checks++; checks > 1 {
			return nil, testcheck.Report{}, context.DeadlineExceeded
		}
		return testcheck.Verify(ctx, s, opts)
	})
	if checks < 2 || got == "" || r.Totals.Covered == 0 || len(r.Packages[0].Files) != 1 {
		t.Errorf("%d checks, of which the first is in time: %+v\n%s", checks, r.Totals, got)
	}
}
