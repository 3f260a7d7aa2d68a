package testcheck

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"nearmiss/internal/fault"
	"nearmiss/internal/load"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// Repetitions is the default number of times that a test must pass.
const Repetitions = 20

// Options controls the runs of emitted tests. The zero value means the defaults. Only tests of
// this program set Count, Timeout and NoRace.
type Options struct {
	Count    int               // number of repetitions; default Repetitions
	Timeout  time.Duration     // limit for one run of all tests; default 60 s
	Deadline time.Time         // if set, no build or run goes on after it, and cases not checked by then are dropped
	Patience time.Duration     // if set, all cases are dropped if the first build takes longer
	Race     <-chan struct{}   // if set, closed when the dependencies are compiled with the race detector
	Flags    []string          // build flags, such as -tags=x or -modfile=y
	Env      []string          // environment of the go command; nil for this process's
	Replace  map[string]string // further entries of the overlay
	NoRace   bool              // do not use -race
	Hurried  bool              // leave no time for -race: other packages need it

	// launch, if set, changes the command that runs the tests in a setting so that it has fewer rights. The
	// tests may write to the directory dir, which no other process uses. The watcher, if there is one, begins
	// when the command has started.
	launch func(cmd *exec.Cmd, dir string, set setting) (*sandbox.Watcher, error)

	// OwnTests tells that launch keeps the package's own tests from doing harm: the emitted tests also run
	// together with them.
	OwnTests bool

	// PackageDir is the directory in which the overlay shows the package, if it is not the
	// package's own. Dir is the directory to run the go command in.
	PackageDir, Dir string

	// Log, if set, receives the result and duration of each step.
	Log func(format string, args ...any)
}

// A Report describes how the emitted tests were checked.
type Report struct {
	Race     bool              // the runs were under the race detector
	RaceNote string            // the reason if they were not
	Count    int               // number of times that every case has passed
	Rounds   int               // number of builds
	Late     bool              // the deadline passed, and cases that had not passed a tenth of the runs by then were dropped
	Dropped  []testgen.Dropped // the cases and assertions that the checks have dropped; the suite lists all
	OwnVet   string            // complaint of go vet about the package itself that keeps go test from running, "" if there is none
	WhyAlone string            // reason why the tests did not run together with the package's own tests, "" if they did
	Short    bool              // the runs with the package's own tests used -short
	Stopped  int               // number of own tests that were excluded, because they hang or end the process

	Unstarted []string // descriptions of the settings that were left out, because the package ends the process before a test begins
}

// Limits of a check.
const (
	mostOrders   = 4               // orders in which the repetitions run
	leastRepeats = 5               // least repetitions in one order, if there are several
	maxRounds    = 6               // from the last but one on, rounds drop each failed case and weaken none
	passDivisor  = 10              // at the deadline, the repetitions divided by passDivisor suffice
	slowdown     = 3               // factor by which a run may be slower than the run before, on a busy machine
	minRunsLimit = 5 * time.Second // least limit for the minimal repetitions of all tests, even close to the deadline
	maxSkipped   = 20              // dropped tests and cases in a round, after which a case that ends the process is dropped with its whole test
)

// noTime is the reason for dropping a case at the deadline.
const noTime = "there was no time left to check its test"

// Verify returns the suite without the cases and assertions that fail. Every test in the result
// has compiled, passed go vet, and passed opts.Count times in random order. The steps are:
//
//  1. Build the tests, and vet them beside this step and the next.
//  2. Run them once in each setting, then together with the package's own tests, then
//     opts.Count times. If a case ends the process, repeat the run without the case.
//  3. Remove each assertion that has failed. Drop each case that has failed in another way.
//  4. If anything has changed, print the suite again and continue with step 1.
//  5. Build the tests with the race detector and run them opts.Count times. If anything fails,
//     remove it, continue with step 1, and repeat this step.
//
// If there is no time for another build, Verify runs the last binary without the cases that have to be
// dropped, and type-checks the files without them (skipping.go). At the deadline a tenth of the repetitions
// suffices. If there is no time for step 5, the race detector sees only the cases that start goroutines; if
// there is none for that, Verify drops those in which it is likely to find something (giveUpRace).
//
// The error is a *BrokenTestsError if the package's own test files do not build, a *RunError if
// no test can be run for a reason outside the cases, or ctx.Err().
func Verify(ctx context.Context, suite *testgen.Suite, opts Options) (*testgen.Suite, Report, error) {
	r, done, err := newRunner(suite.Pkg, opts)
	if err != nil {
		return nil, Report{}, err
	}
	defer done()
	c := &checker{runner: r, passed: map[int]int{}, settings: settings[:]}
	c.report = Report{Count: r.opts.Count}
	c.report.Race, c.report.RaceNote = r.useRace()
	for _, f := range suite.Funcs {
		for i := range f.Cases {
			r.leakedFuncs = append(r.leakedFuncs, goroutineFuncs(&f.Cases[i])...)
		}
	}
	suite, err = c.verify(ctx, suite.Clone())
	c.report.OwnVet = c.ownVet(ctx, c.vetted)
	if c.withoutOwn {
		c.report.WhyAlone = noOwnInit
		if c.ownHang {
			c.report.WhyAlone = noOwnStart
		}
	}
	return suite, c.report, err
}

