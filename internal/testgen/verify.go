package testgen

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// VerifyOptions say how emitted tests are run. The zero value is the rule.
type VerifyOptions struct {
	Count   int               // repetitions; default 20
	Timeout time.Duration     // of one run of all tests; default 60 s
	Flags   []string          // build flags, such as -tags=x or -modfile=y
	Env     []string          // environment of the go command; nil for this process's
	Exec    string            // go test -exec: a launcher that takes rights away
	Replace map[string]string // further entries of the overlay
	NoRace  bool              // do not try -race
}

// Report says how the emitted tests were verified.
type Report struct {
	Race     bool   // all runs were under the race detector
	RaceNote string // why not
	Count    int
	Rounds   int       // builds and runs that were needed
	Dropped  []Dropped // by verification alone; the suite has all
}

// maxRounds bounds how often cases are weakened or dropped and the rest is
// tried again; in the last rounds whatever fails is dropped.
const maxRounds = 6

// Verify returns the suite without what does not hold: every test in it has
// compiled, passed go vet, and passed opts.Count times under -race
// -shuffle=on (without -race where there is no C compiler). A case that fails
// loses the assertion that failed, if its input still runs; else it is
// dropped. Both are reported with the reason.
//
// The error is a *BrokenTestsError if the package's own test files do not
// build, a *RunError if no test can be run for a reason outside the cases,
// or ctx.Err().
func Verify(ctx context.Context, s *Suite, opts VerifyOptions) (*Suite, Report, error) {
	if opts.Count <= 0 {
		opts.Count = 20
	}
	if opts.Timeout <= 0 {
		opts.Timeout = time.Minute
	}
	report := Report{Count: opts.Count, Race: !opts.NoRace}
	if opts.NoRace {
		report.RaceNote = "not asked for"
	}
	temp, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-verify-")
	if err != nil {
		return nil, report, &RunError{Package: s.Pkg.ImportPath, Msg: err.Error()}
	}
	defer os.RemoveAll(temp)
	v := &verifier{runner: &runner{opts: opts, temp: temp, names: map[string]string{}}, report: &report}
	s, err = v.run(ctx, s)
	return s, report, err
}

type verifier struct {
	*runner
	report *Report
}

func (v *verifier) run(ctx context.Context, s *Suite) (*Suite, error) {
	own := *s // cases are weakened in place
	own.Funcs = clone(s.Funcs)
	s = &own
	for len(s.Funcs) > 0 {
		v.report.Rounds++
		if err := v.place(s); err != nil {
			return nil, &RunError{Package: s.Pkg.ImportPath, Msg: err.Error()}
		}
		before := len(v.report.Dropped)
		if err := v.round(ctx, s); err != nil {
			return nil, err
		}
		if len(v.report.Dropped) == before {
			return s, nil
		}
		var err error
		if s, err = s.without(v.report.Dropped[before:]); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// round vets and runs the suite once and reports what has to go.
func (v *verifier) round(ctx context.Context, s *Suite) error {
	bad, err := v.vet(ctx)
	if err != nil {
		return err
	}
	if len(bad) > 0 {
		return v.blameText(s, bad)
	}
	o, err := v.test(ctx, v.report.Race)
	if err != nil {
		return err
	}
	if why := o.raceless(); v.report.Race && why != "" {
		v.report.Race, v.report.RaceNote = false, why
		if o, err = v.test(ctx, false); err != nil {
			return err
		}
	}
	if o.ok {
		return v.complete(s, o)
	}
	if !o.built || len(o.tests) == 0 {
		return v.blameBuild(s, o)
	}
	v.blameCases(s, o)
	return nil
}

// complete makes sure that a run without failures ran every case as often as
// asked: a TestMain that runs nothing must not pass for success.
func (v *verifier) complete(s *Suite, o *outcome) error {
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			name := s.Tests[i] + "/" + rewritten(fn.Cases[j].Name)
			if t := o.tests[name]; t == nil || t.passes < v.opts.Count {
				return &RunError{Package: s.Pkg.ImportPath, Msg: "the tests were not run (does the package's TestMain run them?)"}
			}
		}
	}
	return nil
}

