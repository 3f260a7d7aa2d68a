// Package fuzzing gives go test -fuzz the functions of a package: it writes a harness for every exported function whose
// arguments the fuzzer can draw, values that constructors of the package make of such arguments included.
//
//	targets, notes, err := fuzzing.Run(ctx, p, time.Minute)
package fuzzing

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"nearmiss/experiment/place"
)

// fuzzFile is the test file with the harnesses.
const fuzzFile = "zzfuzz_test.go"

// Run puts harnesses for the exported functions of a package in place of its tests, runs go test -fuzz on them, with the
// time divided evenly, and leaves what it kept in testdata/fuzz, where the next test run finds it. It returns the number
// of functions with a harness, and what went wrong with some.
func Run(ctx context.Context, p *place.Place, limit time.Duration) (targets int, notes string, err error) {
	bin, names, err := build(ctx, p, "", ignore)
	if err != nil || len(names) == 0 {
		return 0, "", err
	}
	defer os.RemoveAll(filepath.Dir(bin))
	start := time.Now()
	for i, name := range names {
		left := limit - time.Since(start)
		note, err := one(ctx, p, bin, name, left/time.Duration(len(names)-i))
		if err != nil {
			return 0, "", err
		}
		if note != "" {
			notes += name + " " + note + "\n"
		}
	}
	return len(names), notes, nil
}

// build puts harnesses in place of the tests of a package and builds them, in a directory that holds nothing else.
func build(ctx context.Context, p *place.Place, only string, g guard) (bin string, names []string, err error) {
	pkg, err := p.Load(ctx)
	if err != nil {
		return "", nil, err
	}
	text, names := harnesses(pkg, only, g)
	if err := Clear(p); err != nil || len(names) == 0 {
		return "", nil, err
	}
	if err := place.Write(p.Dir, map[string]string{fuzzFile: text}); err != nil {
		return "", nil, err
	}
	home, err := os.MkdirTemp("", "fuzz-")
	if err != nil {
		return "", nil, err
	}
	bin = filepath.Join(home, "fuzz")
	if err := p.Build(ctx, bin, nil, nil, "-fuzz=."); err != nil {
		return "", nil, errors.Join(fmt.Errorf("the harnesses: %w", err), os.RemoveAll(home))
	}
	return bin, names, nil
}

// corpusOf returns the directory of the inputs of fuzz targets.
func corpusOf(p *place.Place) string { return filepath.Join(p.Dir, "testdata", "fuzz") }

// Clear removes the tests of a package, and the inputs of its fuzz targets.
func Clear(p *place.Place) error { return errors.Join(p.Clear(), os.RemoveAll(corpusOf(p))) }

// startUp is about what one target takes beside its fuzzing.
const startUp = 300 * time.Millisecond

// one runs one target for about d, and says what went wrong with it.
func one(ctx context.Context, p *place.Place, bin, name string, d time.Duration) (string, error) {
	bounded, cancel := context.WithTimeout(ctx, 2*max(d, time.Second)+5*time.Second)
	defer cancel()
	d = max(d-startUp, 100*time.Millisecond)
	said, err := place.Command(bounded, p.Dir, nil, bin, "-test.run=^$", "-test.fuzz=^"+name+"$", "-test.fuzztime="+d.String(),
		"-test.fuzzminimizetime=1s", "-test.fuzzcachedir="+corpusOf(p)).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case bounded.Err() != nil:
		return "did not end in time", nil
	case errors.As(err, &exit) && OutOfTime(string(said)):
		return "", nil
	case errors.As(err, &exit):
		return "failed: " + place.Tail(string(said)), nil
	}
	return "", err
}

// OutOfTime reports whether a target failed for nothing but that its time was over: on a busy machine the fuzzer takes the
// end of it for a failure of the run that was under way.
func OutOfTime(said string) bool {
	return strings.Contains(said, "context deadline exceeded") && !strings.Contains(said, "Failing input")
}
