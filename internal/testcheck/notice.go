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

// Limits of a run of the tests with a mutant.
const (
	leastNoticeLimit = time.Second
	noticeSlowdown   = 10 // times the run without a mutant
)

// A Noticer runs the tests of a suite, without the package's own, with the mutants of the package, one at a time. Its
// methods may not be called at the same time.
type Noticer struct {
	*runner
	Mutants  []mutant.Mutant
	suite    *testgen.Suite
	parallel int           // processes at a time
	failing  map[int]bool  // numbers (Case.ID) of the cases that fail without a mutant
	reached  map[int]bool  // numbers of the mutants that tests reach
	limit    time.Duration // of a run with a mutant
	remove   func()
}

// NewNoticer builds the tests of a suite and the package with the mutants of the functions that keep names, and runs
// them without a mutant. At most parallel processes run at a time. The error is a *RunError if they do not build or
// the run does not end by itself. Without Options.OwnTests, which tells that the sandbox is whole, nothing runs. Close
// removes what it has made.
func NewNoticer(ctx context.Context, suite *testgen.Suite, opts Options, keep func(*types.Func) bool, parallel int) (*Noticer, error) {
	if !opts.OwnTests {
		return nil, errors.New("changed code might do harm, and the sandbox would not keep it from that")
	}
	r, remove, err := newRunner(suite.Pkg, opts)
	if err != nil {
		return nil, err
	}
	n := &Noticer{runner: r, suite: suite, parallel: max(parallel, 1), remove: remove}
	r.withoutOwn, r.keepsBinary = true, true
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

// Fates returns the fate of each mutant. When the context ends, the other mutants stay Untried.
func (n *Noticer) Fates(ctx context.Context) []Fate {
	fates := make([]Fate, len(n.Mutants))
	var list []int
	for i := range fates {
		if fates[i] = Unreached; n.reached[i+1] {
			fates[i], list = Untried, append(list, i)
		}
	}
	n.each(ctx, list, func(i int) {
		if o := n.with(ctx, i, "-test.failfast"); o != nil {
			if fates[i] = Lives; !o.finished || slices.ContainsFunc(n.failedIn(o), func(id int) bool { return !n.failing[id] }) {
				fates[i] = Noticed
			}
		}
	})
	return fates
}

// Kills returns, for each mutant of list, the numbers (Case.ID) of the cases that fail with it and not without. A case that
// ends the process, or was running at its end, is one of them; later cases are not.
func (n *Noticer) Kills(ctx context.Context, list []int) map[int][]int {
	kills := map[int][]int{}
	var mu sync.Mutex
	n.each(ctx, list, func(i int) {
		o := n.with(ctx, i)
		if o == nil || o.ok {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		for _, id := range n.failedIn(o) {
			if !n.failing[id] {
				kills[i] = append(kills[i], id)
			}
		}
	})
	return kills
}

// failedIn returns the numbers of the cases that failed in a run or were running at its end, in the order of the suite.
func (n *Noticer) failedIn(o *outcome) (ids []int) {
	for i, f := range n.suite.Funcs {
		for j := range f.Cases {
			if t := o.tests[n.suite.Subtest(i, j)]; t != nil && (t.fails > 0 || t.running) {
				ids = append(ids, f.Cases[j].ID)
			}
		}
	}
	return ids
}

// each calls f for each element of a list, several at a time, until the context ends.
func (n *Noticer) each(ctx context.Context, list []int, f func(i int)) {
	next := make(chan int)
	var all sync.WaitGroup
	for range n.parallel {
		all.Add(1)
		go func() {
			defer all.Done()
			for i := range next {
				f(i)
			}
		}()
	}
	for _, i := range list {
		if ctx.Err() == nil {
			next <- i
		}
	}
	close(next)
	all.Wait()
}

// with runs the tests with mutant i of Mutants. It returns nil if the context ends before.
func (n *Noticer) with(ctx context.Context, i int, args ...string) *outcome {
	timed, cancel := context.WithTimeout(ctx, n.limit+timeoutGrace)
	defer cancel()
	args = append(args, "-"+mutant.NumberFlag+"="+strconv.Itoa(i+1), "-test.timeout="+n.limit.String(), "-test.run="+n.pattern())
	o, err := n.launch(timed, n.pkg.Dir, cleanSetting, args)
	if ctx.Err() != nil || o == nil || err != nil && timed.Err() == nil {
		return nil
	}
	return o
}

func (n *Noticer) pattern() string {
	pattern, _ := n.runPattern(n.suite.Tests)
	return pattern
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
	files := map[string][]byte{}
	for path, data := range s.Files {
		files[at(path)] = data
	}
	return s, r.replace(files)
}

// runPlain runs the tests without a mutant, to learn which fail, which mutants are reached, and how long it takes.
func (n *Noticer) runPlain(ctx context.Context) error {
	dir, err := os.MkdirTemp(n.temp, "run-")
	if err != nil {
		return n.failed(err)
	}
	defer sandbox.Remove(dir)
	start, name := time.Now(), filepath.Join(dir, "reached")
	t := n.transcriptFor(cleanSetting)
	ok, err := n.runConfinedIn(ctx, t, n.pkg.Dir, dir, cleanSetting, []string{"-test.run=" + n.pattern(), "-" + mutant.ReachFlag + "=" + name, "-test.timeout=" + n.opts.Timeout.String()})
	o := t.close()
	if err != nil {
		return err
	}
	if !ok && !o.finished {
		return n.failed(errors.New("the tests end the process with changes in the text of which none runs"))
	}
	n.limit, n.failing, n.reached = max(leastNoticeLimit, noticeSlowdown*time.Since(start)), map[int]bool{}, map[int]bool{}
	for _, id := range n.failedIn(o) {
		n.failing[id] = true
	}
	data, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return n.failed(err)
	}
	for _, word := range strings.Fields(string(data)) {
		if i, err := strconv.Atoi(word); err == nil {
			n.reached[i] = true
		}
	}
	return nil
}
