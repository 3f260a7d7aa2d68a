package testgen

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/load"
)

// What a package keeps (a pool, a cache, what is made once) looks other to our
// tests where its own have run before them. So ours are run beside those too, as
// a user runs them: without the race detector, under which a sync.Pool forgets at
// random. What fails of the package's own is not ours to judge.
const (
	besideMost  = 20 * time.Second // that one run may take,
	besideShare = 3                // and no more than a third of the time to spare;
	besideBuild = 2                // the build half of it at most
	besideLeast = 3                // orders that are run in any case,
	besideQuick = 5 * time.Second  // and others if all take less than this
	besideStops = 4                // own tests that are left out because the process ends in them
	besideSlack = 2 * time.Second  // for a process to say that its time is over
	besideAll   = 10 * time.Second // for all suites of a package with what they take to be built, if there is a clock
)

// besideOrders are those of the runs: that of go test, and others. In the second
// pass of a process all own tests have run before each of ours. One processor has
// one cache of each pool. Our tests empty a pool as others fill it, so that what
// one finds there hangs on those right before it: where the first orders are run
// in no time more of them follow.
var besideOrders = [...]struct {
	shuffle    string
	cpu, count int
}{
	{"off", 0, 1},
	{"1", 1, 2},
	{"2", 1, 2},
	{"off", 1, 2},
	{"3", 0, 1},
	{"4", 1, 2},
	{"5", 0, 1},
	{"6", 1, 2},
}

// Why tests are not run beside the package's own.
const (
	aloneHarm  = "nothing keeps these from doing harm"
	aloneTime  = "there was no time left"
	aloneAgain = "there was no time left to do so again after the first changes"
	aloneEnd   = "these end the process"
	aloneNone  = "none of these was run"
	aloneBuild = "these do not build without the race detector"
)

// besides is why an assertion goes that fails there alone.
const besides = "it is not the same beside the package's own tests"

// company is what is known of one suite beside the package's own tests.
type company struct {
	why   string // it is not run beside them
	ran   bool   // it was
	clean bool   // and nothing failed: what came later only asserts less
	fails bool   // one of its tests did, or took no part, in this round
	here  bool   // a run beside them is looked at
}

// ownTests are the package's own tests, as one suite leaves what it knows of them
// to the next.
type ownTests struct {
	why     string        // no suite is run beside them
	stopped []string      // those that do not take part: they hang, or end the process
	away    []string      // nor do these: they need a network
	sought  bool          // and were looked for
	short   bool          // they take too long without -short
	leftOut bool          // ours are compiled without them: they end the process before a test begins
	spent   time.Duration // on runs beside them
}

func (v *verifier) own() *ownTests { return &v.suite.prepared.own }

// timed counts what is done for runs beside the package's own tests.
func (v *verifier) timed() (done func()) {
	start := v.now()
	return func() {
		v.own().spent += v.now().Sub(start)
	}
}

// beside runs the suite with the package's own tests and notes what has to change.
// Where that cannot be done the report says why.
func (v *verifier) beside(ctx context.Context, s *Suite) error {
	own := v.own()
	if own.why != "" {
		v.company.why, v.report.Alone = own.why, own.why
	}
	if !v.accompanied() {
		return nil
	}
	before := v.blamed()
	v.company.fails = slices.ContainsFunc(s.Tests, v.skips)
	why := v.inCompany(ctx, s)
	if why == aloneTime && v.company.ran {
		why = aloneAgain
	}
	v.company.ran = v.company.ran || why == ""
	v.company.clean = why == "" && v.blamed() == before && !v.company.fails
	if ctx.Err() != nil {
		return ctx.Err()
	}
	v.company.why, v.report.Alone = why, why
	if why != aloneTime && why != aloneAgain { // which says nothing of the next suite
		own.why = why
	}
	v.report.Stopped, v.report.Short = len(own.stopped)+len(own.away), own.short
	return nil
}

// accompanied reports whether the suite that was placed is to be run beside the package's
// own tests in this round.
func (v *verifier) accompanied() bool {
	return v.company.why == "" && !v.company.clean && hasTests(v.tests)
}

