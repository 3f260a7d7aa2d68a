package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// verifyOptions returns the options for each check of the unit's tests. The environment s.Env makes
// the go command put its temporary files into the temporary directory of the session.
func (s *session) verifyOptions(u *unit) testcheck.Options {
	opts := testcheck.Surroundings{Place: s.Place, Pkg: u.pkg, Mirror: u.mirror, Rights: s.opt.rights()}.Options()
	opts.Log, opts.Race = s.timed, u.raced
	return opts
}

// checkRounds bounds the rounds of checks. Another round follows if some cases have failed.
const checkRounds = 3

// check returns the cases with tests that pass the checks, and drops for the other cases. After
// some cases have failed, it confirms the remaining cases once more without them and checks again,
// in up to checkRounds rounds. The error is context.DeadlineExceeded if time runs out at end, or if
// compiling takes longer than limit. A part of the cases leaves the time for the race detector to all of them.
func (s *session) check(ctx context.Context, u *unit, cases []*testCase, end time.Time, limit time.Duration, isPart bool) (m made, fell []drop, err error) {
	opts := s.verifyOptions(u)
	opts.Deadline, opts.Patience, opts.Hurried = end, limit, s.hurried() || u.overdue || isPart
	timed, done := testcheck.WithDeadline(ctx, end)
	defer done()
	all := cases
	m.suite, err = u.prepared.Emit(u.testFuncs(all))
	var rep testcheck.Report
	for round := 1; err == nil && len(m.suite.Funcs) > 0; round++ {
		if m.suite, rep, err = s.verify(ctx, m.suite, opts); err != nil {
			break
		}
		if rep.Late && len(m.suite.Funcs) == 0 {
			return made{}, nil, context.DeadlineExceeded
		}
		left, drops := inSuite(m.suite, all, cases)
		fell = append(fell, drops...)
		fewer := len(left) < len(cases)
		if cases = left; !fewer || round == checkRounds || rep.Late {
			break
		}
		left, drops, err = s.confirmed(timed, u, cases, false)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil || err == nil && len(left) == 0 {
			err = nil // keep the suite that passed the last check
			break
		}
		if err != nil {
			break
		}
		fell = append(fell, drops...)
		fewer = len(left) < len(cases)
		cases = left
		if m.suite, err = m.suite.With(u.claims(m.suite, all, cases), nil); !fewer {
			break // the branch comments may have changed, the code has not
		}
	}
	if err != nil {
		return made{}, nil, err
	}
	var unprinted []drop
	m.cases, unprinted = inSuite(m.suite, all, cases)
	fell = append(fell, unprinted...)
	u.noteChecks(rep)
	u.noteWeaker(m.suite)
	return m, fell, nil
}

// inSuite splits cases into those in the suite, which get the names of their tests, and drops for
// the remaining cases. The suite was made of all: an ID in it is an index in all.
func inSuite(suite *testgen.Suite, all, cases []*testCase) (kept []*testCase, fell []drop) {
	in := map[*testCase]bool{}
	for i, f := range suite.Funcs {
		for _, tc := range f.Cases {
			c := all[tc.ID]
			in[c], c.name = true, suite.Tests[i]+"/"+tc.Name
		}
	}
	for _, c := range cases {
		if in[c] {
			kept = append(kept, c)
			continue
		}
		d := drop{c: c, branches: c.covers(), reason: fails, about: c.fn.sig.Name, detail: "it is not in the tests"}
		id := slices.Index(all, c)
		if i := slices.IndexFunc(suite.Dropped, func(d testgen.Dropped) bool { return slices.Contains(d.IDs, id) && !d.Weaker }); i >= 0 {
			why := suite.Dropped[i]
			d.reason, d.detail = causes[why.Cause], why.Reason
			switch {
			case why.Cause == testgen.Late || why.Cause == testgen.Silent: // the report of the function says it
				d.about = ""
			case why.Case != "":
				d.about += ", case " + why.Case
			}
		}
		fell = append(fell, d)
	}
	return kept, fell
}

// claims returns the suite's functions with the given cases only, and updates the branches that the
// cases claim to cover. An ID in the suite is an index in all.
func (u *unit) claims(suite *testgen.Suite, all, cases []*testCase) []testgen.Func {
	funcs := suite.Without(func(c *testgen.Case) bool { return !slices.Contains(cases, all[c.ID]) })
	for i := range funcs {
		for j := range funcs[i].Cases {
			tc := &funcs[i].Cases[j]
			tc.Covers = u.coversOf(all[tc.ID])
		}
	}
	return funcs
}

// noteChecks adds notes on the checks that were skipped or shortened.
func (u *unit) noteChecks(rep testcheck.Report) {
	if rep.Count < testcheck.Repetitions {
		u.note("", fmt.Sprintf("the tests were run %d times and not %d, for want of time; give the call more with -time", rep.Count, testcheck.Repetitions))
	}
	if !rep.Race {
		u.note("", "the tests were checked without the race detector: "+rep.RaceNote)
	}
	if rep.OwnVet != "" {
		u.note("", "go test runs no test of this package unless it is called with -vet=off: "+rep.OwnVet)
	}
	for _, where := range rep.Unstarted {
		u.note("", fmt.Sprintf("the tests were not checked %s: the package ends the process there before a test begins", where))
	}
	switch {
	case rep.WhyAlone != "":
		u.note("", "the tests were not checked beside the package's own: "+rep.WhyAlone)
	case rep.Short:
		u.note("", "the tests were checked beside the package's own with -short, for want of time")
	}
	if rep.WhyAlone == "" && rep.Stopped > 0 {
		u.note("", fmt.Sprintf("the tests were not checked beside %d of the package's own, which need a network, hang or end the process in the sandbox", rep.Stopped))
	}
}

// noteWeaker adds notes on the cases with weakened assertions.
func (u *unit) noteWeaker(suite *testgen.Suite) {
	for _, d := range inOrder(suite.Dropped) {
		if d.Weaker {
			u.noteAbout("", d.Func+", case "+d.Case, "weaker: "+d.Reason)
		}
	}
}

// inOrder sorts the dropped cases. The suite lists them in the random order of the test runs.
func inOrder(list []testgen.Dropped) []testgen.Dropped {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b testgen.Dropped) int {
		return cmp.Or(strings.Compare(a.Func, b.Func), strings.Compare(a.Case, b.Case), strings.Compare(a.Reason, b.Reason))
	})
	return list
}
