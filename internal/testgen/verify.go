package testgen

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/sandbox"
)

// Repetitions is how often a test has to pass.
const Repetitions = 20

// VerifyOptions say how emitted tests are run. The zero value is the rule.
type VerifyOptions struct {
	Count    int               // repetitions; default Repetitions
	Timeout  time.Duration     // of one run of all tests; default 60 s
	Deadline time.Time         // of everything, if set: what is not verified by then goes
	Patience time.Duration     // if set, all goes if the first build takes longer
	Flags    []string          // build flags, such as -tags=x or -modfile=y
	Env      []string          // environment of the go command; nil for this process's
	Replace  map[string]string // further entries of the overlay
	NoRace   bool              // do not try -race

	// Launch, if set, changes the command that runs the tests so that it has
	// fewer rights. The directory is one of its own, to write in.
	Launch func(cmd *exec.Cmd, dir string) error

	// Foreign, if set with it, does the same, and has the tests find themselves on
	// another machine.
	Foreign func(cmd *exec.Cmd, dir string) (*sandbox.Watcher, error)

	// Beside, if set, does the same for a run that the package's own tests take
	// part in. Without it the tests are not run beside these. Unless it leaves
	// them a Network, those that need one take no part.
	Beside  func(cmd *exec.Cmd, dir string) error
	Network bool

	// For a package that the overlay shows at another place than its own:
	// where, and the directory in which the go command knows it.
	Place, Dir string

	// Log, if set, hears what each step found and how long it took.
	Log func(format string, args ...any)

	// Claims, if set, hears before the tests are printed anew which cases are
	// left, in the order of the file, and may change what they cover.
	Claims func(context.Context, []Func) error
}

// Report says how the emitted tests were verified.
type Report struct {
	Race     bool      // all runs were under the race detector
	RaceNote string    // why not
	Count    int       // how often every case has passed
	Rounds   int       // builds that were needed
	Late     bool      // the deadline passed first; what was not proved by then is gone
	Dropped  []Dropped // by verification alone; the suite has all
	Alone    string    // why the tests were not, or not all, run beside the package's own
	Short    bool      // these were run with -short
	Stopped  int       // own tests that took no part: they need a network, hang, or end the process
}

// maxRounds bounds how often cases are weakened or dropped and the rest is
// tried again; in the last rounds whatever fails is dropped.
const maxRounds = 6

// slower is how many times longer than before a run may take on a machine that
// is busy, before a case is blamed for it.
const slower = 3

// Verify returns the suite without what does not hold: every test in it has
// compiled, passed go vet, and passed opts.Count times under -race and in
// random order (without -race where there is no C compiler). A case that
// fails loses the assertion that failed, if its input still runs; else it is
// dropped. Both are reported with the reason.
//
// A round builds the tests and runs them once in each of several settings, to
// have out what fails always or where the time zone or the language is another
// one, then together with the package's own tests, and then as often as asked,
// without what has died. All that fails in these runs is weakened at once. If
// anything was changed, another round follows.
//
// At the deadline, what has passed at least a fifth of the runs stays, after
// one more build and run if something else has to go. Nothing is weakened
// then: what does not hold as it stands goes. Where there is not even time for
// so many runs of all tests, they are run in batches, one after the other, so
// that as many as possible are proved.
//
// The error is a *BrokenTestsError if the package's own test files do not
// build, a *RunError if no test can be run for a reason outside the cases,
// or ctx.Err().
func Verify(ctx context.Context, s *Suite, opts VerifyOptions) (*Suite, Report, error) {
	if opts.Count <= 0 {
		opts.Count = Repetitions
	}
	if opts.Log == nil {
		opts.Log = func(string, ...any) {}
	}
	if opts.Timeout <= 0 {
		opts.Timeout = time.Minute
	}
	report := Report{Count: opts.Count}
	report.Race, report.RaceNote = opts.detector(s.prepared)
	temp, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-verify-")
	if err != nil {
		return nil, report, &RunError{Package: s.Pkg.ImportPath, Msg: err.Error()}
	}
	defer os.RemoveAll(temp)
	own := *s // cases are weakened in place
	own.Funcs = clone(s.Funcs)
	v := newVerifier(&runner{opts: opts, temp: temp, names: map[string]string{}}, &report)
	if s, err = v.verify(ctx, &own); err == nil {
		v.tellAlone(s)
	}
	return s, report, err
}

func newVerifier(r *runner, report *Report) *verifier {
	v := &verifier{runner: r, report: report, proof: proof{}, now: time.Now}
	r.guards = true
	v.exec = func(ctx context.Context, set setting, count int, limit time.Duration) (*outcome, error) {
		tests := v.batch
		if tests == nil {
			tests = v.suite.Tests
		}
		return v.run(ctx, set, tests, count, limit, v.skip)
	}
	return v
}

// until is how long it is until then.
func (v *verifier) until(then time.Time) time.Duration { return then.Sub(v.now()) }

