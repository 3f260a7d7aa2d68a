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
// the go command put its temporary files into those of the session.
func (s *session) verifyOptions(u *unit) testcheck.Options {
	opts := testcheck.Surroundings{
		Pkg: u.pkg, Env: s.Env, Overlay: s.Overlay, Mirror: u.mirror, Parts: s.Parts, Rights: s.opt.rights(),
	}.Options()
	opts.Log = s.timed
	return opts
}

// checkRounds bounds the rounds of checks. Another round follows if some cases have failed.
const checkRounds = 3

// check returns the cases with tests that pass the checks. After some cases have failed, it
// confirms the remaining cases once more without them. The error is context.DeadlineExceeded if
// time runs out at end, or if compiling takes longer than limit.
func (s *session) check(ctx context.Context, u *unit, cases []*testCase, end time.Time, limit time.Duration) (m made, fell []drop, err error) {
	opts := s.verifyOptions(u)
	opts.Deadline, opts.Patience = end, limit
	timed, done := until(ctx, end)
	defer done()
	funcs, byKey := u.testFuncs(cases)
	m.suite, err = u.prepared.Emit(funcs)
	var rep testcheck.Report
	for round := 1; err == nil && len(m.suite.Funcs) > 0; round++ {
		names := caseNames(m.suite, byKey)
		if m.suite, rep, err = s.verify(ctx, m.suite, opts); err != nil {
			break
		}
		if rep.Late && len(m.suite.Funcs) == 0 {
			return made{}, nil, context.DeadlineExceeded
		}
		left, drops := inSuite(m.suite, cases, byKey, names)
		fell = append(fell, drops...)
		fewer := len(left) < len(cases)
		if cases = left; !fewer || round == checkRounds {
			break
		}
		left, drops, err = s.confirmed(timed, u, cases)
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
		if m.suite, err = m.suite.With(u.claims(m.suite, cases, byKey), nil); !fewer {
			break // the branch comments may have changed, the code has not
		}
	}
	if err != nil {
		return made{}, nil, err
	}
	m.cases, _ = inSuite(m.suite, cases, byKey, nil)
	u.noteChecks(rep)
	u.noteWeaker(m.suite)
	return m, fell, nil
}

// caseNames returns the name of each case in the suite.
func caseNames(suite *testgen.Suite, byKey map[string]*testCase) map[*testCase]string {
	names := map[*testCase]string{}
	for _, f := range suite.Funcs {
		for _, tc := range f.Cases {
			names[byKey[caseKey(&f.Sig, tc.Vector)]] = tc.Name
		}
	}
	return names
}

// inSuite splits the cases into those in the suite, which get the names of their tests, and drops
// for the remaining cases. names has the names of the cases before the check.
func inSuite(suite *testgen.Suite, cases []*testCase, byKey map[string]*testCase, names map[*testCase]string) (kept []*testCase, fell []drop) {
	in := map[*testCase]bool{}
	for i, f := range suite.Funcs {
		for _, tc := range f.Cases {
			c := byKey[caseKey(&f.Sig, tc.Vector)]
			in[c], c.name = true, suite.Tests[i]+"/"+tc.Name
		}
	}
	for _, c := range cases {
		if in[c] {
			kept = append(kept, c)
			continue
		}
		d := drop{c: c, branches: c.covers(), stage: checking, reason: failed}
		switch why := whyGone(suite, c.fn.sig.Name, names[c]); {
		case why.Late:
			d.reason = noTime
		case why.Case != "":
			d.about, d.detail = why.Func+", case "+why.Case, why.Reason
		default:
			d.about, d.detail = why.Func, why.Reason
		}
		fell = append(fell, d)
	}
	return kept, fell
}

// whyGone returns the reason why the suite has dropped a case. It looks for the case by its name,
// then for the whole test of the function.
func whyGone(suite *testgen.Suite, fn, name string) testgen.Dropped {
	whole := testgen.Dropped{Func: fn, Reason: "it is not in the tests"}
	for _, d := range suite.Dropped {
		switch {
		case d.Func != fn || d.Weaker:
		case d.Case == name && name != "":
			return d
		case d.Case == "":
			whole = d
		}
	}
	return whole
}

// claims returns the suite's functions with the given cases only, and updates the branches that the
// cases claim to cover.
func (u *unit) claims(suite *testgen.Suite, cases []*testCase, byKey map[string]*testCase) []testgen.Func {
	funcs := suite.Without(func(i, j int) bool {
		f := &suite.Funcs[i]
		return !slices.Contains(cases, byKey[caseKey(&f.Sig, f.Cases[j].Vector)])
	})
	for i := range funcs {
		for j := range funcs[i].Cases {
			tc := &funcs[i].Cases[j]
			tc.Covers = u.coversOf(byKey[caseKey(&funcs[i].Sig, tc.Vector)])
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
