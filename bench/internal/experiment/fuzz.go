package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
)

// A Fuzzed is what go test -fuzz did on a package.
type Fuzzed struct {
	Targets   int // functions with a harness
	Functions int // exported ones
	Corpus    int // inputs that it kept
	Elapsed   time.Duration
	Notes     []string
}

// fuzzFile is the test file with the harnesses.
const fuzzFile = "zzfuzz_test.go"

// Fuzz writes harnesses for the exported functions of a package into dir,
// runs go test -fuzz on them, with the time divided evenly, and leaves what it
// kept in dir/testdata/fuzz, where the next test run finds it.
func Fuzz(ctx context.Context, pkg *load.Package, dir, scratch string, limit time.Duration) (*Fuzzed, error) {
	s, err := newSubject(ctx, pkg, scratch)
	if err != nil {
		return nil, err
	}
	f := &Fuzzed{}
	text, targets, all := harnesses(pkg)
	f.Targets, f.Functions = len(targets), all
	if len(targets) == 0 {
		return f, nil
	}
	if err := writeFiles(dir, map[string]string{fuzzFile: text}); err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp(scratch, "fuzz-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	bin := filepath.Join(home, "fuzz")
	if err := s.build(ctx, home, bin, &instrument.Result{}, nil, map[string]string{fuzzFile: text}, "-fuzz=."); err != nil {
		return nil, fmt.Errorf("the harnesses: %w", err)
	}
	kept := filepath.Join(home, "kept")
	start := time.Now()
	for i, name := range targets {
		left := limit - time.Since(start)
		if err := s.fuzzOne(ctx, f, bin, dir, kept, name, left/time.Duration(len(targets)-i)); err != nil {
			return nil, err
		}
	}
	f.Elapsed = time.Since(start)
	if _, err := os.Stat(kept); err == nil {
		if err := copyOver(filepath.Join(dir, "testdata", "fuzz"), kept); err != nil {
			return nil, err
		}
	}
	inputs, err := filepath.Glob(filepath.Join(dir, "testdata", "fuzz", "*", "*"))
	f.Corpus = len(inputs)
	return f, err
}

// startUp is about what one target takes beside its fuzzing.
const startUp = 300 * time.Millisecond

// fuzzOne runs one target for about d.
func (s *subject) fuzzOne(ctx context.Context, f *Fuzzed, bin, dir, kept, name string, d time.Duration) error {
	bounded, cancel := context.WithTimeout(ctx, 2*max(d, time.Second)+5*time.Second)
	defer cancel()
	d = max(d-startUp, 100*time.Millisecond)
	cmd := exec.CommandContext(bounded, bin, "-test.run=^$", "-test.fuzz=^"+name+"$", "-test.fuzztime="+d.String(),
		"-test.fuzzminimizetime=1s", "-test.fuzzcachedir="+kept)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 2 * time.Second
	said, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var exit *exec.ExitError
	switch {
	case bounded.Err() != nil:
		f.Notes = append(f.Notes, name+" did not end in time")
	case errors.As(err, &exit) && outOfTime(string(said)):
	case errors.As(err, &exit):
		f.Notes = append(f.Notes, name+" failed: "+tail(string(said)))
	case err != nil:
		return err
	}
	return nil
}

// outOfTime reports whether a target failed for nothing but that its time was over: on a
// busy machine the fuzzer takes the end of it for a failure of the run that was under way.
func outOfTime(said string) bool {
	return strings.Contains(said, "context deadline exceeded") && !strings.Contains(said, "Failing input")
}