// blameText drops the functions whose text does not compile or does not pass
// vet.
func (v *verifier) blameText(s *Suite, bad []diagnostic) error {
	blamed := map[string]bool{}
	for _, d := range bad {
		i := slices.IndexFunc(s.spans, func(sp span) bool { return sp.from <= d.line && d.line <= sp.to })
		if i < 0 || d.file != v.names[TestFile] {
			return &RunError{Package: s.Pkg.ImportPath, Msg: fmt.Sprintf("%s:%d: %s", d.file, d.line, d.msg)}
		}
		test := s.spans[i].test
		if blamed[test] {
			continue
		}
		blamed[test] = true
		fn := s.Funcs[slices.Index(s.Tests, test)]
		v.drop(Dropped{Func: fn.Sig.Name, Covers: allBranches(fn.Cases), Reason: "its test does not pass go vet: " + d.msg})
	}
	return nil
}

// blameBuild finds out why nothing ran: our text, the package's own tests, or
// neither.
func (v *verifier) blameBuild(s *Suite, o *outcome) error {
	all := diagnostics(o.messages)
	var mine []diagnostic
	for _, d := range all {
		if v.emitted(d) {
			mine = append(mine, d)
		}
	}
	for _, d := range all {
		if !v.emitted(d) && (strings.HasSuffix(d.file, "_test.go") || len(mine) == 0) {
			path := d.path
			if !filepath.IsAbs(path) {
				path = filepath.Join(s.Pkg.Dir, path)
			}
			return &BrokenTestsError{Pos: token.Position{Filename: path, Line: d.line, Column: d.col}, Msg: d.msg}
		}
	}
	if len(mine) > 0 {
		return v.blameText(s, mine)
	}
	return &RunError{Package: s.Pkg.ImportPath, Msg: firstLine(o.messages)}
}

func firstLine(s string) string {
	for _, line := range strings.Split(s, "\n") {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "FAIL") {
			return line
		}
	}
	return "go test failed without a message"
}

// blameCases finds the cases that failed, by the names of their subtests. If
// none did and the run still failed, the process died: the case that was
// running is to blame.
func (v *verifier) blameCases(s *Suite, o *outcome) {
	before := len(v.report.Dropped)
	if o.timedOut {
		v.blameSlowest(s, o)
		return
	}
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			t := o.tests[s.Tests[i]+"/"+rewritten(fn.Cases[j].Name)]
			switch {
			case t == nil:
			case t.open:
				v.dropCase(s, i, j, "the test process ended while it ran: "+ending(o))
			case t.fails > 0:
				v.blameCase(s, i, j, t, o)
			}
		}
	}
	if len(v.report.Dropped) > before {
		return
	}
	for i, fn := range s.Funcs {
		if t := o.tests[s.Tests[i]]; t != nil && (t.fails > 0 || t.open) {
			v.drop(Dropped{Func: fn.Sig.Name, Covers: allBranches(fn.Cases), Reason: "its test fails: " + firstLine(strings.Join(t.output, ""))})
		}
	}
	if len(v.report.Dropped) == before {
		fn := s.Funcs[0]
		v.drop(Dropped{Func: fn.Sig.Name, Covers: allBranches(fn.Cases), Reason: "the test process failed and no case can be blamed: " + ending(o)})
	}
}

// blameSlowest drops the case that took most of a run that took too long: one
// that hangs, or one that is too slow to be repeated.
func (v *verifier) blameSlowest(s *Suite, o *outcome) {
	worst, wi, wj := time.Duration(-1), 0, 0
	var slow *testRun
	for i, fn := range s.Funcs {
		for j := range fn.Cases {
			t := o.tests[s.Tests[i]+"/"+rewritten(fn.Cases[j].Name)]
			if t != nil && t.spent > worst {
				worst, wi, wj, slow = t.spent, i, j, t
			}
		}
	}
	switch {
	case slow == nil:
		fn := s.Funcs[0]
		v.drop(Dropped{Func: fn.Sig.Name, Covers: allBranches(fn.Cases), Reason: "the tests do not end, and no case can be blamed"})
	case slow.open && slow.passes == 0:
		v.dropCase(s, wi, wj, "it does not end within "+v.opts.Timeout.String())
	default:
		v.dropCase(s, wi, wj, fmt.Sprintf("it is too slow: %d runs of all tests take more than %s", v.opts.Count, v.opts.Timeout))
	}
}