// tellAlone has the report say so where the time was over before what is left had
// been run beside the package's own tests.
func (v *verifier) tellAlone(s *Suite) {
	if c := &v.company; c.why != "" || c.clean || len(s.Funcs) == 0 || !hasTests(v.tests) {
		return
	}
	v.report.Alone = aloneTime
	if v.company.ran {
		v.report.Alone = aloneAgain
	}
}

// inCompany returns why the suite was not run beside the package's own tests, ""
// if it was.
func (v *verifier) inCompany(ctx context.Context, s *Suite) string {
	if v.opts.Beside == nil {
		return aloneHarm
	}
	if v.besideLimit() < max(time.Second, slower*v.once) {
		return aloneTime
	}
	v.offline(ctx, s)
	binary, why := v.besideBinary(ctx)
	if why != "" {
		return why
	}
	began := v.now()
	for order := 0; order < len(besideOrders); {
		if order >= besideLeast && v.now().Sub(began) > besideQuick {
			break
		}
		limit := v.besideLimit()
		if limit < time.Second {
			if order > 0 { // in which all of them ran
				return ""
			}
			return aloneTime
		}
		o, err := v.runBeside(ctx, binary, order, limit)
		if err != nil {
			return firstLine(err.Error())
		}
		again, why := v.takeBeside(s, o, order, limit)
		if why != "" {
			return why
		}
		if !again {
			order++
		}
	}
	return ""
}

// spare is how much time there is, if there is a clock, beside what it takes to
// run the tests as often as they have to pass to be written, and to build them
// once more.
func (v *verifier) spare() (left time.Duration, clocked bool) {
	if v.opts.Deadline.IsZero() {
		return 0, false
	}
	return v.until(v.reserve()) - v.built - time.Duration(v.opts.least()+1)*v.once, true
}

// besideLimit is how long a run beside the package's own tests may take.
func (v *verifier) besideLimit() time.Duration {
	limit := min(besideMost, v.opts.Timeout)
	if left, clocked := v.spare(); clocked {
		limit = min(limit, left/besideShare, besideAll-v.own().spent)
	}
	return limit
}

// runBeside runs all tests of the package in one of the orders.
func (v *verifier) runBeside(ctx context.Context, binary string, order int, limit time.Duration) (*outcome, error) {
	how := besideOrders[order]
	args := []string{"-test.v=test2json", "-test.paniconexit0", "-test.shuffle=" + how.shuffle,
		"-test.count=" + strconv.Itoa(how.count), "-test.timeout=" + limit.String()}
	if how.cpu > 0 {
		args = append(args, "-test.cpu="+strconv.Itoa(how.cpu))
	}
	if v.own().short {
		args = append(args, "-test.short")
	}
	set := setting{bare: true, binary: binary, launch: v.opts.Beside}
	args = v.without(slices.Concat(v.skip, v.own().stopped, v.own().away), &set, args...)
	timed, cancel := context.WithTimeout(ctx, limit+besideSlack)
	defer cancel()
	defer v.timed()()
	defer v.step("ran them beside the package's own tests, shuffled: %s", how.shuffle)()
	t := v.transcript(set)
	t.heard = v.ours
	ok, err := v.confined(timed, t, v.suite.Pkg.Dir, set, args)
	o := t.close()
	o.ok, o.timedOut = ok, o.timedOut || timed.Err() != nil
	if timed.Err() != nil {
		err = nil
	}
	return o, err
}

// takeBeside blames those of ours that failed beside the package's own tests. It
// reports whether the same order is to be run again without what has ended it, or
// why it is of no use to go on. Only the first order finds out which own tests can
// be run at all.
func (v *verifier) takeBeside(s *Suite, o *outcome, order int, limit time.Duration) (again bool, why string) {
	v.company.here = true
	defer func() { v.company.here = false }()
	v.prove(s, o)
	if v.blamePanics(s, o) || v.blameBeside(s, o, limit) {
		return true, ""
	}
	if order > 0 || o.finished && !o.timedOut {
		if order == 0 && !slices.ContainsFunc(o.order, func(name string) bool { return !v.ours(name) }) {
			return false, aloneNone
		}
		return false, ""
	}
	stopped := v.stoppedIn(o, limit)
	switch {
	case len(stopped) > 0 && len(v.own().stopped)+len(stopped) <= besideStops:
		v.own().stopped = append(v.own().stopped, stopped...)
		return true, ""
	case o.timedOut && !v.own().short:
		v.own().short = true
		return true, ""
	case o.timedOut:
		return false, "these take more than " + limit.Round(time.Second).String()
	}
	return false, aloneEnd
}

