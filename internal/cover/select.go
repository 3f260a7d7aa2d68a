package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
)

// A testCase is an input on its way to a case of a table-driven test.
type testCase struct {
	fn      *function
	vector  input.Vector
	keep    []uint32 // branches that the case is kept for
	result  *worker.RunResult
	name    string
	unrun   bool // the clock left no time to run it
	unseen  bool // nor to run it on another machine, or at another time
	hung    bool // the run hung, or took too much memory
	watched      // observations of its watched runs

	panic worker.Panic // panic that the case is kept for, or 0
	extra bool         // the case is kept only for its panic

	boundaries []*cfg.Cond // conditions whose boundary the case is kept for
	notices    bool        // the case is kept for the mutants that it notices
	tried      bool        // the case is one of the tries, which take no branch that other cases do not
	further    []uint32    // goal numbers of these mutants and of the function
	spared     []oracle.ID // checks that it need not make: see trials.spare
}

// covers lists the branches that the run of a case took, without the branches of ignored goals, which
// narrow has excluded.
func (c *testCase) covers() []uint32 {
	goals := c.fn.unit.goals
	if !slices.ContainsFunc(c.result.Covered, func(b uint32) bool { return int(b) < len(goals) && goals[b].ignored }) {
		return c.result.Covered
	}
	return slices.DeleteFunc(slices.Clone(c.result.Covered), func(b uint32) bool { return goals[b].ignored })
}

// fastFirst returns cases in the order of the time that a run of their functions takes: if the time ends, the slow ones are lost.
func fastFirst(cases []*testCase) []*testCase {
	perRun := func(c *testCase) time.Duration { return c.fn.elapsed / time.Duration(c.fn.evaluations+1) }
	list := slices.Clone(cases)
	slices.SortStableFunc(list, func(a, b *testCase) int { return cmp.Compare(perRun(a), perRun(b)) })
	return list
}

