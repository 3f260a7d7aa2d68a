package testcheck

import (
	"context"
	"fmt"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/mutant"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// Fate says whether tests notice a mutant.
type Fate uint8

const (
	Untried   Fate = iota // there was no time
	Unreached             // no test runs the code that it changes
	Lives                 // the tests pass with it
	Noticed               // a test fails with it, ends the process or does not end
)

// Limits of a run of the tests with a mutant.
const (
	leastNoticeLimit = time.Second
	noticeSlowdown   = 10 // times the run without a mutant
)

// Notice runs the tests of a suite, without the package's own, once with each mutant of the package, in at most
// parallel processes at a time. It returns the fates of the mutants. The error is a *RunError if the tests do not
// build or pass with the mutants in the text and none running. When the context ends, the other mutants
// stay Untried.
func Notice(ctx context.Context, suite *testgen.Suite, opts Options, keep func(*types.Func) bool, parallel int) ([]mutant.Mutant, []Fate, error) {
	r, done, err := newRunner(suite.Pkg, opts)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	r.withoutOwn, r.keepsBinary = true, true
	s, err := r.mutate(keep)
	if err != nil {
		return nil, nil, r.failed(err)
	}
	fates := make([]Fate, len(s.Mutants))
	if len(fates) == 0 {
		return nil, nil, nil
	}
	if text, ok, err := r.compile(ctx, suite); err != nil {
		return s.Mutants, fates, endOfTime(ctx, err)
	} else if !ok {
		return s.Mutants, fates, r.failed(fmt.Errorf("its changes do not compile: %s", firstLine(text)))
	}
	reached, limit, err := r.reached(ctx, suite)
	if err != nil {
		return s.Mutants, fates, endOfTime(ctx, err)
	}
	next := make(chan int)
	var all sync.WaitGroup
	for range max(parallel, 1) {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range next {
				if fate, err := r.fate(ctx, suite, i+1, limit); err == nil {
					fates[i] = fate
				}
			}
		}()
	}
	for i := range fates {
		if !reached[i+1] {
			fates[i] = Unreached
		} else if ctx.Err() == nil {
			next <- i
		}
	}
	close(next)
	all.Wait()
	return s.Mutants, fates, nil
}

// endOfTime returns nil for an error that comes from the end of the context.
func endOfTime(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			return strings.TrimSpace(line)
		}
	}
	return strings.TrimSpace(text)
}

// mutate makes the mutants of the package and adds its files to the overlay.
func (r *runner) mutate(keep func(*types.Func) bool) (*mutant.Schemata, error) {
	at := func(path string) string { return filepath.Join(r.dir(), filepath.Base(path)) }
	s, err := mutant.Rewrite(r.pkg, func(path string) ([]byte, error) {
		if to := r.opts.Replace[at(path)]; to != "" {
			path = to
		}
		return load.ReadFile(path)
	}, keep)
	if err != nil {
		return nil, err
	}
	replace := maps.Clone(r.opts.Replace)
	if replace == nil {
		replace = map[string]string{}
	}
	for path, data := range s.Files {
		to := filepath.Join(r.temp, "mutant_"+filepath.Base(path))
		replace[at(path)] = to
		if err := os.WriteFile(to, data, 0o600); err != nil {
			return nil, err
		}
	}
	r.opts.Replace = replace
	return s, nil
}

// reached runs the tests without a mutant. It returns the numbers of the mutants that they reach, and the time that the
// tests may take with one.
func (r *runner) reached(ctx context.Context, suite *testgen.Suite) (map[int]bool, time.Duration, error) {
	dir, err := os.MkdirTemp(r.temp, "run-")
	if err != nil {
		return nil, 0, r.failed(err)
	}
	defer sandbox.Remove(dir)
	start, name := time.Now(), filepath.Join(dir, "reached")
	pattern, _ := r.runPattern(suite.Tests)
	var out strings.Builder
	ok, err := r.runConfinedIn(ctx, &out, r.pkg.Dir, dir, cleanSetting, []string{"-test.run=" + pattern, "-" + mutant.ReachFlag + "=" + name, "-test.timeout=" + r.opts.Timeout.String()})
	if err != nil {
		return nil, 0, err
	}
	if !ok {
		return nil, 0, r.failed(fmt.Errorf("the tests fail with changes in the text of which none runs: %s", strings.TrimSpace(out.String())))
	}
	limit := max(leastNoticeLimit, noticeSlowdown*time.Since(start))
	data, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return nil, 0, r.failed(err)
	}
	list := map[int]bool{}
	for _, word := range strings.Fields(string(data)) {
		if n, err := strconv.Atoi(word); err == nil {
			list[n] = true
		}
	}
	return list, limit, nil
}

// fate runs the tests with a mutant.
func (r *runner) fate(ctx context.Context, suite *testgen.Suite, n int, limit time.Duration) (Fate, error) {
	pattern, _ := r.runPattern(suite.Tests)
	timed, cancel := context.WithTimeout(ctx, limit+timeoutGrace)
	defer cancel()
	ok, err := r.runConfined(timed, io.Discard, r.pkg.Dir, cleanSetting, []string{"-test.run=" + pattern, "-test.failfast", "-" + mutant.NumberFlag + "=" + strconv.Itoa(n), "-test.timeout=" + limit.String()})
	switch {
	case ctx.Err() != nil:
		return Untried, ctx.Err()
	case timed.Err() != nil:
		return Noticed, nil
	case err != nil:
		return Untried, err
	case ok:
		return Lives, nil
	}
	return Noticed, nil
}