// newRunner returns a runner with a new temporary directory, and a function that removes the
// directory.
func newRunner(pkg *load.Package, opts Options) (*runner, func(), error) {
	if opts.Count <= 0 {
		opts.Count = Repetitions
	}
	if opts.Timeout <= 0 {
		opts.Timeout = time.Minute
	}
	if opts.Log == nil {
		opts.Log = func(string, ...any) {}
	}
	temp, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-verify-")
	for _, dir := range []string{suiteDir, raceDir} {
		if err == nil {
			err = os.Mkdir(filepath.Join(temp, dir), 0o777)
		}
	}
	if err != nil {
		return nil, nil, &RunError{Package: pkg.ImportPath, Msg: err.Error()}
	}
	return &runner{pkg: pkg, opts: opts, temp: temp, overlayNames: map[string]string{}, fuses: Fuses(pkg)}, func() { os.RemoveAll(temp) }, nil
}

// A checker checks one suite, in rounds.
type checker struct {
	*runner
	report    Report
	passed    map[int]int    // from the ID of a case to its number of passes with its present assertions
	compiled  *testgen.Suite // suite of the last binary without the race detector; nil if there is none
	since     lost           // what the suite has lost since it was compiled
	findings                 // of the current round
	buildTime time.Duration  // duration of the last build
	vetting   fault.Group    // go vet, beside a build and runs
	vetTime   time.Duration  // duration of the last go vet, or of printing and type-checking a part
	passedVet bool           // go vet has had no complaint about the suite of the last binary
	runTime   time.Duration  // duration of the last run of all tests, each once
	settings  []setting      // those in which tests can begin
	raceTime  time.Duration  // kept for the race detector
	raceless  map[int]bool   // numbers (Case.ID) of the cases in which the race detector has found nothing
	ownRuns   ownRuns
}

// verify checks the suite without the race detector, and then with it.
func (c *checker) verify(ctx context.Context, suite *testgen.Suite) (*testgen.Suite, error) {
	suite, err := c.withoutUnseen(suite)
	if err != nil {
		return nil, err
	}
	suite, err = c.settle(ctx, suite)
	if err != nil || len(suite.Funcs) == 0 || !c.report.Race || c.report.Late {
		return suite, err
	}
	return c.verifyRace(ctx, suite)
}

// settle runs rounds until one finds no failure or the time is over.
func (c *checker) settle(ctx context.Context, suite *testgen.Suite) (*testgen.Suite, error) {
	for len(suite.Funcs) > 0 {
		last, err := c.round(ctx, suite)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && !isTimeout(err):
			return nil, err
		case last || err != nil:
			return c.proveBySkipping(ctx, suite)
		case !c.changed:
			c.report.Count = c.leastPasses(suite)
			return suite, nil
		case c.outOfTime():
			return c.proveBySkipping(ctx, suite)
		}
		if suite, err = c.reprint(suite); err != nil {
			return nil, err
		}
	}
	return suite, nil
}

// round builds and runs the suite once and collects the findings. It only builds it if there is no time
// for another build; last is true then.
func (c *checker) round(ctx context.Context, suite *testgen.Suite) (last bool, err error) {
	ctx, cancel := WithDeadline(ctx, c.opts.Deadline)
	defer cancel()
	c.report.Rounds++
	c.findings, c.passedVet = newFindings(), false
	vetted := c.vetBeside(ctx, func() (*testgen.Suite, error) { return suite, nil })
	if err := c.build(ctx, suite); err != nil || c.changed {
		return false, err
	}
	c.planRace(suite)
	if last = c.outOfTime(); !last {
		err = c.runs(ctx, suite)
	}
	_, bad, vetErr := vetted()
	if len(bad) > 0 {
		return last, c.dropInvalid(suite, bad)
	}
	c.passedVet = vetErr == nil
	return last, cmp.Or(err, vetErr)
}

// runs runs the suite in each setting, beside the package's own tests, and often.
func (c *checker) runs(ctx context.Context, suite *testgen.Suite) error {
	ctx, done := WithDeadline(ctx, c.roundsEnd())
	defer done()
	if err := c.inSettings(ctx, suite); err != nil {
		return err
	}
	return c.repeat(ctx, suite, keepingSetting, c.opts.Count, c.runLimit)
}

// repeat runs the suite count times, in a few processes: package testing draws an order for a process,
// not for each repetition.
func (c *checker) repeat(ctx context.Context, suite *testgen.Suite, set setting, count int, limit func() time.Duration) error {
	orders := max(1, min(mostOrders, count/leastRepeats))
	for i := range orders {
		if err := c.runTests(ctx, suite, set, (count+i)/orders, limit()); err != nil {
			return err
		}
	}
	return nil
}

