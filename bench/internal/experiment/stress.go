package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"

	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
)

// A Stressed says whether tests compile, pass, and pass again.
type Stressed struct {
	Files    int
	Compiles bool
	Passes   bool
	Tests    int      // that ran, rows of tables not counted
	Runs     int      // of all tests, in shuffled order under the race detector
	Flaky    []string // tests that failed in one of these
	Said     string   // by what went wrong
}

var (
	failure = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)
	ran     = regexp.MustCompile(`(?m)^=== RUN   [^/\s]+$`)
)

// Stress compiles the tests in dir with the race detector, beside no other
// tests of the package, runs them once, and then as often as runs says, in
// another order each time.
func Stress(ctx context.Context, pkg *load.Package, dir, scratch string, runs int) (*Stressed, error) {
	s, err := newSubject(ctx, pkg, scratch)
	if err != nil {
		return nil, err
	}
	if err := s.read(ctx, []Set{{"emitted", dir}}); err != nil {
		return nil, err
	}
	set := s.sets[0]
	r := &Stressed{Files: len(set.files), Runs: runs}
	if r.Files == 0 {
		r.Compiles, r.Passes = true, true
		return r, nil
	}
	home, err := os.MkdirTemp(scratch, "stress-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	bin, at := filepath.Join(home, "tests"), filepath.Join(home, "at")
	files, below, path, err := s.inPlace(&instrument.Result{}, set.files)
	if err == nil {
		err = s.compile(ctx, home, bin, path, files, below, "-race")
	}
	if err != nil {
		r.Said = err.Error()
		return r, ctx.Err()
	}
	r.Compiles = true
	if err := os.Mkdir(at, 0o755); err != nil {
		return nil, err
	}
	if err := set.place(at, pkg.Dir); err != nil {
		return nil, err
	}
	said, failed := s.stressRun(ctx, bin, at, "-test.v")
	r.Tests = len(ran.FindAllString(said, -1))
	if r.Passes = failed == nil; !r.Passes {
		r.Said = fmt.Sprintf("%v: %s", failed, tail(said))
		return r, ctx.Err()
	}
	if said, failed = s.stressRun(ctx, bin, at, "-test.shuffle=on", fmt.Sprintf("-test.count=%d", runs)); failed != nil {
		r.Said = fmt.Sprintf("%v: %s", failed, tail(said))
		for _, m := range failure.FindAllStringSubmatch(said, -1) {
			if !slices.Contains(r.Flaky, m[1]) {
				r.Flaky = append(r.Flaky, m[1])
			}
		}
		if len(r.Flaky) == 0 {
			r.Flaky = []string{"?"}
		}
	}
	return r, ctx.Err()
}

// stressRun runs the tests.
func (s *subject) stressRun(ctx context.Context, bin, at string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, bin, append(args, "-test.timeout="+testTime.String())...)
	cmd.Dir = at
	cmd.Env = append(os.Environ(), "TMPDIR="+at)
	said, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", err
	}
	return string(said), err
}
