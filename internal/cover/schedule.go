package cover

import (
	"context"
	"errors"
	"slices"

	"nearmiss/internal/native"
)

// Sizes of slices, in evaluations.
const (
	plainSlice  = 64    // random inputs of a function without open branches
	sampleSlice = 1_000 // of another one, before any branch is aimed at
	firstSlice  = 1_000 // for a branch
	growth      = 4     // from round to round
	staleAfter  = 2     // slices without getting nearer, before a branch waits
	goalBatch   = 64    // goals that are analysed and then searched for at a time, at most

	sampleCrashes = 2 * native.SlowWeight // that end a sample
)

// A schedule is the search of one package: slices of search and of dynamic symbolic
// execution by turns.
type schedule struct {
	s *session
	u *unit

	picked map[*goal]uint64 // goals of the round, with the slice of each
	all    bool             // those too that have stopped getting nearer
	sites  uint64           // evaluations spent on panic sites

	explorers []*explorer // as they came
	forgotten int         // explorers that memory was taken from
	live      counts
}

// search searches the packages.
func (s *session) search(ctx context.Context) error {
	for _, u := range s.units {
		if u.pool != nil {
			s.searchUnit(ctx, u)
		}
	}
	return errors.Join(s.errs...)
}

// searchUnit searches one package until nothing is open, budgets are used up, or ctx ends.
func (s *session) searchUnit(ctx context.Context, u *unit) {
	r := &schedule{s: s, u: u}
	u.schedule = r
	s.meter.watchSolving(&r.live)
	if !s.method.archive {
		s.perform(ctx, u, s.paperJobs(ctx, u))
		return
	}
	s.perform(ctx, u, s.samples(u))
	more := true
	for size := uint64(firstSlice); more && ctx.Err() == nil; size = s.larger(size) {
		before := u.branchEvaluations()
		more = s.method.searches && r.searchRound(ctx, size)
		r.siteRound(ctx, false)
		if s.method.solves && (size > firstSlice || !more) {
			more = r.solve(ctx, u.branchEvaluations()-before) || more
		}
	}
	r.siteRound(ctx, true)
}

// larger is the size of the slices in the round after one. It does not grow beyond the
// budget of a branch: that has no end.
func (s *session) larger(size uint64) uint64 { return min(size*growth, uint64(s.opt.Evals)) }

// searchRound gives the goals that are picked a slice each. It reports false
// when there is nothing left to pick.
func (r *schedule) searchRound(ctx context.Context, size uint64) bool {
	waiting := r.pick(size)
	if len(r.picked) == 0 {
		if !waiting {
			return false
		}
		r.all = true // only those are left that have stopped getting nearer
		r.pick(size)
	}
	for _, goals := range r.batches() {
		r.s.perform(ctx, r.u, r.slices(r.s.analysed(ctx, goals)))
	}
	return true
}

// pick decides which goals the next round is for: those with budget left
// whose condition has been reached, or, when there are none, all others.
// It reports whether goals are left that only wait.
func (r *schedule) pick(slice uint64) (waiting bool) {
	r.picked = map[*goal]uint64{}
	var unreached []*goal
	for _, g := range r.u.goals {
		if !g.open() || !g.fn.active() || g.over && g.fn.next() == nil || g.used >= uint64(r.s.opt.Evals) {
			continue
		}
		g.pass()
		switch {
		case g.stale >= staleAfter && !r.all:
			waiting = true
		case r.u.goals[g.branch^1].found == nil && g.bests == nil:
			unreached = append(unreached, g)
		default:
			r.picked[g] = r.part(g, slice)
		}
	}
	if len(r.picked) == 0 {
		for _, g := range unreached {
			r.picked[g] = r.part(g, slice)
		}
	}
	return waiting
}

// part is the slice of a goal in a round with slices of such a size: no more than is left
// of its budget, or than half of it if path expressions come after that.
func (r *schedule) part(g *goal, size uint64) uint64 {
	left := uint64(r.s.opt.Evals) - g.used
	if r.s.beginsRough(g) {
		left = (left + 1) / 2
	}
	return min(size, left)
}

// batches cuts the picked goals into lists. The functions with few branches come first:
// they are soon analysed. What a batch finds is not analysed in the next.
func (r *schedule) batches() [][]*goal {
	var goals []*goal
	for _, g := range r.u.goals {
		if _, ok := r.picked[g]; ok {
			goals = append(goals, g)
		}
	}
	slices.SortStableFunc(goals, func(a, b *goal) int { return a.fn.branches() - b.fn.branches() })
	return slices.Collect(slices.Chunk(goals, goalBatch))
}

// slices makes a job for each goal that is still open.
func (r *schedule) slices(goals []*goal) (list []job) {
	for _, g := range goals {
		if g.fn.active() {
			j := r.s.aimed(g, r.picked[g])
			j.Starts = r.u.starts(g)
			j.Fuel = firstFuel << (fuelGrowth * min(g.slices-g.hung, fuelSlices)) // how long a hang takes goes by it, too
			list = append(list, job{SearchJob: j, fn: g.fn, goal: g})
		}
	}
	return list
}

// openGoals lists the branches that are searched for still.
func (r *schedule) openGoals() (list []*goal) {
	for _, g := range r.u.goals {
		if g.open() && !g.ignored {
			list = append(list, g)
		}
	}
	return list
}

// samples draws random inputs once for every function, until every branch of it has been
// taken.
func (s *session) samples(u *unit) (list []job) {
	for _, fn := range u.active() {
		var open []uint32
		for _, g := range fn.main().goals {
			if g.open() {
				open = append(open, g.branch)
			}
		}
		n := min(sampleSlice, s.opt.Evals)
		switch {
		case fn.sig.Inputs() == 0:
			n = 1
		case len(open) == 0:
			n = min(plainSlice, n)
		}
		j := s.searchJob(fn, s.seed(fn, 0, 0), uint64(n))
		j.Fuel, j.Enough = firstFuel, open
		if j.Crashes == 0 {
			j.Crashes = sampleCrashes
		}
		list = append(list, job{SearchJob: j, fn: fn})
	}
	return list
}

// paperJobs searches every branch for itself with its whole budget, and
// forgets what other searches came across.
func (s *session) paperJobs(ctx context.Context, u *unit) (list []job) {
	var goals []*goal
	for _, g := range u.goals {
		if g.open() && g.fn.active() {
			goals = append(goals, g)
		}
	}
	for _, g := range s.analysed(ctx, goals) {
		list = append(list, job{SearchJob: s.aimed(g, uint64(s.opt.Evals)), fn: g.fn, goal: g})
	}
	return list
}
