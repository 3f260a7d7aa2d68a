package cover

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/cfg"
	"nearmiss/input"
	wire "nearmiss/internal/worker"
)

// shrinkBudgets bound the evaluations that making one input smaller may take.
// Every input has the first before one that needs more has the second, so
// that the clock, when it ends the shrinking, leaves none as it was found: large
// inputs lose most of what they have in the first.
var shrinkBudgets = [...]uint64{60, 500, 3_500}

// A testCase is an input that is going to be a case of a test.
type testCase struct {
	fn      *function
	vector  input.Vector
	keep    []uint32   // branches it is there for
	unlike  [][]uint64 // outcomes of other inputs that say less
	result  *wire.RunResult
	name    string
	touched string // how a watched run first acted outside its process
	looked  string // how it first asked what may be otherwise elsewhere
	left    bool   // a run to confirm it left goroutines behind
	unrun   bool   // there was no time to run it

	panic wire.Panic // that it shows, or 0
	extra bool       // it is there for the panic alone

	boundaries []*cfg.Cond // that it is there for, too
}

// finish turns the archive of a package into the fewest, smallest inputs that
// keep its coverage, and runs each once more for its results. What is not
// shrunk when the time for shrinking is over stays as it is.
func (s *session) finish(ctx context.Context, u *unit, end deadlines) error {
	ctx, done := until(ctx, end.all)
	defer done()
	shrink, done := until(ctx, end.shrinkEnd(time.Now()))
	defer done()
	cases := archived(u)
	plain := s.plain(u)
	if err := u.runCases(ctx, slices.Concat(cases, plain)); err != nil {
		return err
	}
	noTime := unrun(cases)
	cases = fewest(slices.Concat(usable(cases), plainest(plain)))
	assign(cases)
	cases, err := s.withPanics(ctx, u, cases)
	if err != nil {
		return err
	}
	if cases, err = u.lasting(ctx, cases); err != nil {
		return err
	}
	if err := u.shrinkCases(shrink, cases); err != nil {
		return err
	}
	if err := u.strengthen(shrink, cases); err != nil {
		return err
	}
	branches, panics := forBranches(u.durable(usable(cases)))
	u.cases = u.hush(u.settlePanics(byFunction(slices.Concat(fewest(branches), panics))))
	u.noteNilReceivers()
	if s.opt.Boundaries {
		more, err := s.boundaries(shrink, u)
		if err != nil {
			return err
		}
		u.cases = byFunction(slices.Concat(u.cases, more))
	}
	assign(u.cases)
	u.loseUnrepeated(noTime)
	return s.nearest(ctx, u)
}

// abandon gives up the cases of a package, for one reason.
func (u *unit) abandon(why string) {
	u.cases = nil
	u.loseFound(func(uint32) string { return why })
}

// archived lists the inputs of the archive, by function and then by the first
// branch they were found for.
func archived(u *unit) []*testCase {
	var cases []*testCase
	byInput := map[string]*testCase{}
	add := func(f *find, branch int) {
		key := fmt.Sprint(f.fn.entry, f.vector)
		c := byInput[key]
		if c == nil {
			c = &testCase{fn: f.fn, vector: f.vector}
			byInput[key] = c
			cases = append(cases, c)
		}
		c.keep = append(c.keep, uint32(branch))
	}
	for i, g := range u.goals {
		if g.found != nil {
			add(g.found, i)
		}
	}
	slices.SortStableFunc(cases, func(a, b *testCase) int { return a.fn.entry - b.fn.entry })
	return cases
}

// plainTries is how many inputs a function without branches is tried with.
const plainTries = 16

// plain proposes inputs for the functions without branches: the smallest, and
// random ones in case that it panics.
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

// plainest keeps a case of each function that comes back: the simplest whose outcome is not
// that of the first, which zeros have, too, or else the first.
func plainest(cases []*testCase) []*testCase {
	var out []*testCase
	var first *testCase // of the function, that came back
	for _, c := range cases {
		switch {
		case c.result == nil || c.result.Outcome != wire.Returned:
		case first == nil || first.fn != c.fn:
			first = c
			out = append(out, c)
		case !slices.Equal(c.result.Out, first.result.Out):
			best := &out[len(out)-1]
			was, is := (*best).changesNothing(), c.changesNothing()
			if *best == first || was && !is || was == is && input.NewSpace(c.fn.sig, c.fn.limits).Simpler(c.vector, (*best).vector) {
				c.unlike = [][]uint64{first.result.Out}
				*best = c
			}
		}
	}
	return out
}

