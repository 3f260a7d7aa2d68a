package testcheck

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/sandbox"
)

// TestRunConfinedCanceled checks the error if the context ends before the process starts.
func TestRunConfinedCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := &runner{temp: t.TempDir(), pkg: &load.Package{}}
	r.opts.launch = func(*exec.Cmd, string, setting) (*sandbox.Watcher, error) {
		cancel()
		return nil, nil
	}
	if ok, err := r.runConfined(ctx, io.Discard, t.TempDir(), cleanSetting, nil); ok || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", ok, err)
	}
}

// TestMakeUnique checks that each run uses a different binary and that all of them work.
func TestMakeUnique(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("binaries are changed on Linux only")
	}
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc half(n int) int { return n / 2 }\n\n" + halfSource})
	s, ctx := emitted(t, pkg, halfCases), context.Background()
	r, done, err := newRunner(pkg, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	if _, text, err := r.buildOnce(ctx, s); err != nil || text != "" {
		t.Fatal(text, err)
	}
	sizes := map[int64]bool{}
	const runs = 3
	for range runs {
		o, err := r.run(ctx, cleanSetting, s.Tests, 1, time.Minute, nil, nil)
		if err != nil || !o.ok {
			t.Fatalf("the tests do not pass: %+v, %v", o, err)
		}
		info, err := os.Stat(r.binary())
		if err != nil {
			t.Fatal(err)
		}
		sizes[info.Size()] = true
	}
	if len(sizes) != runs {
		t.Errorf("%d runs of %d binaries", runs, len(sizes))
	}
}

// TestRunPattern checks that the patterns of a run match the given tests and are short.
func TestRunPattern(t *testing.T) {
	r := &runner{ownTests: map[string]string{"a_test.go": "package p\n\nfunc TestOwn(t *testing.T) {}\n\nfunc TestOwnBranches(t *testing.T) {}\n\nfunc helperBranches() {}\n"}}
	pattern, others := r.runPattern([]string{"TestABranches", "TestBPanics", "TestB_resultBranches2"})
	if len(pattern) > 50 || !slices.Equal(others, []string{"TestOwnBranches"}) {
		t.Errorf("%s without %q", pattern, others)
	}
	if pattern, others = r.runPattern([]string{"TestABranches", "TestWorstOfSort"}); pattern != "^(TestABranches|TestWorstOfSort)$" || others != nil {
		t.Errorf("%s without %q", pattern, others)
	}
	names := []string{"TestB", "TestA/n_>_3", "TestA/x", "TestC/a/b", "TestD", "TestE/y", "TestF/z"}
	skip := skipArgs(names, nil)
	if want := []string{`-test.skip=^TestC$/^a$/^b$|^(TestB|TestD)$|^(TestA)$/^(n_>_3|x)$|^(TestE)$/^(y)$|^(TestF)$/^(z)$`}; !slices.Equal(skip, want) {
		t.Errorf("%q, want %q", skip, want)
	}
	skip = skipArgs(names, []string{"TestA/z/c", "TestE/n > 3", "TestF/other"}) // TestA and TestF must not share a pattern
	if want := []string{`-test.skip=^TestC$/^a$/^b$|^(TestB|TestD)$|^(TestA|TestE)$/^(n_>_3|x|y)$|^(TestF)$/^(z)$`}; !slices.Equal(skip, want) {
		t.Errorf("%q, want %q", skip, want)
	}
	if skipArgs(nil, nil) != nil {
		t.Error("a pattern that skips nothing")
	}
}

// TestBinary: the compiled tests have the name that go test gives them.
func TestBinary(t *testing.T) {
	for path, want := range map[string]string{"example.com/a/b": "b.test", "example.com/a/v2": "a.test", "strings": "strings.test", "example.com/core/v1": "v1.test", "v2": "v2.test"} {
		r := &runner{temp: "temp", pkg: &load.Package{ImportPath: path}}
		plain := r.binary()
		r.race = true
		if race := r.binary(); filepath.Base(plain) != want || filepath.Base(race) != want || race == plain {
			t.Errorf("%s: %s and %s, want %s", path, plain, race, want)
		}
	}
}
