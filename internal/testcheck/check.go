package testcheck

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// Repetitions is how often a test has to pass.
const Repetitions = 20

// Options say how emitted tests are run. The zero value is the rule.
type Options struct {
	Count    int               // repetitions; default Repetitions
	Timeout  time.Duration     // of one run of all tests; default 60 s
	Deadline time.Time         // of everything, if set: what is not checked by then goes
	Patience time.Duration     // if set, all goes if the first build takes longer
	Flags    []string          // build flags, such as -tags=x or -modfile=y
	Env      []string          // environment of the go command; nil for this process's
	Replace  map[string]string // further entries of the overlay
	NoRace   bool              // do not try -race

	// Launch, if set, changes the command that runs the tests so that it has
	// fewer rights. The directory is one of its own, to write in.
	Launch func(cmd *exec.Cmd, dir string) error

	// Foreign, if set with it, does the same, and has the tests find themselves on another
	// machine; or else find files readable that only the sandbox keeps them from.
	Foreign func(cmd *exec.Cmd, dir string, elsewhere bool) (*sandbox.Watcher, error)

	// Beside, if set, does the same for a run that the package's own tests take
	// part in. Without it the tests are not run beside these.
	Beside func(cmd *exec.Cmd, dir string) error

	// For a package that the overlay shows at another place than its own:
	// where, and the directory in which the go command knows it.
	Place, Dir string

	// Log, if set, hears what each step found and how long it took.
	Log func(format string, args ...any)
}

// Report says how the emitted tests were checked.
type Report struct {
	Race     bool              // all runs were under the race detector
	RaceNote string            // why not
	Count    int               // how often every case has passed
	Rounds   int               // builds that were needed
	Late     bool              // the deadline passed first; what was not proved by then is gone
	Dropped  []testgen.Dropped // by the checks alone; the suite has all
	Alone    string            // why the tests were not run beside the package's own
	Short    bool              // these were run with -short
	Stopped  int               // own tests that took no part: they hang, or end the process
}

// Limits of a check.
const (
	maxRounds  = 6               // the last two weaken nothing: what fails goes
	lastRounds = 3               // builds after the deadline of what was proved before it
	leastShare = 5               // a fifth of the repetitions is enough at the deadline
	slower     = 3               // times longer than before a run may take on a machine that is busy
	leastRuns  = 5 * time.Second // for the least repetitions of all tests, however close the deadline is
	mostEnds   = 20              // cases that go in a round, before one that ends the process takes its test with it
)

// noTime is why cases go at the deadline.
const noTime = "there was no time left to check its test"

// Verify returns the suite without what does not hold: every test in it has
// compiled, passed go vet, and passed opts.Count times under -race and in
// random order. Its steps:
//
//  1. Build and vet the tests.
//  2. Run them once in each setting, beside the package's own tests, and
//     opts.Count times. A run whose process ends is run again without the case
//     that ended it.
//  3. A case that fails in any run loses the assertion that failed, if its
//     input still runs, else it goes.
//  4. If anything has changed, print the suite anew and start again at 1.
//
// At the deadline what has passed a fifth of the runs stays, after one more
// build and run if something else has to go.
//
// The error is a *BrokenTestsError if the package's own test files do not
// build, a *RunError if no test can be run for a reason outside the cases,
// or ctx.Err().
func Verify(ctx context.Context, s *testgen.Suite, opts Options) (*testgen.Suite, Report, error) {
	r, done, err := newRunner(s.Pkg, opts)
	if err != nil {
		return nil, Report{}, err
	}
	defer done()
	c := &checker{runner: r, passed: map[string]int{}}
	c.report = Report{Count: r.opts.Count}
	c.report.Race, c.report.RaceNote = r.detector()
	for _, f := range s.Funcs {
		for i := range f.Cases {
			r.stacked = append(r.stacked, stackedBy(&f.Cases[i])...)
		}
	}
	s, err = c.verify(ctx, s.Clone())
	return s, c.report, err
}

// newRunner returns a runner with a directory of its own, and what removes it.
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
	if err != nil {
		return nil, nil, &RunError{Package: pkg.ImportPath, Msg: err.Error()}
	}
	return &runner{pkg: pkg, opts: opts, temp: temp, names: map[string]string{}}, func() { os.RemoveAll(temp) }, nil
}

// checker checks one suite, in rounds.
type checker struct {
	*runner
	report   Report
	passed   map[string]int // by the ID of a case, how often it has passed as it stands
	findings                // of this round
	built    time.Duration  // what the last build took
	once     time.Duration  // what the last run of all tests took
	last     bool           // what was proved before the deadline is built and run once more
	company  company
}