// ending is the line that says how a process died.
func ending(o *outcome) string {
	for _, name := range o.order {
		t := o.tests[name]
		for _, line := range append(t.output, t.current...) {
			if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
				return strings.TrimSuffix(strings.TrimSpace(line), " [recovered, repanicked]")
			}
		}
	}
	for _, line := range strings.Split(o.messages, "\n") {
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "exit status") {
			return line
		}
	}
	return "it exited"
}

// blameCase weakens a case by the assertions that failed, or drops it.
func (v *verifier) blameCase(s *Suite, i, j int, t *testRun, o *outcome) {
	c := &s.Funcs[i].Cases[j]
	text := strings.Join(t.output, "")
	var slots []slot
	first, varies := "", t.passes > 0
	said := map[slot]string{}
	for _, d := range v.failures(t.output) {
		at, ok := s.lines[d.line]
		if !ok || at.test != s.Tests[i] {
			continue
		}
		if first == "" {
			first = d.msg
		}
		varies = varies || said[at.slot] != "" && said[at.slot] != d.msg
		said[at.slot] = d.msg
		if !slices.Contains(slots, at.slot) {
			slots = append(slots, at.slot)
		}
	}
	why := "it is not the same on every run"
	if !varies {
		why = "it differs from what the search saw: " + first
	}
	switch {
	case strings.Contains(text, "WARNING: DATA RACE"):
		v.dropCase(s, i, j, "it has a data race")
	case len(slots) == 0 && varies:
		v.dropCase(s, i, j, "it fails on some runs: "+ending(o))
	case len(slots) == 0:
		v.dropCase(s, i, j, "it fails: "+ending(o))
	case v.report.Rounds >= maxRounds-1:
		v.dropCase(s, i, j, "it keeps failing: "+first)
	default:
		v.weaken(s, i, j, c, slots, why)
	}
}

// failures reads the lines that t.Errorf and t.Fatalf printed.
func (v *verifier) failures(output []string) []diagnostic {
	var list []diagnostic
	name := v.names[TestFile] + ":"
	for _, line := range output {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), name)
		if !ok {
			continue
		}
		number, msg, _ := strings.Cut(rest, ": ")
		if n, err := strconv.Atoi(number); err == nil {
			list = append(list, diagnostic{file: v.names[TestFile], line: n, msg: msg})
		}
	}
	return list
}

// weaken mutes one step more for each failed assertion: first the message of
// an error, then the result, then whether it is nil. A panic loses its text
// first. What has nothing left to lose is dropped.
func (v *verifier) weaken(s *Suite, i, j int, c *Case, slots []slot, why string) {
	var mutes []Mute
	for _, sl := range slots {
		m := Mute{What: sl.what, Index: sl.index, Path: sl.path, Why: why}
		if sl.message && !c.muted(ErrorText, sl.index, sl.path) {
			m.What = ErrorText
		}
		if c.muted(m.What, m.Index, m.Path) || sl.what == Text && c.Outcome.Panic == Returned {
			v.dropCase(s, i, j, "it sometimes panics and sometimes does not, or keeps failing")
			return
		}
		mutes = append(mutes, m)
	}
	c.Mutes = append(c.Mutes, mutes...)
	for _, m := range mutes {
		v.drop(Dropped{Func: s.Funcs[i].Sig.Name, Case: c.Name, Reason: fmt.Sprintf("%s not asserted: %s", m.What, m.Why), Weaker: true})
	}
}

func (v *verifier) dropCase(s *Suite, i, j int, why string) {
	c := &s.Funcs[i].Cases[j]
	v.drop(Dropped{Func: s.Funcs[i].Sig.Name, Case: c.Name, Covers: c.branches(), Reason: why})
}

func (v *verifier) drop(d Dropped) { v.report.Dropped = append(v.report.Dropped, d) }
