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

	"nearmiss/internal/testgen"
)

// Where all tests of a package cannot be checked in the time that is left, fewer are: what
// is found is written. How long checking takes is told from what was measured in this
// call: compiling what all tests need, and the check before.
const (
	buildCases = 100 // cases that take as long to check as what all tests need takes to compile
	leastPart  = 5   // cases, with which all is tried to the end
	triedShare = 2   // half the time for compiling tests, else fewer are tried
)

// emit checks the tests of a package, and writes those that hold where the user wants them.
func (s *session) emit(ctx context.Context, u *unit, deadline deadlines) error {
	if len(u.cases) == 0 {
		return nil
	}
	err := u.await(ctx, s.checkEnd(u, deadline.all))
	kept := false
	if err == nil {
		kept, err = s.inParts(ctx, u, s.checkEnd(u, deadline.all))
	}
	switch {
	case err == nil || kept:
	case errors.Is(err, context.DeadlineExceeded):
		u.late += len(u.cases)
		u.drop(whyNoTime)
		err = nil
	default:
		u.drop("a run took it, but its test could not be checked")
	}
	if u.late > 0 {
		u.note("", fmt.Sprintf("%d test cases could not be checked in time and were not written; give the call more with -time", u.late))
	}
	u.reportWithheld()
	return err
}

// inParts checks the tests of a package, and writes what holds as soon as it is known. It
// reports whether there is any. If the time was too short the error is
// context.DeadlineExceeded.
func (s *session) inParts(ctx context.Context, u *unit, end time.Time) (kept bool, err error) {
	all := u.draft
	best := all
	p := &parting{all: len(all.cases), warm: u.warming, fixed: s.firstPart, end: end, now: time.Now}
	p.check = func(n int, limit time.Duration) error {
		u.draft = all.clone()
		if n < p.all {
			u.leave(u.part(n))
			s.timed("a part: %d of %d cases", len(u.cases), p.all)
		}
		suite, err := s.check(ctx, u, end, limit)
		if err != nil {
			return err
		}
		if kept && len(u.taken()) < len(best.taken()) {
			return nil
		}
		err = s.write(u, suite)
		kept, best = true, u.draft
		return err
	}
	err = p.run()
	u.draft = best
	return kept, err
}

// A parting checks cases part by part.
type parting struct {
	all   int           // cases
	warm  time.Duration // what compiling what all tests need has taken
	fixed int           // size of the first part, 0 if the clock is to say
	end   time.Time     // zero: there is no clock
	now   func() time.Time

	// check checks n cases. It gives up with context.DeadlineExceeded at the end, or if
	// compiling them takes longer than limit, if that is not zero.
	check func(n int, limit time.Duration) error
}

func (p *parting) left() time.Duration { return p.end.Sub(p.now()) }

// run checks as many cases as there seems to be time for, fewer as long as that
// is too many, and then all, if there is time left.
func (p *parting) run() error {
	for n := p.first(); ; {
		limit := time.Duration(0)
		if !p.end.IsZero() && n > leastPart {
			limit = p.left() / triedShare
		}
		began := p.now()
		err := p.check(n, limit)
		took := p.now().Sub(began)
		switch {
		case errors.Is(err, context.DeadlineExceeded) && n > leastPart && p.left() > 0:
			each := max(1, (limit-p.warm)/time.Duration(n)) // or more
			n = max(min(n/2, int((p.left()/triedShare/2-p.warm)/each)), leastPart)
			continue
		case err == nil && n < p.all && (p.end.IsZero() || took+max(0, took-p.warm)*time.Duration(p.all)/time.Duration(n) <= p.left()):
			if err = p.check(p.all, 0); errors.Is(err, context.DeadlineExceeded) {
				err = nil
			}
		}
		return err
	}
}

// first is the size of the first part: all cases, unless a careful guess is that
// there is not time enough for these.
func (p *parting) first() int {
	each := p.warm/buildCases + 1
	switch {
	case p.fixed > 0:
		return min(p.fixed, p.all)
	case p.end.IsZero() || p.warm+each*time.Duration(p.all) <= p.left():
		return p.all
	}
	return min(p.all, max(leastPart, int((p.left()/triedShare-p.warm)/each)))
}

// part returns the cases of the functions that take most branches for each of their cases,
// n of them if the functions' numbers add up so.
func (u *unit) part(n int) []*testCase {
	groups := map[*function][]*testCase{}
	var order []*function
	for _, c := range u.cases {
		if groups[c.fn] == nil {
			order = append(order, c.fn)
		}
		groups[c.fn] = append(groups[c.fn], c)
	}
	worth := func(f *function) float64 {
		branches := 0
		for _, c := range groups[f] {
			branches += len(c.keep)
		}
		return float64(branches) / float64(len(groups[f]))
	}
	slices.SortStableFunc(order, func(a, b *function) int { return cmp.Compare(worth(b), worth(a)) })
	in := map[*function]bool{}
	size := 0
	for _, f := range order {
		if size+len(groups[f]) <= n {
			in[f] = true
			size += len(groups[f])
		}
	}
	if size == 0 {
		in[slices.MinFunc(order, func(a, b *function) int { return len(groups[a]) - len(groups[b]) })] = true
	}
	return slices.DeleteFunc(slices.Clone(u.cases), func(c *testCase) bool { return !in[c.fn] })
}

// leave leaves only some cases; of the others is said that there was no time.
func (u *unit) leave(cases []*testCase) {
	before := u.taken()
	u.late += len(u.cases) - len(cases)
	u.keepTold(slices.DeleteFunc(slices.Clone(u.cases), func(c *testCase) bool { return slices.Contains(cases, c) }))
	u.cases = cases
	u.lose(before, func(uint32) string { return whyNoTime })
}

// keep leaves the cases that are in checked tests, and takes over their names.
func (u *unit) keep(before map[uint32]bool, suite *testgen.Suite, byKey map[string]*testCase) {
	in := map[*testCase]bool{}
	u.suite = suite
	for i, f := range suite.Funcs {
		for _, tc := range f.Cases {
			if c := byKey[caseKey(&f.Sig, tc.Vector)]; c != nil {
				in[c], c.name = true, suite.Tests[i]+"/"+tc.Name
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
	u.cases = slices.DeleteFunc(u.cases, func(c *testCase) bool { return !in[c] })
	u.lose(before, func(branch uint32) string {
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
