package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nearmiss/input"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
	"nearmiss/internal/wire"
)

// Why a branch that a run took does not count.
const (
	whyFailed = "a run took it, but its test did not pass the checks"
	whyNoTime = "a run took it, but there was no time left to check its test"
	whyUsed   = "a run took it, but its test, which runs in a new process, does not"
)

// emit prints the tests of a package, checks them, and writes them where the
// user wants them. Cases that do not hold are dropped, and so is what only
// they covered. What is not checked in time is not written; the packages left,
// of which this one is the first, share the time that is left.
func (s *session) emit(ctx context.Context, left []*unit) error {
	u, kept := left[0], false
	if len(u.cases) == 0 {
		return nil
	}
	err := u.await(ctx, s.checkEnd())
	if err == nil {
		kept, err = s.inParts(ctx, u, s.checkDeadline(left))
	}
	switch {
	case err == nil || kept:
		return err
	case errors.Is(err, context.DeadlineExceeded):
		u.unchecked()
		return nil
	}
	u.cases = nil
	u.recount("a run took it, but its test could not be checked")
	return err
}

// write writes the tests of a package where the user wants them.
func (s *session) write(u *unit, suite *testgen.Suite) error {
	dir := s.testDir(u)
	if dir == "" || len(suite.Files) == 0 {
		return nil
	}
	if err := testgen.Write(suite.Files, dir); err != nil {
		return err
	}
	u.files = written(dir, suite.Files)
	return nil
}

// verifyFunc checks tests as testcheck.Verify does.
type verifyFunc func(context.Context, *testgen.Suite, testcheck.Options) (*testgen.Suite, testcheck.Report, error)

// checkedTests are tests that hold.
type checkedTests struct {
	suite *testgen.Suite
	byKey map[string]*testCase
	late  bool // there was no time to check all
}

// checked returns the tests of the cases of a package that hold, or
// context.DeadlineExceeded, at the end or if compiling takes longer than limit.
func (s *session) checked(ctx context.Context, u *unit, end time.Time, limit time.Duration) (*checkedTests, error) {
	opts := s.verifyOptions(u)
	opts.Deadline, opts.Patience = end, limit
	timed, cancel := until(ctx, opts.Deadline)
	defer cancel()
	suite, byKey, err := s.confirmed(timed, u)
	if err != nil || len(suite.Funcs) == 0 {
		return &checkedTests{suite: suite, byKey: byKey}, err
	}
	opts.Claims = func(ctx context.Context, funcs []testgen.Func) error { return s.reclaim(ctx, u, funcs, byKey) }
	suite, rep, err := s.verify(ctx, suite, opts)
	if err != nil {
		return nil, err
	}
	if rep.Late && len(suite.Funcs) == 0 {
		return nil, context.DeadlineExceeded
	}
	if rep.Late || rep.Count < testcheck.Repetitions || u.late > 0 {
		u.noteShort(rep)
	}
	if !rep.Race {
		u.note("", "the tests were checked without the race detector: "+rep.RaceNote)
	}
	u.noteAlone(rep)
	return &checkedTests{suite, byKey, rep.Late}, nil
}

// verifyOptions are those of every check; the go command is to leave its
// files where ours are.
func (s *session) verifyOptions(u *unit) testcheck.Options {
	opts := testcheck.Surroundings{
		Pkg: u.pkg, Env: s.environ(), Overlay: s.overlay, Mirror: u.mirror, Parts: s.parts, Rights: s.opt.rights(),
	}.Options()
	opts.Log = s.timed
	return opts
}

// unchecked gives up the cases of a package for want of time.
func (u *unit) unchecked() {
	u.noteLate(len(u.cases))
	u.cases = nil
	u.recount(whyNoTime)
}

// noteShort says what there was no time for.
func (u *unit) noteShort(rep testcheck.Report) {
	if rep.Count < testcheck.Repetitions {
		u.note("", fmt.Sprintf("the tests were run %d times and not %d, for want of time; give the call more with -time", rep.Count, testcheck.Repetitions))
	}
	n := 0
	for _, d := range rep.Dropped {
		if d.Late {
			n++
		}
	}
	u.noteLate(n)
}

// noteAlone says beside what the tests were not checked.
func (u *unit) noteAlone(rep testcheck.Report) {
	if rep.Alone != "" {
		u.note("", "the tests were not checked beside the package's own: "+rep.Alone)
	}
	if rep.Alone == "" && rep.Short {
		u.note("", "the tests were checked beside the package's own with -short, for want of time")
	}
	if rep.Alone == "" && rep.Stopped > 0 {
		u.note("", fmt.Sprintf("the tests were not checked beside %d of the package's own, which need a network, hang or end the process in the sandbox", rep.Stopped))
	}
}

// noteLate counts the cases that there was no time to check.
func (u *unit) noteLate(n int) {
	if n += u.late; n > 0 {
		u.note("", fmt.Sprintf("%d test cases could not be checked in time and were not written; give the call more with -time", n))
	}
}

// testable lists the functions that may get tests.
func (u *unit) testable() []testgen.Func {
	var funcs []testgen.Func
	for _, f := range u.entries() {
		funcs = append(funcs, testgen.Func{Obj: f.cfg.Obj, Type: f.signed.Type, Sig: *f.sig})
	}
	return funcs
}