// inSettings runs the suite once in each setting, and beside the package's own tests.
func (c *checker) inSettings(ctx context.Context, suite *testgen.Suite) error {
	for _, set := range c.settings {
		limit := c.runLimit()
		if !c.report.Late {
			limit = max(limit/2, slowdown*c.runTime)
		}
		err := c.runTests(ctx, suite, set, 1, limit)
		if none := (*RunError)(nil); errors.As(err, &none) && none.unstarted {
			c.leaveOut(set)
			continue
		}
		if err != nil {
			return err
		}
	}
	return c.checkWithOwn(ctx, suite)
}

// leaveOut leaves a setting out of further rounds.
func (c *checker) leaveOut(set setting) {
	c.opts.Log("the package ends the process before a test begins %s", set.name)
	c.settings = slices.DeleteFunc(slices.Clone(c.settings), func(s setting) bool { return s.name == set.name })
	c.report.Unstarted = append(c.report.Unstarted, set.name)
}

// runTests runs the tests count times and handles failures. If a case ends the process early,
// runTests runs the tests again without the case, so that each remaining case runs. With
// count > 1 it leaves that to the next round: excluding subtests makes each subtest slower,
// because package testing compiles the pattern for each subtest again.
//
// If no test begins, runTests runs the tests without the package's own test files. If none begins
// then either, these files come back, and the error is a *RunError with unstarted set.
func (c *checker) runTests(ctx context.Context, suite *testgen.Suite, set setting, count int, limit time.Duration) error {
	limit = max(limit, time.Second)
	withOwn := !c.withoutOwn && len(c.ownTests) > 0
	for !c.noneLeft(suite) { // each round drops a case, leaves out the own test files, or returns
		start := time.Now()
		result, err := c.runAndRecord(ctx, suite, set, count, limit)
		if err != nil {
			return err
		}
		if result.ok {
			if count == 1 {
				c.dropSlow(suite, result, c.runLimit())
			}
			err := c.checkComplete(suite, result, count)
			if err != nil && c.dropRunning(suite, result) { // it has closed the standard output
				continue
			}
			return err
		}
		if result.timedOut && c.deadlineBound(limit) && !c.hangs(suite, result, limit) {
			return context.DeadlineExceeded
		}
		if !result.finished && len(result.order) == 0 {
			if withOwn {
				c.withoutOwn, c.ownHang = !c.withoutOwn, result.neverBegan
				if err := c.build(ctx, suite); err != nil || c.changed {
					return err
				}
			}
			if !withOwn || !c.withoutOwn {
				return &RunError{Package: suite.Pkg.ImportPath, Msg: "the process ends before a test begins: " + endMessage(result), unstarted: true}
			}
			continue
		}
		if list := c.leakingCases(suite, result); len(list) > 0 {
			c.dropLeaking(suite, c.confirmLeaking(ctx, suite, set, list, time.Since(start)), result)
		} else {
			c.blameCases(suite, result, limit)
		}
		if result.finished && !result.timedOut || count > 1 && c.report.Rounds < maxRounds {
			return nil
		}
	}
	return nil
}

// runAndRecord runs the tests and records the passes, even if the run does not finish.
func (c *checker) runAndRecord(ctx context.Context, s *testgen.Suite, set setting, count int, limit time.Duration) (*outcome, error) {
	start := time.Now()
	defer c.logStep("ran the tests %d times", count)()
	o, err := c.run(ctx, set, s.Tests, count, limit, c.droppedNames(s), c.remainingNames(s))
	if o != nil {
		c.recordPasses(s, o)
	}
	if err == nil && count == 1 {
		c.runTime = max(time.Since(start), c.runTime/2)
	}
	return o, err
}

// recordPasses updates the number of passes of each case. The number starts again at 0 when a case
// fails or loses an assertion.
func (c *checker) recordPasses(s *testgen.Suite, o *outcome) {
	for _, index := range c.remaining(s) {
		id := index.in(s).ID
		switch t := o.tests[s.Subtest(index.fn, index.c)]; {
		case t == nil:
		case t.fails > 0 || c.weakened[id] != nil:
			c.passed[id] = 0
		default:
			c.passed[id] += t.passes
		}
	}
}

// checkComplete returns an error unless each remaining case passed count times in o, a run without
// failures.
// A TestMain that runs no tests must not count as success.
func (c *checker) checkComplete(s *testgen.Suite, o *outcome, count int) error {
	for _, index := range c.remaining(s) {
		if t := o.tests[s.Subtest(index.fn, index.c)]; t == nil || t.passes < count {
			return &RunError{Package: s.Pkg.ImportPath, Msg: "the tests were not run (does the package's TestMain run them?)"}
		}
	}
	return nil
}

// reprint prints the suite with the remaining cases and assertions.
func (c *checker) reprint(s *testgen.Suite) (*testgen.Suite, error) {
	c.record()
	return s.With(s.Without(c.isDropped), c.dropped)
}

// record adds the findings to the report, and to what was lost since the last binary.
func (c *checker) record() {
	c.report.Dropped = append(c.report.Dropped, c.dropped...)
	c.since.add(&c.findings)
}

// logStep begins a step and returns a function that logs its end and duration.
func (c *checker) logStep(format string, args ...any) (done func()) {
	start := time.Now()
	return func() {
		c.opts.Log("%s in %s", fmt.Sprintf(format, args...), time.Since(start).Round(time.Millisecond))
	}
}
