package testcheck

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
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

// A Trial is the result of the tests with a mutant.
type Trial struct {
	Fate  Fate
	Kills []Kill
	Ended bool // the tests did not come to their end
}

// Limits of a run of the tests with a mutant.
const (
	leastNoticeLimit = time.Second
	noticeSlowdown   = 10 // times the run without a mutant

	leastFuel = 1 << 20 // a loop without end takes some 10 ms for it
	moreFuel  = 64      // times the need of a case without a mutant
)

// A Noticer runs the tests of a suite, or the package's own tests, with the mutants of the package, one after the other.
// Its methods may not be called at the same time.
type Noticer struct {
	*runner
	Mutants  []mutant.Mutant
	suite    *testgen.Suite // without cases for own tests
	parallel int            // processes at a time
	mu       sync.Mutex
	failing  map[string]bool // names of the tests and subtests that fail without a mutant, guarded by mu
	reached  map[int]bool    // numbers of the mutants that tests reach
	limit    time.Duration   // of a run of all tests with a mutant
	fuel     int             // for a case with a mutant: how often it may come to a place with a mutant
	remove   func()
}

// NewNoticer builds the tests of a suite and the package with the mutants of the functions that keep names, and runs
// them without a mutant. At most parallel processes run at a time. The error is a *RunError if they do not build or
// the run does not end by itself. Without Options.OwnTests, which tells that the sandbox is whole, nothing runs. Close
// removes the files.
func NewNoticer(ctx context.Context, suite *testgen.Suite, opts Options, keep func(*types.Func) bool, parallel int) (*Noticer, error) {
	return newNoticer(ctx, suite, false, opts, keep, parallel)
}

// NewOwnNoticer is NewNoticer for the own tests of a package. Their trials have no kills.
func NewOwnNoticer(ctx context.Context, pkg *load.Package, opts Options, keep func(*types.Func) bool, parallel int) (*Noticer, error) {
	return newNoticer(ctx, &testgen.Suite{Pkg: pkg}, true, opts, keep, parallel)
}

func newNoticer(ctx context.Context, suite *testgen.Suite, own bool, opts Options, keep func(*types.Func) bool, parallel int) (*Noticer, error) {
	if !opts.OwnTests {
		return nil, errors.New("changed code might do harm, and the sandbox would not keep it from that")
	}
	r, remove, err := newRunner(suite.Pkg, opts)
	if err != nil {
		return nil, err
	}
	n := &Noticer{runner: r, suite: suite, parallel: max(parallel, 1), remove: remove}
	r.withoutOwn, r.keepsBinary, r.rewrite = !own, true, mutant.Recovering
	if err = n.prepare(ctx, keep); err != nil {
		remove()
		return nil, err
	}
	return n, nil
}

// Close removes the temporary files.
func (n *Noticer) Close() { n.remove() }

func (n *Noticer) prepare(ctx context.Context, keep func(*types.Func) bool) error {
	s, err := n.mutate(keep)
	if err != nil {
		return n.failed(err)
	}
	if n.Mutants = s.Mutants; len(n.Mutants) == 0 {
		return nil
	}
	text, ok, err := n.compile(ctx, n.suite)
	if err != nil {
		return err
	}
	if !ok {
		return n.failed(fmt.Errorf("its changes do not compile: %s", firstLine(text)))
	}
	return n.runPlain(ctx)
}

// Try runs the tests with the mutants of a list, or with all if it is nil, and returns a trial of each mutant of the package.
// Mutants that are not in the list, and mutants that are left when the context ends, stay Untried. Those come last with which tests may
// wait: each of these ends a process.
func (n *Noticer) Try(ctx context.Context, list []int) []Trial {
	trials := make([]Trial, len(n.Mutants))
	var reached, waiting []int
	for i := range trials {
		if list != nil && !slices.Contains(list, i) {
			continue
		}
		switch {
		case !n.reached[i+1]:
			trials[i].Fate = Unreached
		case n.Mutants[i].Sync:
			waiting = append(waiting, i)
		default:
			reached = append(reached, i)
		}
	}
	n.inTurn(ctx, slices.Concat(reached, waiting), trials)
	return trials
}

// pattern matches the tests of the suite, or all, and the one with which turns begin.
func (n *Noticer) pattern() string {
	if !n.withoutOwn {
		return "."
	}
	pattern, _ := n.runPattern(n.suite.Tests)
	return pattern + "|^" + mutant.TurnTest + "$"
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
	}, keep, mutant.Flags)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{at(mutant.TurnFile): mutant.Turns(r.pkg.Name)}
	if !r.withoutOwn {
		for name, text := range OwnTests(r.dir(), r.opts.Replace) {
			files[at(name)] = mutant.RecoveringOwn([]byte(text), r.pkg.Name)
		}
	}
	for path, data := range s.Files {
		files[at(path)] = data
	}
	return s, r.replace(files)
}

// runPlain runs the tests twice without a mutant, to learn which fail, also the second time in a process, which mutants are reached, and how long it takes.
func (n *Noticer) runPlain(ctx context.Context) error {
	dir, err := os.MkdirTemp(n.temp, "run-")
	if err != nil {
		return n.failed(err)
	}
	defer sandbox.Remove(dir)
	start, name := time.Now(), filepath.Join(dir, "reached")
	t := n.transcriptFor(cleanSetting)
	ok, err := n.runConfinedIn(ctx, t, n.pkg.Dir, dir, cleanSetting, []string{"-test.run=" + n.pattern(), "-test.count=2", "-" + mutant.ReachFlag + "=" + name, "-test.timeout=" + n.opts.Timeout.String()})
	o := t.close()
	if err != nil {
		return err
	}
	if !ok && !o.finished {
		return n.failed(errors.New("the tests end the process with changes in the text of which none runs"))
	}
	n.limit, n.failing, n.reached = max(leastNoticeLimit, noticeSlowdown*time.Since(start)), map[string]bool{}, map[int]bool{}
	for name, t := range o.tests {
		n.failing[name] = t.fails > 0 || t.running
	}
	data, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return n.failed(err)
	}
	n.fuel = leastFuel
	for _, word := range strings.Fields(string(data)) {
		i, _ := strconv.Atoi(word)
		n.reached[i], n.fuel = true, max(n.fuel, -2*moreFuel*i)
	}
	return nil
}