// selected reduces the archive of a package to the fewest and smallest inputs with the same
// coverage, in the order of their tests. Inputs that are not shrunk before their time ends stay
// unchanged.
func (s *session) selected(ctx context.Context, u *unit, end deadlines) ([]*testCase, error) {
	ctx, done := testcheck.WithDeadline(ctx, end.all)
	defer done()
	found := archived(u)
	again, done := fraction(ctx, halfDivisor)
	defer done()
	ordered := found
	if !end.all.IsZero() {
		ordered = fastFirst(found)
	}
	if err := u.runCases(again, ordered); err != nil {
		return nil, err
	}
	u.drops = append(u.drops, notAgain(found)...)
	found = s.keepLegal(u, usable(found))
	_, panicking := split(found, (*testCase).expected)
	near, done := end.optional(ctx)
	more, err := insteadOf(found, (*testCase).expected, insteadTries, 1<<45).look(near, s, u, panicking)
	done()
	if err != nil {
		return nil, err
	}
	found = append(found, more...)
	failing := slices.DeleteFunc(slices.Clone(found), func(c *testCase) bool { return c.result.Outcome != worker.Returned || c.succeeds() })
	telling, done := end.optional(ctx)
	more, err = insteadOf(found, (*testCase).succeeds, tellingTries, 1<<46).look(telling, s, u, failing)
	done()
	if err != nil {
		return nil, err
	}
	found = append(found, more...)
	s.timed("found %d inputs of %s without an error beside %d with one", len(more), u.pkg.ImportPath, len(failing))
	alone, done := end.optional(ctx)
	defer done()
	if err := u.shrinkCases(alone, slices.DeleteFunc(slices.Clone(found), func(c *testCase) bool { return !c.fn.unordered(c.vector) })); err != nil {
		return nil, err
	}
	if s.opt.Boundaries {
		bounds, done := end.optional(ctx)
		more, err := s.boundaries(bounds, u, found)
		done()
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	tries, done := end.optional(ctx)
	plain, err := u.runPlain(tries, s.plain(u))
	done()
	if err != nil {
		return nil, err
	}
	cases := fewest(slices.Concat(found, plainest(plain)))
	assign(cases)
	cases, err = s.withPanics(ctx, u, cases)
	if err != nil {
		return nil, err
	}
	replace, done := end.necessary(ctx)
	defer done()
	if cases, err = u.timeStable(replace, cases); err != nil {
		return nil, err
	}
	shrink, done := end.necessary(ctx)
	defer done()
	if err := u.shrinkCases(shrink, cases); err != nil {
		return nil, err
	}
	if err := u.diversify(shrink, cases); err != nil {
		return nil, err
	}
	cases, fell := durable(usable(cases))
	u.drops = append(u.drops, fell...)
	branches, panics := forBranches(cases)
	cases = s.keepLegal(u, u.settlePanics(merged(slices.Concat(fewest(branches), panics))))
	cases, listed := keepExpected(cases)
	u.drops = append(u.drops, unneeded(listed)...)
	assign(cases)
	left, done := end.optional(ctx)
	defer done()
	if s.opt.Verify && len(listed) > 0 {
		_, _ = s.confirm(left, u, listed, false) // without time for it, all are listed
		u.settlePanics(listed)
	}
	scenes, err := s.scenarios(left, u)
	if err != nil {
		return nil, err
	}
	return u.inTestOrder(byFunction(slices.Concat(cases, scenes))), nil
}

// merged leaves out a case for boundaries or a panic if shrinking has made its input equal to that of an
// earlier case, which gets its boundaries and its panic.
func merged(cases []*testCase) (list []*testCase) {
	byKey := map[string]*testCase{}
	for _, c := range cases {
		key := c.key()
		d := byKey[key]
		same := d != nil && containsAll(d.covers(), c.covers()) // the order of a map may have taken others
		if d != nil && c.extra || same && len(c.boundaries) > 0 {
			d.boundaries, d.panic = append(d.boundaries, c.boundaries...), cmp.Or(c.panic, d.panic)
			continue
		}
		if d == nil && !c.extra {
			byKey[key] = c
		}
		list = append(list, c)
	}
	return list
}

// inTestOrder sorts cases into the order in which their tests run, because an earlier input may
// change the effect of a later one.
func (u *unit) inTestOrder(cases []*testCase) (list []*testCase) {
	for _, f := range testgen.InOrder(u.testFuncs(cases)) {
		for _, tc := range f.Cases {
			list = append(list, cases[tc.ID])
		}
	}
	return list
}

// archived lists the inputs of the archive by function and then by the first branch that an
// input was found for. An input with a map of several entries yields one case for each branch:
// the order of a map differs between runs, so the input may take some branches in one order and
// other branches in another. Shrinking then reduces each case to the map entry that its branch
// needs.
func archived(u *unit) []*testCase {
	var cases []*testCase
	byInput := map[string]*testCase{}
	for i, g := range u.goals {
		f := g.found
		if f == nil {
			continue
		}
		c := &testCase{fn: f.fn, vector: f.vector}
		key := c.key()
		if f.fn.unordered(f.vector) {
			key += fmt.Sprint(" for ", i)
		}
		if byInput[key] == nil {
			byInput[key] = c
			cases = append(cases, c)
		}
		c = byInput[key]
		c.keep = append(c.keep, uint32(i))
	}
	slices.SortStableFunc(cases, func(a, b *testCase) int { return a.fn.entry - b.fn.entry })
	return cases
}

// key identifies the input of a case in the package.
func (c *testCase) key() string { return fmt.Sprint(c.fn.entry, c.vector) }

// unordered reports whether an input has a map with several entries.
func (f *function) unordered(v input.Vector) bool {
	return input.NewSpace(f.sig, f.limits).Unordered(v)
}

// plainTries is the number of inputs that are run for a function without branches.
const plainTries = 16

// plain proposes plainTries inputs for each function without branches: the zero input, and random
// inputs that may show a panic.
func (s *session) plain(u *unit) []*testCase {
	var cases []*testCase
	for _, f := range u.funcs {
		if !f.active() || len(f.goals) > 0 {
			continue
		}
		if v := f.result(); v != nil {
			f = v
		}
		space := input.NewSpace(f.sig, f.limits)
		rng := rand.New(rand.NewPCG(s.seed(f, 0, 1), 0))
		cases = append(cases, &testCase{fn: f, vector: space.Zero()})
		for range plainTries - 1 {
			cases = append(cases, &testCase{fn: f, vector: space.Random(nil, rng)})
		}
	}
	return cases
}

// runPlain runs plainTries inputs for each function without branches and returns the legal ones, some
// of them without a result. The functions take turns, so that each has a run if the time is short. A
// function whose input hangs has no further runs.
func (u *unit) runPlain(ctx context.Context, cases []*testCase) ([]*testCase, error) {
	hangs := map[*function]bool{}
	for try := range plainTries {
		var turn []*testCase
		for i := try; i < len(cases); i += plainTries {
			if !hangs[cases[i].fn] {
				turn = append(turn, cases[i])
			}
		}
		if err := u.runCases(ctx, turn); err != nil {
			return nil, err
		}
		for _, c := range turn {
			hangs[c.fn] = hangs[c.fn] || c.hung
		}
	}
	legal, _ := split(cases, (*testCase).legal)
	return legal, nil
}

// plainest keeps one case of each function among the cases that returned: of those whose outcome tells most, the
// simplest.
func plainest(cases []*testCase) (best []*testCase) {
	most := 0
	for _, c := range cases {
		if c.result == nil || c.result.Outcome != worker.Returned {
			continue
		}
		n, _ := tells(c.fn.sig, c.vector, c.result.Out)
		switch last := len(best) - 1; {
		case last < 0 || best[last].fn != c.fn:
			best, most = append(best, c), n
		case n > most || n == most && input.NewSpace(c.fn.sig, c.fn.limits).Simpler(c.vector, best[last].vector):
			best[last], most = c, n
		}
	}
	return best
}

// tells returns how much an outcome tells: the number of results that tell something, errors apart, and
// then that of changes and readings. fails tells whether an error is returned.
func tells(s *input.Signature, vec, out input.Vector) (n int, fails bool) {
	for i, part := range s.Telling()(vec, out) {
		switch {
		case part == nil:
		case i < len(s.Results) && s.Results[i].Type.Kind == input.Error:
			fails = true
		case i < len(s.Results):
			n += 1 << 10
		default:
			n++
		}
	}
	return n, fails
}

// usable keeps the cases with a run that ended by itself.
func usable(cases []*testCase) []*testCase {
	ended, _ := split(cases, func(c *testCase) bool { return c.result != nil && comesBack(c.result) })
	return ended
}

// comesBack reports whether a run started and ended by a return or a panic of its own.
func comesBack(r *worker.RunResult) bool {
	return r.Outcome != worker.FuelOut && r.Outcome != worker.Goexit && r.Outcome != worker.Unbuilt
}

// ignoreEnd drops the error of a context that ended, because the results found before stay
// valid.
func ignoreEnd(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}