type verifier struct {
	*runner
	report  *Report
	vetOff  bool     // vet objects to the user's files
	skip    []string // tests and subtests that have failed in this round
	changed bool     // something is to be emitted in another way
	ran     bool     // all tests have run in this round
	misread int      // assertions that asked for the wrong error

	panics map[string]int // subtests, in how many runs of this round they have panicked

	weak map[string]map[slot]bool // subtests that have lost assertions in this round, and which

	batch []string // the tests that are run, nil for all
	slow  bool     // one run of all tests was cut off by the clock, and no case is to blame

	parted bool          // the tests were run in batches
	rushed bool          // the batch has less than its share of the time
	pace   time.Duration // what a case has taken

	now  func() time.Time
	exec func(ctx context.Context, set setting, count int, limit time.Duration) (*outcome, error) // runs the batch

	company company     // the package's own tests
	other   *otherBuild // of what is run beside these

	proof proof
	last  bool            // what is left has been proved
	built time.Duration   // what the last build took
	runs  []time.Duration // what runs of all tests took, ascending
	cut   time.Duration   // what the longest took that did not come to its end
	once  time.Duration   // what one takes
}

// verify runs rounds until one finds nothing, or the time is over.
func (v *verifier) verify(ctx context.Context, s *Suite) (*Suite, error) {
	for len(s.Funcs) > 0 {
		before := len(v.report.Dropped)
		err := v.round(ctx, s)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && !late(err):
			return nil, err
		case !v.changed && (err == nil || v.ran && v.proved(s)): // by the repetitions that there was time for
			v.report.Count = v.passes(s)
			return s, nil
		case err != nil || v.short():
			return v.salvage(ctx, s, before)
		}
		left := s.left(v.report.Dropped[before:])
		if err := v.claim(ctx, left, v.opts.Deadline); err != nil {
			return nil, err
		}
		s.Funcs = left
		if s, err = s.without(v.report.Dropped[before:]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// late reports whether an error is that of the clock.
func late(err error) bool { return errors.Is(err, context.DeadlineExceeded) }

// claim tells which cases are left. If there is no time to hear what they
// cover now, that is left as it was.
func (v *verifier) claim(ctx context.Context, left []Func, end time.Time) error {
	if v.opts.Claims == nil {
		return nil
	}
	timed, cancel := until(ctx, end)
	defer cancel()
	if err := v.opts.Claims(timed, left); err != nil && !late(err) {
		return err
	}
	return ctx.Err()
}

// until is ctx that also ends at a time, if it is not zero.
func until(ctx context.Context, end time.Time) (context.Context, context.CancelFunc) {
	if end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, end)
}

// round builds the suite, runs it and notes what has to change.
func (v *verifier) round(ctx context.Context, s *Suite) error {
	ctx, cancel := until(ctx, v.opts.Deadline)
	defer cancel()
	defer v.endOther()
	if err := v.begin(ctx, s); err != nil || v.changed {
		return err
	}
	return v.repeat(ctx, s)
}

// repeat runs the suite that was built in all settings, and as often as asked.
func (v *verifier) repeat(ctx context.Context, s *Suite) error {
	for _, set := range settings {
		if err := v.exercise(ctx, s, set, 1, max(v.limit()/4, slower*v.once)); err != nil {
			return err
		}
		if v.slow || v.tight() {
			return v.inBatches(ctx, s)
		}
	}
	if err := v.beside(ctx, s); err != nil {
		return err
	}
	if v.changed && v.scarce() && !v.short() {
		return nil
	}
	return v.exercise(ctx, s, bare, v.opts.Count, v.limit())
}

// begin builds the suite.
func (v *verifier) begin(ctx context.Context, s *Suite) error {
	v.report.Rounds++
	v.skip, v.changed, v.ran, v.weak = nil, false, false, map[string]map[slot]bool{}
	v.batch, v.slow, v.panics = nil, false, map[string]int{}
	if err := v.place(s); err != nil {
		return &RunError{Package: s.Pkg.ImportPath, Msg: err.Error()}
	}
	start := v.now()
	defer v.step("round %d: built the tests", v.report.Rounds)()
	v.buildOther(ctx, s)
	if v.opts.Patience > 0 && v.report.Rounds == 1 {
		timed, cancel := context.WithTimeout(ctx, v.opts.Patience)
		defer cancel()
		ctx = timed
	}
	err := v.build(ctx, s)
	v.built = v.now().Sub(start)
	return err
}

// step begins a step of the verification; what it returns tells that it ends.
func (v *verifier) step(format string, args ...any) (done func()) {
	start := v.now()
	return func() {
		v.opts.Log("%s in %s", fmt.Sprintf(format, args...), v.now().Sub(start).Round(time.Millisecond))
	}
}

// limit is how long one run may take: not all of the time that is left, so
// that the rest can be verified if it takes longer.
func (v *verifier) limit() time.Duration {
	d := v.opts.Timeout
	if !v.opts.Deadline.IsZero() {
		d = min(d, v.until(v.opts.Deadline)*3/5)
	}
	return d
}

// build compiles and vets the tests. What the user's files are blamed for by
// vet is not ours to judge: then vet runs apart.
func (v *verifier) build(ctx context.Context, s *Suite) error {
	text, ok, err := v.compile(ctx, v.report.Race, !v.vetOff)
	if err != nil {
		return err
	}
	if !ok {
		v.opts.Log("the tests do not build: %s", strings.TrimSpace(text))
	}
	if why := raceless(text); !ok && v.report.Race && why != "" {
		v.report.Race, v.report.RaceNote = false, why
		return v.build(ctx, s)
	}
	if !ok && v.takes(s, text) {
		return nil
	}
	if !ok && len(v.mine(text)) > 0 {
		return v.blameText(s, v.mine(text))
	}
	if !ok && !v.vetOff {
		v.vetOff = true
		return v.build(ctx, s)
	}
	if !ok && v.report.Race {
		if text, ok, err = v.withoutRace(ctx, s.prepared, text); err != nil {
			return err
		}
		if ok {
			v.report.Race, v.report.RaceNote = v.opts.detector(s.prepared)
			v.vetOff = false
			return v.build(ctx, s)
		}
	}
	if !ok {
		return v.blameBuild(s, text)
	}
	if !v.vetOff {
		return nil
	}
	bad, err := v.vet(ctx, v.report.Race)
	if err != nil || len(bad) == 0 {
		return err
	}
	return v.blameText(s, bad)
}

// exercise runs the tests count times and blames what fails. A process that
// dies takes with it what it had not run: this runs again, without what
// killed it.
func (v *verifier) exercise(ctx context.Context, s *Suite, set setting, count int, limit time.Duration) error {
	limit = max(limit, time.Second)
	for !v.skipsAll(s) {
		o, err := v.try(ctx, s, set, count, limit)
		if err != nil {
			return err
		}
		if o.ok {
			if count < v.opts.Count && !v.last && v.batch == nil && !v.tight() {
				v.dropSlow(s, o, v.limit())
			}
			return v.complete(s, o, count)
		}
		if v.endsAtOnce(s, o) {
			if err := v.rebuild(ctx, s); err != nil || v.changed {
				return err
			}
			continue
		}
		if o.timedOut && v.hurried(limit) {
			if v.proved(s) {
				return nil // it would have gone on
			}
			if !v.last && (v.rushed || !v.hangs(s, o, limit)) {
				v.slow = v.batch == nil
				return v.cutOff(s, o, count)
			}
		}
		if v.blamePanics(s, o) {
			continue
		}
		v.blameCases(s, o, limit)
		if o.finished && !o.timedOut {
			return nil
		}
	}
	return nil
}

// cutOff takes what failed in a run that the clock ended, where no other run follows
// that would find it.
func (v *verifier) cutOff(s *Suite, o *outcome, count int) error {
	if count == 1 || v.batch != nil {
		return nil
	}
	v.blamePanics(s, o)
	v.blameFailed(s, o)
	return context.DeadlineExceeded
}

// try runs the tests and keeps what that proves, to its end or not.
func (v *verifier) try(ctx context.Context, s *Suite, set setting, count int, limit time.Duration) (*outcome, error) {
	if count > 1 {
		timed, cancel := until(ctx, v.end())
		defer cancel()
		ctx = timed
	}
	start := v.now()
	defer v.step("ran them %d times", count)()
	o, err := v.exec(ctx, set, count, limit)
	if o != nil {
		v.prove(s, o)
		v.pace = max(v.pace, o.pace())
	}
	v.ran = v.ran || err == nil && o.finished
	if err == nil && count == 1 && v.batch == nil {
		v.took(v.now().Sub(start), o.finished)
	}
	return o, err
}

// took notes what a run of all tests has taken. What counts is the median, and at
// least what one took that did not come to its end: a machine that was busy with
// something else for a while says nothing of the runs to come.
func (v *verifier) took(d time.Duration, finished bool) {
	if !finished {
		v.cut = max(v.cut, d)
	} else {
		i, _ := slices.BinarySearch(v.runs, d)
		v.runs = slices.Insert(v.runs, i, d)
	}
	v.once = v.cut
	if n := len(v.runs); n > 0 {
		v.once = max(v.once, v.runs[n/2])
	}
}

// hurried reports whether it is the deadline that limits a run.
func (v *verifier) hurried(limit time.Duration) bool {
	return !v.opts.Deadline.IsZero() && limit < v.opts.Timeout
}

// complete makes sure that a run without failures ran every case as often as
// asked: a TestMain that runs nothing must not pass for success.
func (v *verifier) complete(s *Suite, o *outcome, count int) error {
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			name := s.subtest(i, j)
			if v.skips(s.Tests[i]) || v.skips(name) {
				continue
			}
			if t := o.tests[name]; t == nil || t.passes < count {
				return &RunError{Package: s.Pkg.ImportPath, Msg: "the tests were not run (does the package's TestMain run them?)"}
			}
		}
	}
	return nil
}