// shrinkCases makes the inputs smaller as long as they take the branches that
// they are there for.
func (u *unit) shrinkCases(ctx context.Context, cases []*testCase) error {
	for left, round := cases, 0; round < len(shrinkBudgets); round++ {
		var err error
		if left, err = u.shrinkRound(ctx, left, shrinkBudgets[round]); err != nil {
			return ignoreEnd(err)
		}
	}
	return nil
}

// shrinkRound returns the cases that could do with more evaluations.
func (u *unit) shrinkRound(ctx context.Context, cases []*testCase, budget uint64) ([]*testCase, error) {
	jobs := make([]*wire.ShrinkJob, len(cases))
	for i, c := range cases {
		jobs[i] = &wire.ShrinkJob{
			ID: uint32(i), Entry: c.fn.entry, Signature: c.fn.sig, Limits: c.fn.limits,
			Vector: c.vector, Keep: c.keep, Panic: c.panic, Evaluations: budget, Unlike: c.unlike,
		}
		if c.fn.clocked() && !c.fn.passes(c.vector) {
			jobs[i].Now = u.now
		}
		if len(c.boundaries) > 0 {
			jobs[i].Boundary = uint32(c.boundaries[0].ID) + 1
		}
	}
	results, err := u.pool.Shrink(ctx, jobs)
	var more []*testCase
	for i, r := range results {
		if r == nil || r.Result == nil || !containsAll(r.Result.Covered, cases[i].keep) || r.Result.Outcome != cases[i].result.Outcome {
			continue
		}
		cases[i].vector, cases[i].result = r.Result.Vector, r.Result
		cases[i].fn.evaluations += r.Result.Evaluations
		if r.Result.Evaluations > budget {
			more = append(more, cases[i])
		}
	}
	return more, err
}

// usable leaves out inputs whose run did not come to an end of its own, or
// did not begin.
func usable(cases []*testCase) []*testCase {
	var out []*testCase
	for _, c := range cases {
		if r := c.result; r != nil && r.Outcome != wire.FuelOut && r.Outcome != wire.Goexit && r.Outcome != wire.Unbuilt {
			out = append(out, c)
		}
	}
	return out
}

// covers lists the branches of a case that count: those of the package,
// unless only some of them are looked for.
func (c *testCase) covers() []uint32 {
	goals := c.fn.unit.goals
	if !slices.ContainsFunc(c.result.Covered, func(b uint32) bool { return int(b) < len(goals) && goals[b].ignored }) {
		return c.result.Covered
	}
	return slices.DeleteFunc(slices.Clone(c.result.Covered), func(b uint32) bool { return goals[b].ignored })
}

// fewest picks cases that together keep the coverage: greedily the one that
// adds most, then without those that the others make superfluous (Chvátal
// 1979 for the bound of the greedy choice). A branch is looked for among the
// cases of its own function first. A function without branches keeps its case.
func fewest(cases []*testCase) []*testCase {
	var chosen []*testCase
	have := map[uint32]bool{}
	ranks := ranked(cases)
	pick := func(own bool) {
		for {
			var best *testCase
			most := 0
			for _, c := range cases {
				n := 0
				for _, b := range c.covers() {
					if !have[b] && (!own || c.fn.owns(b)) {
						n++
					}
				}
				if n > most || n == most && n > 0 && simpler(c, best, ranks) {
					best, most = c, n
				}
			}
			if best == nil {
				return
			}
			chosen = append(chosen, best)
			for _, b := range best.covers() {
				have[b] = true
			}
		}
	}
	pick(true)
	pick(false)
	for _, c := range cases {
		if len(c.fn.main().goals) == 0 && !slices.ContainsFunc(chosen, func(d *testCase) bool { return d.fn == c.fn }) {
			chosen = append(chosen, c)
		}
	}
	chosen = necessary(chosen)
	slices.SortStableFunc(chosen, func(a, b *testCase) int {
		if a.fn != b.fn {
			return a.fn.index - b.fn.index
		}
		return slices.Index(cases, a) - slices.Index(cases, b)
	})
	return chosen
}