// stoppedIn lists the package's own tests in which a run ended: those that had not
// come to their end, for most of the time if that was over, or the last that
// failed, as one that panics does.
func (v *verifier) stoppedIn(o *outcome, limit time.Duration) (list []string) {
	for _, name := range o.order {
		t := o.tests[name]
		if !v.ours(name) && !strings.Contains(name, "/") && t.open && !t.paused && (!o.timedOut || t.spent > limit/2) {
			list = append(list, name)
		}
	}
	if test, _, _ := strings.Cut(o.lastFail, "/"); len(list) == 0 && !o.timedOut && test != "" && !v.ours(test) {
		list = append(list, test)
	}
	return list
}

// blameBeside weakens or drops cases that failed, and reports whether one of them
// has ended the process.
func (v *verifier) blameBeside(s *Suite, o *outcome, limit time.Duration) (ended bool) {
	for i := range s.Funcs {
		fails, open := false, false
		for j := range s.Funcs[i].Cases {
			t := o.tests[s.subtest(i, j)]
			switch {
			case t == nil:
			case t.open && !o.finished:
				open = true
				if why := endedIn(t, o, limit); why != "" {
					v.dropCase(s, i, j, why)
					ended = true
				}
			case t.fails > 0:
				fails, v.company.fails = true, true
				v.blameCase(s, i, j, t, o)
			}
		}
		t := o.tests[s.Tests[i]]
		switch {
		case t == nil || fails || open || v.skips(s.Tests[i]):
		case t.open && !o.finished && endedIn(t, o, limit) != "":
			if ended = true; !v.postpone(s, i) {
				v.dropTest(s, i, endedIn(t, o, limit))
			}
		case t.fails > 0:
			v.dropTest(s, i, "its test fails beside the package's own tests: "+said(strings.Join(t.output, "")))
		}
	}
	return ended
}

// endedIn is why a test of ours is to blame for the end of a run that did not
// finish; "" if the time was over when it had hardly begun.
func endedIn(t *testRun, o *outcome, limit time.Duration) string {
	switch {
	case !o.timedOut:
		return "the test process ended while it ran beside the package's own tests: " + ending(o)
	case t.spent > limit/2:
		return fmt.Sprintf("it does not end within %s beside the package's own tests", limit.Round(time.Second/10))
	}
	return ""
}

// ours reports whether a test or subtest is one of the suite.
func (v *verifier) ours(name string) bool {
	test, _, _ := strings.Cut(name, "/")
	return slices.Contains(v.suite.Tests, test)
}

// there says of a failure where it was.
func (v *verifier) there() string {
	if v.company.here {
		return " beside the package's own tests"
	}
	return ""
}

// unsteady is why an assertion that failed goes.
func (v *verifier) unsteady() string {
	if v.company.here {
		return besides
	}
	return unstable
}

var testFunc = regexp.MustCompile(`(?m)^func (Test|Fuzz|Example)`)

// hasTests reports whether there are tests in test files.
func hasTests(files map[string][]byte) bool {
	for _, data := range files {
		if testFunc.Match(data) {
			return true
		}
	}
	return false
}

// ownFiles are the test files of a directory that are not ours, by their names.
func ownFiles(dir string, replace map[string]string) map[string][]byte {
	paths := map[string]string{}
	list, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, path := range list {
		paths[filepath.Base(path)] = path
	}
	for from, to := range replace {
		if filepath.Dir(from) == dir && strings.HasSuffix(from, "_test.go") {
			paths[filepath.Base(from)] = to
		}
	}
	files := map[string][]byte{}
	for name, path := range paths {
		if data, err := load.ReadFile(path); err == nil && !ours(data) {
			files[name] = data
		}
	}
	return files
}
