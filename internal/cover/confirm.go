package cover

import (
	"context"
	"slices"

	"nearmiss/internal/native"
	"nearmiss/internal/testgen"
	wire "nearmiss/internal/worker"
)

const (
	// confirmRuns is how many new processes have to take a branch. One run
	// that takes a branch by chance does not prove that the next one will.
	confirmRuns = 3
	// confirmOrders bounds how often the cases are put into another order
	// because they turned out to take other branches.
	confirmOrders = 3
)

// confirmed prints the tests of what the cases do in new processes, in the
// order of the tests. The search ran them in processes that had run much
// else, and not all that a run leaves behind can be put back: what a
// sync.Once or a cache holds by then decides branches too.
func (s *session) confirmed(ctx context.Context, u *unit) (*testgen.Suite, map[string]*testCase, error) {
	for try := 1; ; try++ {
		funcs, byKey := u.testFuncs()
		suite, err := u.prepared.Emit(funcs)
		if err != nil || try > confirmOrders {
			return suite, byKey, err
		}
		cases, before := ordered(suite.Funcs, byKey), u.taken()
		changed, err := s.confirm(ctx, u, cases)
		s.timed("confirmed %d cases", len(cases))
		if err != nil || !changed {
			return suite, byKey, err
		}
		u.settleClaims(before, cases)
	}
}

// settleClaims gives the branches that confirmed cases take to them, and
// leaves out those that are there for nothing any more. The cases that cannot
// be written stay, to be reported.
func (u *unit) settleClaims(before map[uint32]bool, confirmed []*testCase) {
	able := usable(confirmed)
	assign(able)
	u.cases = slices.DeleteFunc(u.cases, func(c *testCase) bool {
		if !slices.Contains(confirmed, c) {
			c.keep = nil
			return false
		}
		return !slices.Contains(able, c) || len(c.keep) == 0 && len(c.boundaries) == 0 && len(c.fn.main().goals) > 0 && !u.shows(c)
	})
	u.lose(before, func(uint32) string { return whyUsed })
}

// ordered lists the cases of a suite as its tests run them.
func ordered(funcs []testgen.Func, byKey map[string]*testCase) []*testCase {
	var cases []*testCase
	for _, f := range funcs {
		for _, tc := range f.Cases {
			if c := byKey[caseKey(&f.Sig, tc.Vector)]; c != nil {
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// confirm runs the cases in order in new processes and takes over what they
// do there: the branches that all the runs take. It reports whether anything
// is different from before.
// What does not come to an end in time changes nothing.
func (s *session) confirm(ctx context.Context, u *unit, cases []*testCase) (changed bool, err error) {
	before := make([]*wire.RunResult, len(cases))
	for i, c := range cases {
		before[i], c.left = c.result, false
	}
	defer func() {
		if err != nil {
			for i, c := range cases {
				c.result = before[i]
			}
		}
	}()
	var all [][]uint32
	patient := false
	for range confirmRuns {
		if err := s.runNew(ctx, u, cases, patient); err != nil {
			return false, err
		}
		if !patient && slices.ContainsFunc(cases, (*testCase).short) {
			patient = true // from here on: what is busy now will be so
			if err := s.runNew(ctx, u, cases, patient); err != nil {
				return false, err
			}
		}
		covers := make([][]uint32, len(cases))
		for i, c := range cases {
			if c.result == nil {
				continue
			}
			covers[i] = c.result.Covered
			if all != nil {
				covers[i] = common(all[i], covers[i])
			}
		}
		all = covers
	}
	s.withhold(u, cases)
	for i, c := range cases {
		if c.result == nil { // it ended its process, or must not be written
			changed = true
			continue
		}
		r := *c.result
		r.Covered = all[i]
		c.result = &r
		changed = changed || !sameRun(before[i], &r)
	}
	return changed, nil
}

// runNew runs the cases in a new process.
func (s *session) runNew(ctx context.Context, u *unit, cases []*testCase, patient bool) error {
	o := s.unitOptions(u)
	o.Watch = u.harmful()
	pool, err := native.NewPool(ctx, u.binary, o, 1)
	if err != nil {
		return err
	}
	defer pool.Close()
	for _, c := range cases {
		c.result, c.unrun = nil, true
	}
	if err := u.runIn(ctx, pool, cases, patient); err != nil {
		return err
	}
	return ctx.Err()
}

// newPool starts workers of a package.
func (s *session) newPool(ctx context.Context, u *unit, n int) (*native.Pool, error) {
	return native.NewPool(ctx, u.binary, s.unitOptions(u), n)
}

// unitOptions are those of a package's workers.
func (s *session) unitOptions(u *unit) native.Options {
	o := s.workerOptions(len(u.graph.Conds), u.slots)
	o.Sites, o.Entries = u.wireSites(), u.shapes
	return o
}

// workerOptions are those of every worker.
func (s *session) workerOptions(conditions, slots int) native.Options {
	return native.Options{Conditions: conditions, Slots: slots, TempDir: s.temp, Sandbox: s.parts, Rights: s.opt.rights()}
}

func common(a, b []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(a), func(x uint32) bool { return !slices.Contains(b, x) })
}

// sameRun reports whether two runs did the same as far as a test can tell.
func sameRun(a, b *wire.RunResult) bool {
	return a != nil && a.Outcome == b.Outcome && a.Text == b.Text && a.Site == b.Site && slices.Equal(a.Out, b.Out) && len(a.Covered) == len(b.Covered) && containsAll(a.Covered, b.Covered)
}

// reclaim confirms the cases that the checks have left, because what some of
// them take may hang on one that is gone, and says anew which case is there
// for what.
func (s *session) reclaim(ctx context.Context, u *unit, funcs []testgen.Func, byKey map[string]*testCase) error {
	cases := ordered(funcs, byKey)
	if _, err := s.confirm(ctx, u, cases); err != nil {
		return err
	}
	for _, c := range cases {
		c.keep = nil
	}
	u.cases = u.settlePanics(usable(cases))
	assign(u.cases)
	for i := range funcs {
		for j := range funcs[i].Cases {
			tc := &funcs[i].Cases[j]
			if c := byKey[caseKey(&funcs[i].Sig, tc.Vector)]; c != nil {
				tc.Covers = u.coversOf(c)
			}
		}
	}
	return nil
}