// simpler prefers a case that returns, then the input that is easier to read.
func simpler(c, d *testCase, ranks map[*testCase]int) bool {
	if cr, dr := c.result.Outcome == wire.Returned, d.result.Outcome == wire.Returned; cr != dr {
		return cr
	}
	if c.fn == d.fn {
		return ranks[c] < ranks[d]
	}
	return len(c.vector) < len(d.vector)
}

// ranked says for each case how many of its function have inputs that are easier to
// read.
func ranked(cases []*testCase) map[*testCase]int {
	byFn := map[*function][]*testCase{}
	for _, c := range cases {
		byFn[c.fn] = append(byFn[c.fn], c)
	}
	ranks := make(map[*testCase]int, len(cases))
	for fn, list := range byFn {
		vectors := make([]input.Vector, len(list))
		for i, c := range list {
			vectors[i] = c.vector
		}
		for rank, i := range input.NewSpace(fn.sig, fn.limits).Order(vectors) {
			ranks[list[i]] = rank
		}
	}
	return ranks
}

// necessary drops, last chosen first, the cases all of whose branches other
// cases take too.
func necessary(cases []*testCase) []*testCase {
	count := map[uint32]int{}
	for _, c := range cases {
		for _, b := range c.covers() {
			count[b]++
		}
	}
	for i := len(cases) - 1; i >= 0; i-- {
		c := cases[i]
		if len(c.fn.goals) == 0 || slices.ContainsFunc(c.covers(), func(b uint32) bool { return count[b] == 1 }) {
			continue
		}
		for _, b := range c.covers() {
			count[b]--
		}
		cases = slices.Delete(cases, i, i+1)
	}
	return cases
}

// owns reports whether the branch stands in the function.
func (f *function) owns(branch uint32) bool {
	return int(branch) < len(f.unit.goals) && f.unit.goals[branch].fn.main() == f.main()
}

// assign gives every branch to one case: its own function's first, then the
// first that takes it. What a case must keep when it is shrunk is what it has
// been given.
func assign(cases []*testCase) {
	given := map[uint32]bool{}
	for _, c := range cases {
		c.keep = nil
	}
	branches, panics := forBranches(cases)
	for _, own := range []bool{true, false} {
		for _, c := range slices.Concat(branches, panics) {
			for _, b := range c.covers() {
				if !given[b] && (!own || c.fn.owns(b)) {
					given[b] = true
					c.keep = append(c.keep, b)
				}
			}
		}
	}
	for _, c := range cases {
		slices.Sort(c.keep)
	}
}

// loseUnrepeated takes down which branches no case takes: the input
// that took one did not do so when it was run again.
func (u *unit) loseUnrepeated(noTime map[uint32]bool) {
	late, lost := 0, 0
	u.loseFound(func(branch uint32) string {
		switch {
		case noTime[branch]:
			late++
			return whyNoTime
		case u.why[branch] != "":
			return u.why[branch]
		}
		lost++
		return whyRepeat
	})
	if lost > 0 {
		u.note("", fmt.Sprintf("%d %s taken once and not when the same input was run again; %s as not covered", lost, plural(lost, "branch was", "branches were"), plural(lost, "it counts", "they count")))
	}
	if late > 0 {
		u.note("", fmt.Sprintf("%d %s taken, but there was no time to run %s again; give the call more with -time", late, plural(late, "branch was", "branches were"), plural(late, "its input", "their inputs")))
	}
}

// loseFound says why branches of the archive are lost that no case takes.
func (u *unit) loseFound(why func(branch uint32) string) {
	found := map[uint32]bool{}
	for _, g := range u.goals {
		if g.found != nil {
			found[g.branch] = true
		}
	}
	u.lose(found, why)
}

func containsAll(have, want []uint32) bool {
	for _, b := range want {
		if !slices.Contains(have, b) {
			return false
		}
	}
	return true
}

// ignoreEnd drops the error of a context that ended: what was found by then
// stands.
func ignoreEnd(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}