// verify runs rounds until one finds nothing, or the time is over.
func (c *checker) verify(ctx context.Context, s *testgen.Suite) (*testgen.Suite, error) {
	for late := 0; len(s.Funcs) > 0; {
		err := c.round(ctx, s)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && !isLate(err):
			return nil, err
		case !c.changed && (err == nil || c.passes(s) >= c.opts.least()):
			c.report.Count = c.passes(s)
			return s, nil
		}
		if err != nil || c.short() {
			late++
			c.extend(s, late > lastRounds)
		}
		if s, err = c.next(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// round builds the suite, runs it and finds what has to change.
func (c *checker) round(ctx context.Context, s *testgen.Suite) error {
	ctx, cancel := until(ctx, c.opts.Deadline)
	defer cancel()
	c.report.Rounds++
	c.findings = newFindings(c.report.Rounds)
	if err := c.build(ctx, s); err != nil || c.changed {
		return err
	}
	sets := settings[:]
	if c.last {
		sets = sets[:1]
	}
	for _, set := range sets {
		if err := c.exercise(ctx, s, set, 1, max(c.limit()/2, slower*c.once)); err != nil || c.crowded() {
			return err
		}
	}
	if c.last {
		return nil
	}
	if err := c.beside(ctx, s); err != nil {
		return err
	}
	return c.exercise(ctx, s, clean, c.opts.Count, c.limit())
}

// exercise runs the tests count times and finds what fails. A process that
// dies takes with it what it had not run: this runs again, without what
// killed it. Repetitions do so in the next round: leaving subtests out makes each subtest
// slower, as package testing compiles the pattern anew for each.
func (c *checker) exercise(ctx context.Context, s *testgen.Suite, set setting, count int, limit time.Duration) error {
	limit = max(limit, time.Second)
	for !c.allGone(s) {
		start := time.Now()
		o, err := c.try(ctx, s, set, count, limit)
		if err != nil {
			return err
		}
		if o.ok {
			if count == 1 && !c.last {
				c.dropSlow(s, o, c.limit())
			}
			return c.complete(s, o, count)
		}
		if c.endsAtOnce(o) {
			if err := c.build(ctx, s); err != nil || c.changed {
				return err
			}
			continue
		}
		if o.timedOut && c.hurried(limit) && !c.hangs(s, o, limit) {
			return context.DeadlineExceeded
		}
		if again, found := c.caught(s, o); again {
			continue
		} else if found {
			return nil
		}
		if list := c.leaving(s, o); len(list) > 0 {
			c.dropLeaving(s, c.guilty(ctx, s, set, list, time.Since(start)), o)
		} else {
			c.attribute(s, o, limit)
		}
		if o.finished && !o.timedOut || count > 1 && c.number < maxRounds {
			return nil
		}
		if c.guards() {
			if err := c.build(ctx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// try runs the tests and keeps what that proves, to its end or not.
func (c *checker) try(ctx context.Context, s *testgen.Suite, set setting, count int, limit time.Duration) (*outcome, error) {
	if count > 1 {
		timed, cancel := until(ctx, c.end())
		defer cancel()
		ctx = timed
	}
	start := time.Now()
	defer c.step("ran them %d times", count)()
	o, err := c.run(ctx, set, s.Tests, count, limit, c.skip)
	if o != nil {
		c.record(s, o)
	}
	if err == nil && count == 1 {
		c.once = time.Since(start)
	}
	return o, err
}

// record counts how often each case has passed: a failure, and what is not
// asserted any more because of it, begin it anew.
func (c *checker) record(s *testgen.Suite, o *outcome) {
	for _, at := range c.left(s) {
		id := s.ID(at.fn, at.c)
		switch t := o.tests[s.Subtest(at.fn, at.c)]; {
		case t == nil:
		case t.fails > 0 || c.weaker[at] != nil:
			c.passed[id] = 0
		default:
			c.passed[id] += t.passes
		}
	}
}

// complete makes sure that a run without failures ran every case as often as
// asked: a TestMain that runs nothing must not pass for success.
func (c *checker) complete(s *testgen.Suite, o *outcome, count int) error {
	for _, at := range c.left(s) {
		if t := o.tests[s.Subtest(at.fn, at.c)]; t == nil || t.passes < count {
			return &RunError{Package: s.Pkg.ImportPath, Msg: "the tests were not run (does the package's TestMain run them?)"}
		}
	}
	return nil
}

// next prints the suite without what has gone, with what the cases now assert.
func (c *checker) next(s *testgen.Suite) (*testgen.Suite, error) {
	c.report.Dropped = append(c.report.Dropped, c.dropped...)
	return s.With(s.Without(c.gone), c.dropped)
}

// step begins a step; what it returns tells that it ends.
func (c *checker) step(format string, args ...any) (done func()) {
	start := time.Now()
	return func() {
		c.opts.Log("%s in %s", fmt.Sprintf(format, args...), time.Since(start).Round(time.Millisecond))
	}
}
