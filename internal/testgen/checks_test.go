package testgen_test

import (
	"context"
	"time"

	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

func init() {
	testgen.Checks.Verify = func(ctx context.Context, s *testgen.Suite, count int) (*testgen.Suite, []testgen.Dropped, int, error) {
		left, report, err := testcheck.Verify(ctx, s, testcheck.Options{Count: count, NoRace: true, Timeout: 20 * time.Second})
		return left, report.Dropped, report.Rounds, err
	}
	testgen.Checks.VerifyWorst = func(ctx context.Context, s *testgen.Suite, count int) (string, error) {
		return testcheck.VerifyWorst(ctx, s, testcheck.Options{Count: count, NoRace: true})
	}
	testgen.Checks.CountWorst = func(ctx context.Context, s *testgen.Suite, packages, cases []string) (map[string]uint64, error) {
		return testcheck.CountWorst(ctx, s, packages, cases, 1, testcheck.Options{NoRace: true})
	}
}
