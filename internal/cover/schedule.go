package cover

import (
	"context"
	"errors"
	"slices"
	"time"

	"nearmiss/input"
	"nearmiss/internal/native"
)

// Sizes of slices, in evaluations.
const (
	lookSlice   = 64    // random inputs of every function, before any has more,
	sampleSlice = 1_000 // and of one with open branches, before any branch is aimed at
	firstSlice  = 1_000 // for a branch
	growth      = 4     // from slice to slice
	staleAfter  = 2     // slices without getting nearer, before a branch waits
	goalBatch   = 64    // goals that are analysed and then searched for at a time, at most

	sampleCrashes = 2 * native.SlowWeight // that end a sample
)

// A schedule is the search of one package: slices of search and of dynamic symbolic
// execution by turns.
type schedule struct {
	s *session
	u *unit
	deadlines

	all   bool   // goals too that have stopped getting nearer
	sites uint64 // evaluations spent on panic sites

	explorers []*explorer // as they came
	forgotten int         // explorers that memory was taken from
	live      counts
}

// search searches the packages.
func (s *session) search(ctx context.Context) error {
	for _, u := range s.units {
		if u.pool != nil {
			s.searchUnit(ctx, u, deadlines{})
		}
	}
	return errors.Join(s.errs...)
}

// searchUnit searches one package until nothing is open, budgets are used up, or ctx ends:
// every function by a few inputs first, then by more, and then its branches in rounds.
func (s *session) searchUnit(ctx context.Context, u *unit, d deadlines) {
	r := &schedule{s: s, u: u, deadlines: d}
	u.schedule = r
	s.meter.watchSolving(&r.live)
	if !s.method.archive {
		s.perform(ctx, u, s.paperJobs(ctx, u), 0)
		return
	}
	s.perform(ctx, u, s.samples(u, 0, lookSlice), r.look)
	s.timed("looked at all functions of %s", u.pkg.ImportPath)
	s.perform(ctx, u, s.samples(u, 1, sampleSlice-lookSlice), r.sample)
	more := true
	for round := 0; more && ctx.Err() == nil; round++ {
		before, began := u.branchEvaluations(), time.Now()
		more = s.method.searches && r.searchRound(ctx)
		r.siteRound(ctx, false)
		if s.method.solves && (round > 0 || !more) {
			more = r.solveBeside(ctx, u.branchEvaluations()-before, time.Since(began)) || more
		}
	}
	r.siteRound(ctx, true)
}

// searchRound visits the functions: it gives as many goals of each a slice as are a batch
// together, and then those a slice whose conditions the round has reached first: else a
// search under a clock gets no deeper than it has rounds. It reports false when there is
// nothing left to visit.
func (r *schedule) searchRound(ctx context.Context) bool {
	goals, unreached, waiting := r.pick()
	if len(goals) == 0 {
		if !waiting {
			return false
		}
		r.all = true // only those are left that have stopped getting nearer
		goals, unreached, _ = r.pick()
	}
	goals = visits(goals)
	each := r.round / time.Duration(len(goals))
	for len(goals) > 0 && ctx.Err() == nil {
		r.s.analysedAhead(ctx, slices.Collect(slices.Chunk(goals, goalBatch)), func(some []*goal) {
			r.s.perform(ctx, r.u, r.slices(some), each*time.Duration(len(some)))
		})
		goals, unreached = parted(unreached, func(g *goal) bool { return r.u.goals[g.branch^1].found != nil })
	}
	return true
}

// pick lists the goals that may have a slice: those with budget left whose condition has
// been reached, beside those that are unreached; or, when there are none, the latter. It
// reports whether goals are left that only wait.
func (r *schedule) pick() (goals, unreached []*goal, waiting bool) {
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
			goals = append(goals, g)
		}
	}
	if len(goals) == 0 {
		goals, unreached = unreached, nil
	}
	return goals, unreached, waiting
}

// visits leaves the goals of one round: as many of each function as are a batch together,
// one at least, those with the fewest slices first. The functions with few branches come
// first: they are soon analysed.
func visits(goals []*goal) []*goal {
	of := map[*function]int{}
	for _, g := range goals {
		of[g.fn.main()] = 0
	}
	goals = slices.Clone(goals)
	slices.SortStableFunc(goals, func(a, b *goal) int { return a.slices - b.slices })
	each := max(1, goalBatch/max(len(of), 1))
	goals = slices.DeleteFunc(goals, func(g *goal) bool {
		of[g.fn.main()]++
		return of[g.fn.main()] > each
	})
	slices.SortStableFunc(goals, func(a, b *goal) int { return a.fn.branches() - b.fn.branches() })
	return goals
}

// slice is how many evaluations a goal has next: more from time to time, no more than is left
// of its budget, or than half of it if path expressions come after that.
func (r *schedule) slice(g *goal) uint64 {
	size := uint64(firstSlice)
	for range g.slices {
		size = min(size*growth, uint64(r.s.opt.Evals)) // which has no end
	}
	left := uint64(r.s.opt.Evals) - g.used
	if r.s.beginsRough(g) {
		left = (left + 1) / 2
	}
	return min(size, left)
}

// slices makes a job for each goal that is still open.
func (r *schedule) slices(goals []*goal) (list []job) {
	for _, g := range goals {
		if g.open() && g.fn.active() {
			r.u.turn(g)
			j := r.s.aimed(g, r.slice(g))
			j.Starts = r.u.starts(g)
			j.Fuel = firstFuel << (fuelGrowth * min(g.slices-g.hung, fuelSlices)) // how long a hang takes goes by it, too
			list = append(list, job{SearchJob: j, fn: g.entry(), goal: g})
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

// samples draws n random inputs, the zero one first, of every function that has not drawn
// them before, until every branch of it has been taken. The first time that is every function.
func (s *session) samples(u *unit, slice, n uint64) (list []job) {
	for _, fn := range u.active() {
		var open []uint32
		for _, g := range fn.main().goals {
			if g.open() {
				open = append(open, g.branch)
			}
		}
		most := min(n, uint64(s.opt.Evals))
		switch {
		case slice > 0 && (len(open) == 0 || fn.sig.Inputs() == 0):
			continue
		case fn.sig.Inputs() == 0:
			most = 1
		}
		j := s.searchJob(fn, s.seed(fn, 0, slice), most)
		j.Fuel, j.Enough, j.Limits.Legal = firstFuel, open, slice > 0
		if slice == 0 {
			j.Starts = []input.Vector{input.NewSpace(fn.sig, j.Limits).Zero()}
			j.Crashes = 1 // others wait for a look
		} else if j.Crashes == 0 {
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
