package testcheck

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/keep"
	"nearmiss/internal/load"
	"nearmiss/internal/testgen"
)

// Limits of a check of old tests.
const (
	keptRuns      = 2  // runs of each test, in one process; a test fails if it fails in all of them
	keptBuilds    = 12 // builds, each without the places that the builds before could not compile
	maxKeptEnders = 20 // tests and rows that end the process, after which no other test is run
)

// A KeptReport is the result of CheckKept.
type KeptReport struct {
	keep.Check
	Unrun string // why the tests were not run, "" if they were
}

// CheckKept builds the test files of an earlier run beside the package's own tests and runs them.
// It finds the declarations and rows that do not compile, which it leaves out, and the tests and
// rows that fail. The files may hold code of a person: without a sandbox CheckKept runs
// nothing. The error is as that of Verify.
func CheckKept(ctx context.Context, pkg *load.Package, set *keep.Set, opts Options) (KeptReport, error) {
	r, done, err := newRunner(pkg, opts)
	if err != nil {
		return KeptReport{}, err
	}
	defer done()
	ctx, cancel := WithDeadline(ctx, opts.Deadline)
	defer cancel()
	k := &keptCheck{runner: r, all: set, set: set}
	k.report.Broken, k.report.Failing = map[keep.Place]string{}, map[keep.Place]string{}
	if err = k.build(ctx); err == nil && len(k.set.Tests()) > 0 {
		err = k.run(ctx)
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return k.report, err
}

// A keptCheck is the state of one check of old tests.
type keptCheck struct {
	*runner
	report KeptReport
	all    *keep.Set
	set    *keep.Set // all without the places that do not compile
}

// build compiles the tests, and leaves out places that do not compile until the others do.
func (k *keptCheck) build(ctx context.Context) error {
	for range keptBuilds {
		text, ok, err := k.compile(ctx, keptSuite(k.pkg, k.set))
		if ok || err != nil {
			return err
		}
		before := len(k.report.Broken)
		ours, others := k.diagnostics(text)
		for _, d := range ours {
			if p, ok := k.set.At(d.file, d.pos.Line); ok {
				k.noteBroken(p, d.msg)
			}
		}
		for _, d := range others { // a name that the package declares, too, counts as broken in the old file
			if d.twice != "" && k.set.Declares(d.twice) {
				k.noteBroken(keep.Place{Decl: d.twice}, d.msg)
			}
		}
		if len(k.report.Broken) == before {
			return k.unbuilt(text)
		}
		if k.set, err = k.all.Without(func(p keep.Place) bool { return k.report.Broken[p] != "" }); err != nil {
			return err
		}
	}
	return &RunError{Package: k.pkg.ImportPath, Msg: "the tests of the earlier run do not build"}
}

// keptSuite returns a suite of files without cases.
func keptSuite(pkg *load.Package, set *keep.Set) *testgen.Suite {
	s := &testgen.Suite{Pkg: pkg}
	for name, text := range set.Texts() {
		s.Files = append(s.Files, testgen.File{Name: name, Data: text})
	}
	return s
}

func (k *keptCheck) noteBroken(p keep.Place, why string) {
	if k.report.Broken[p] == "" {
		k.report.Broken[p] = why
	}
}

// run runs the tests in the order of their files. A test that ends the process or hangs fails,
// and the others run again without it.
func (k *keptCheck) run(ctx context.Context) error {
	if !k.opts.OwnTests {
		k.report.Unrun = noOwnHarm
		return nil
	}
	set := setting{clean: true, ordered: true}
	var skip []string
	for range maxKeptEnders {
		o, err := k.runner.run(ctx, set, k.set.Tests(), keptRuns, k.limit(), skip, nil)
		if err != nil {
			return err
		}
		k.noteFailing(o)
		if o.finished && !o.timedOut {
			return nil
		}
		ender := enderOf(o)
		if len(o.order) == 0 && k.leaveOwn(ctx) {
			continue
		}
		place, ok := k.placeOf(ender)
		if !ok || slices.Contains(skip, ender) {
			k.report.Unrun = "the process ends before a test begins: " + endMessage(o)
			return nil
		}
		k.report.Failing[place] = "it ends the process: " + endMessage(o)
		if o.timedOut {
			k.report.Failing[place] = "it does not end"
		}
		skip = append(skip, ender)
	}
	return nil
}

// leaveOwn builds the tests without the package's own, with which no test begins. It reports
// whether that was possible: not if it was done before, or if the tests need declarations of these.
func (k *keptCheck) leaveOwn(ctx context.Context) bool {
	if k.withoutOwn || len(k.ownTests) == 0 {
		return false
	}
	k.withoutOwn = true
	_, ok, err := k.compile(ctx, keptSuite(k.pkg, k.set))
	return ok && err == nil
}

// limit returns the most time for a run.
func (k *keptCheck) limit() time.Duration {
	limit := min(ownRunMax, k.opts.Timeout)
	if !k.opts.Deadline.IsZero() {
		limit = min(limit, time.Until(k.opts.Deadline)/2)
	}
	return max(limit, time.Second)
}

// enderOf returns the test or subtest in which a process ended: the innermost that was running,
// else the last to fail; "" if no test had begun.
func enderOf(o *outcome) string {
	ender := ""
	for _, name := range o.order {
		if t := o.tests[name]; t.running && !t.paused && len(name) > len(ender) {
			ender = name
		}
	}
	return cmp.Or(ender, o.lastFail)
}

// placeOf returns the place of a test or subtest.
func (k *keptCheck) placeOf(name string) (keep.Place, bool) {
	test, _, _ := strings.Cut(name, "/")
	if !slices.Contains(k.set.Tests(), test) {
		return keep.Place{}, false
	}
	for _, row := range k.set.Rows(test) {
		if name == test+"/"+testgen.SubtestName(row) {
			return keep.Place{Decl: test, Row: row}, true
		}
	}
	return keep.Place{Decl: test}, true
}

// noteFailing notes the rows that have failed in all their runs, and the tests that have failed
// without a row.
func (k *keptCheck) noteFailing(o *outcome) {
	for _, test := range k.set.Tests() {
		inRow := false
		for _, row := range k.set.Rows(test) {
			t := o.tests[test+"/"+testgen.SubtestName(row)]
			inRow = inRow || t != nil && (t.fails > 0 || t.running)
			k.noteFailed(keep.Place{Decl: test, Row: row}, t)
		}
		if !inRow {
			k.noteFailed(keep.Place{Decl: test}, o.tests[test])
		}
	}
}

func (k *keptCheck) noteFailed(p keep.Place, t *testRun) {
	if t != nil && t.fails > 0 && t.passes == 0 {
		k.report.Failing[p] = logged.ReplaceAllString(failureSummary(t.output), "")
	}
}