// testFuncs turns the cases into what testgen prints, and remembers which is
// which by function and input.
func (u *unit) testFuncs() ([]testgen.Func, map[string]*testCase) {
	var funcs []testgen.Func
	byKey := map[string]*testCase{}
	at := map[*function]int{}
	for _, c := range u.cases {
		i, ok := at[c.fn]
		if !ok {
			i = len(funcs)
			at[c.fn] = i
			funcs = append(funcs, testgen.Func{Obj: c.fn.cfg.Obj, Type: c.fn.signed.Type, Sig: *c.fn.sig})
		}
		f := &funcs[i]
		f.Cases = append(f.Cases, testgen.Case{Vector: c.vector, Outcome: c.outcome(), Covers: u.coversOf(c), Site: u.siteOf(c)})
		byKey[caseKey(c.fn.sig, c.vector)] = c
	}
	return funcs, byKey
}

// caseKey tells cases apart, those of a function's variants too.
func caseKey(sig *input.Signature, vector []uint64) string {
	recv := ""
	if sig.Recv != nil {
		recv = sig.Recv.Type.Go
	}
	return fmt.Sprint(sig.Name, sig.TypeArgs, len(sig.Calls), recv, vector)
}

// outcome is what a run did in testgen's words.
func (c *testCase) outcome() testgen.Outcome {
	r := c.result
	o := testgen.Outcome{Text: r.Text}
	switch r.Outcome {
	case wire.Returned:
		o.Results, o.After = split(c.fn.sig, r.Out)
	case wire.RuntimeError:
		o.Panic = testgen.PanicRuntime
	default:
		o.Panic = testgen.PanicText
	}
	return o
}

// split parts what a run reported into the results and the state afterwards.
func split(sig *input.Signature, out input.Vector) (results, after input.Vector) {
	pos := 0
	for _, f := range sig.Results {
		pos = input.Skip(f.Type, out, pos)
	}
	pos = min(pos, len(out))
	return out[:pos:pos], out[pos:]
}

// testDir is where the tests of a package go, "" for nowhere. With -o those
// of several packages go into directories named by import path.
func (s *session) testDir(u *unit) string {
	switch {
	case s.opt.Write:
		return u.pkg.Dir
	case s.opt.Out != "" && len(s.units) > 1:
		return filepath.Join(s.opt.Out, filepath.FromSlash(u.pkg.ImportPath))
	}
	return s.opt.Out
}

func written(dir string, files []testgen.File) []string {
	var names []string
	for _, f := range files {
		names = append(names, filepath.Join(dir, f.Name))
	}
	return names
}

// coversOf lists the branches that a case is there for.
func (u *unit) coversOf(c *testCase) []testgen.Cover {
	var out []testgen.Cover
	for _, b := range c.keep {
		out = append(out, testgen.Cover{Branch: u.graph.BranchName(b), Cond: u.condText(b), Outcome: b%2 == 1})
	}
	return append(out, u.boundariesOf(c)...)
}

// settle takes over the names of the cases that were kept and counts again.
func (u *unit) settle(suite *testgen.Suite, byKey map[string]*testCase) {
	for _, c := range u.cases {
		c.out = true
	}
	for i, f := range suite.Funcs {
		for _, tc := range f.Cases {
			if c := byKey[caseKey(&f.Sig, tc.Vector)]; c != nil {
				c.out, c.name = false, suite.Tests[i]+"/"+tc.Name
			}
		}
	}
	late := map[string]bool{}
	for _, d := range inOrder(suite.Dropped) {
		if d.Late { // said of all together
			for _, b := range d.Covers {
				late[b] = true
			}
			continue
		}
		what := "dropped"
		if d.Weaker {
			what = "weaker"
		}
		name := d.Func
		if d.Case != "" {
			name += ", case " + d.Case
		}
		u.noteAbout("", name, what+": "+d.Reason)
	}
	u.cases = slices.DeleteFunc(u.cases, func(c *testCase) bool { return c.out })
	u.recountBy(func(branch uint32) string {
		if late[u.graph.BranchName(branch)] {
			return whyNoTime
		}
		return whyFailed
	})
}

// inOrder sorts what was dropped: the order of the runs that it was found in
// is a shuffled one.
func inOrder(list []testgen.Dropped) []testgen.Dropped {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b testgen.Dropped) int {
		return cmp.Or(strings.Compare(a.Func, b.Func), strings.Compare(a.Case, b.Case), strings.Compare(a.Reason, b.Reason))
	})
	return list
}

// recount takes back the branches that no case takes, and returns how many
// there were. One that was taken back before counts again if a case takes it
// after all.
func (u *unit) recount(why string) int {
	return u.recountBy(func(uint32) string { return why })
}

func (u *unit) recountBy(why func(branch uint32) string) int {
	have := map[uint32]bool{}
	for _, c := range u.cases {
		for _, b := range c.covers() {
			have[b] = true
			if int(b) < len(u.goals) && u.goals[b].open() {
				u.goals[b].take(c.fn, c.vector, c.result.Outcome != wire.Returned)
				u.goals[b].lost = ""
			}
		}
	}
	lost := 0
	for _, g := range u.goals {
		if g.found != nil && !have[g.branch] {
			if how := u.harm[g.branch]; how != "" {
				g.lose(whyHarm + how)
			} else {
				g.lose(why(g.branch))
			}
			lost++
		}
	}
	return lost
}
