package testcheck

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nearmiss/internal/testgen"
)

// TestJudgeWorst checks that after a timeout a tenth of the repetitions must have passed, else
// the tests run again with more time, and that a failure counts at any time.
func TestJudgeWorst(t *testing.T) {
	opts := Options{Count: 20, Timeout: time.Minute}
	cut := func(passes, fails int) *outcome {
		return &outcome{timedOut: true, order: []string{"T", "T/worst"}, tests: map[string]*testRun{"T": {passes: passes, fails: fails, output: []string{"it is 5"}}, "T/worst": {passes: passes + 1}}}
	}
	for _, c := range []struct {
		name string
		runs []*outcome
		why  string
	}{
		{"all", []*outcome{{ok: true, finished: true}}, ""},
		{"a tenth", []*outcome{cut(2, 0)}, ""},
		{"at the second go", []*outcome{cut(1, 0), {ok: true, finished: true}}, ""},
		{"never", []*outcome{cut(1, 0), cut(1, 0)}, "2 runs take more than 5m0s"},
		{"nothing ran", []*outcome{{timedOut: true}, {ok: true, finished: true}}, ""},
		{"failed", []*outcome{cut(7, 1)}, "it is 5"},
		{"failed later", []*outcome{cut(0, 0), cut(7, 1)}, "it is 5"},
	} {
		n := 0
		why, err := judgeWorst(opts, func(count int, limit time.Duration) (*outcome, error) {
			if n++; n == 1 && (count != 20 || limit != time.Minute) || n == 2 && (count != 2 || limit != 5*time.Minute) {
				t.Errorf("%s: run %d: %d times, %v", c.name, n, count, limit)
			}
			return c.runs[n-1], nil
		})
		if err != nil || why != c.why || n != len(c.runs) {
			t.Errorf("%s: %q, %v after %d runs", c.name, why, err, n)
		}
	}
}

// TestFailureText checks that the reason of a failure is what the test or its subtest printed,
// whichever of the two has the output.
func TestFailureText(t *testing.T) {
	silent, spoke := &testRun{fails: 1}, &testRun{fails: 1, output: []string{"\n", "panic: no\n"}}
	z := &testgen.Fuzzing{Suite: &testgen.Suite{Tests: []string{"F"}}}
	for range 20 {
		for _, tests := range []map[string]*testRun{{"F": silent, "F/seed": spoke}, {"F": spoke, "F/seed": silent}} {
			o := &outcome{tests: tests, order: []string{"F", "F/seed"}}
			why, err := judgeWorst(Options{Count: 1}, func(int, time.Duration) (*outcome, error) { return o, nil })
			bad, err2 := failingTargets(z, o)
			if err != nil || err2 != nil || why != "panic: no" || bad["F"] != "its fuzz target fails on a seed: panic: no" {
				t.Fatalf("%q %v, %q %v", why, err, bad, err2)
			}
		}
	}
}

// TestSumProfile checks the sum of a cover profile.
func TestSumProfile(t *testing.T) {
	if n, err := sumProfile([]byte("mode: atomic\na.go:1.1,2.2 3 5\na.go:4.1,5.2 1 2\n")); n != 17 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := sumProfile([]byte("a.go:1.1,2.2 3 many\n")); err == nil {
		t.Error("a count that is no number was read")
	}
}

// TestReadProfile checks that a regular file is read, and links and directories are refused.
func TestReadProfile(t *testing.T) {
	dir := t.TempDir()
	profile, link := filepath.Join(dir, "profile"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(profile, []byte("mode: set\n"), 0o600), os.Symlink(profile, link)); err != nil {
		t.Fatal(err)
	}
	if data, err := readProfile(profile); string(data) != "mode: set\n" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	for _, path := range []string{link, dir, filepath.Join(dir, "missing")} {
		if data, err := readProfile(path); data != nil || err == nil {
			t.Errorf("%s: %q, %v", path, data, err)
		}
	}
}
