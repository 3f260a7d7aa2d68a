package cover

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
)

// TestBrokenTestsEndSearch: when it is known that no test can be written the
// search ends, and not before if none is to be.
func TestBrokenTestsEndSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("builds workers")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module example.test/m\n\ngo 1.26\n",
		"own_test.go": "package m\n\nimport \"testing\"\n\nfunc TestOwn(t *testing.T) { undefinedThing() }\n",
		"m.go": `package m

// Hidden has a branch that nobody finds.
func Hidden(n uint64) bool {
	n = (n ^ n>>29) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>32) * 0x94d049bb133111eb
	n = (n ^ n>>31) * 0x9e3779b97f4a7c15
	return n == 0x0123456789abcdef && n*n%1013 == 77
}
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(o Options) (*report.Report, error) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		defer cancel()
		o.Dir, o.Patterns, o.Seed, o.Verify = dir, []string{"."}, 1, true
		return Run(ctx, o)
	}
	var broken *testcheck.BrokenTestsError
	r, err := run(Options{Common: subject.Common{Time: time.Hour}, Evals: 1 << 40, Out: t.TempDir()})
	if !errors.As(err, &broken) || r == nil || r.Stopped == report.StoppedInterrupt {
		t.Errorf("to be written: %v, %+v", err, r)
	}
	r, err = run(Options{Evals: 3000})
	if !errors.As(err, &broken) || r == nil || r.Stopped != report.StoppedBudget {
		t.Errorf("not to be written: %v, %+v", err, r)
	}
}
