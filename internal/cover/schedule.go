package cover

import (
	"context"
	"go/types"
	"slices"
	"time"

	"nearmiss/input"
	"nearmiss/internal/native"
)

// Slice sizes in evaluations, and the counts that shape rounds.
const (
	lookSlice   = 64    // random inputs of each function before any function gets more
	sampleSlice = 1_000 // random inputs of a function with open branches before the search aims at a branch
	firstSlice  = 1_000 // evaluations of the first slice of a branch
	growth      = 4     // factor from one slice of a branch to its next
	staleAfter  = 2     // slices in a row without improvement after which a branch waits
	goalBatch   = 64    // most goals that are analysed and searched for in one batch

	sampleCrashes = 2 * native.SlowWeight // cost of crashes and hangs that ends a sample
)

// A schedule is the search of one package. It alternates between slices of search and tasks of
// dynamic symbolic execution.
type schedule struct {
	s *session
	u *unit
	deadlines

	all       bool                         // visit stagnant goals too
	vain      int                          // rounds in a row that brought nothing
	sites     uint64                       // evaluations spent on panic sites
	onlySites bool                         // no branch is searched any more
	outer     map[types.Object][]*function // see exportedCallers; nil until needed
	calls     uint64                       // evaluations spent on inputs made by calls for branches that others have taken
	tries     uint64                       // evaluations spent on inputs without an aim, see exploreRound

	begun, found time.Time // of the search and of its last find

	since time.Time   // the search has begun, or the last tests were made early
	tests int         // branches found until then
	made  *earlyTests // what the last tests were made of, if all of that was tried

	explorers []*explorer // in order of creation
	forgotten int         // explorers whose trees were closed to save memory
	halved    int         // how often the time of solving is halved
	live      counts
}

// searchUnit searches one package until no goal is open, the budgets are used up, or ctx ends: first for branches, then
// for panics and calls that do not return.
func (s *session) searchUnit(ctx context.Context, u *unit, d deadlines) {
	r := s.newSchedule(u, d)
	if !s.method.archive {
		s.perform(ctx, u, s.paperJobs(ctx, u), 0)
		return
	}
	r.searchBranches(ctx)
	r.searchSites(ctx)
	r.callsRound(ctx, true)
	r.release()
}

// newSchedule makes the schedule of a package, which progress is shown of.
func (s *session) newSchedule(u *unit, d deadlines) *schedule {
	now := time.Now()
	r := &schedule{s: s, u: u, deadlines: d, begun: now, found: now, since: now}
	u.schedule = r
	s.meter.set(func() { s.meter.solving = &r.live })
	return r
}

// searchBranches runs a few inputs of each function, then more inputs, and then searches for branches in rounds.
func (r *schedule) searchBranches(ctx context.Context) {
	s, u := r.s, r.u
	s.perform(ctx, u, s.samples(u, 0, lookSlice), r.look)
	s.timed("looked at all functions of %s", u.pkg.ImportPath)
	s.perform(ctx, u, s.samples(u, 1, sampleSlice-lookSlice), r.sample)
	more := true
	for round := 0; more && ctx.Err() == nil && !u.vain; round++ {
		before, began, found := u.branchEvaluations(), time.Now(), u.countFound()
		more = s.method.searches && r.searchRound(ctx)
		r.siteRound(ctx, false)
		r.callsRound(ctx, false)
		r.exploreRound(ctx)
		if s.method.solves && (round > 0 || !more) {
			more = r.solveBeside(ctx, u.branchEvaluations()-before, time.Since(began)) || more
		}
		s.timed("round %d: %d evaluations took %d branches; as many more would take %.1f", round, u.evaluated, u.countFound(), u.next().AsMany())
		u.vain = more && ctx.Err() == nil && r.inVain(u.countFound() > found)
		if more && !u.vain {
			r.early(ctx)
		}
	}
}

// searchSites searches for panics alone, and asks the solver for them, until each site is found or has used up its evaluations. If mutants
// are goals, too, half of the time that is left is theirs.
func (r *schedule) searchSites(ctx context.Context) {
	r.onlySites = true
	if r.s.opt.Mutants && !r.deadlines.search.IsZero() {
		var done context.CancelFunc
		ctx, done = context.WithTimeout(ctx, time.Until(r.deadlines.search)/2)
		defer done()
	}
	r.s.perform(ctx, r.u, r.s.loops(r.u), r.sample)
	for more := true; more && ctx.Err() == nil; {
		before, began := r.sites, time.Now()
		more = r.siteRound(ctx, true)
		if r.s.method.solves && len(r.stuck()) > 0 {
			more = r.solveBeside(ctx, r.sites-before, time.Since(began)) || more
		}
	}
}

// vainRounds is the number of rounds in vain, one after the other, that end a search.
const vainRounds = 2

// leastVain is the least time without a find that ends a search for the sake of mutants.
const leastVain = 3 * time.Second

// inVain reports whether the search ends by itself, because rounds have brought no branch and no goal has
// come nearer, and as many evaluations as so far would bring none. A search for a time that the user has
// set goes on, unless mutants are goals, too, and there was no find in half of its time: the rest is theirs.
func (r *schedule) inVain(found bool) bool {
	nearer := slices.ContainsFunc(r.u.goals, func(g *goal) bool {
		return g.open() && g.fn.active() && g.slices > 0 && g.stale < staleAfter && !g.over
	})
	if r.vain++; found || nearer || !r.all || r.u.next().AsMany() >= 0.5 {
		r.vain = 0
	}
	if found {
		r.found = time.Now()
	}
	late := r.s.opt.Mutants && r.s.opt.Time > 0 && (time.Now().After(r.mostVain()) || r.poor())
	return late || r.s.opt.PackageTime > 0 && r.vain >= vainRounds
}

// poorShare is the share of the branches found so far that makes a search poor if as many evaluations would bring less.
const poorShare = 0.01

// poor reports whether two thirds of the time of a search are over, and the rest would bring few branches.
func (r *schedule) poor() bool {
	rest := r.deadlines.search.Sub(r.begun) / 3
	return time.Until(r.deadlines.search) < rest && r.u.next().AsMany() < poorShare*float64(r.u.countFound())
}

// mostVain returns the time at which the search ends for the sake of mutants, if these are goals and it finds nothing until then.
func (r *schedule) mostVain() time.Time {
	if !r.s.opt.Mutants {
		return r.deadlines.search
	}
	return r.found.Add(max(r.found.Sub(r.begun)/halfDivisor, leastVain))
}

// searchRound visits each function: it gives a slice to a batch of the function's goals. Then it
// gives a slice to the goals with conditions that were first reached in this round. Without
// that, a search with a clock would get only one condition deeper in each round. A goal whose
// branch is first taken by an illegal input, in a slice with any inputs, gets another slice with
// legal inputs only.
// searchRound returns false when no goal is left to visit.
func (r *schedule) searchRound(ctx context.Context) bool {
	goals, unreached, waiting := r.pick()
	if len(goals) == 0 {
		if !waiting {
			return false
		}
		r.all = true // only stagnant goals are left
		goals, unreached, _ = r.pick()
	}
	goals = visits(goals)
	each := r.round / time.Duration(len(goals))
	for len(goals) > 0 && ctx.Err() == nil {
		notFound, _ := split(goals, func(g *goal) bool { return g.found == nil && !g.legalOnly() })
		r.s.analysedAhead(ctx, slices.Collect(slices.Chunk(goals, goalBatch)), func(some []*goal) {
			r.s.perform(ctx, r.u, r.slices(some), each*time.Duration(len(some)))
		})
		again, _ := split(notFound, (*goal).onlyIllegal)
		goals, unreached = split(unreached, func(g *goal) bool { return r.u.goals[g.branch^1].found != nil })
		goals = append(again, goals...)
	}
	return true
}

// pick lists the goals that may get a slice: open goals with budget left. It separates goals
// whose condition no run has reached; if all goals are unreached, it returns them as goals. The
// result waiting reports whether stagnant goals were left out.
func (r *schedule) pick() (goals, unreached []*goal, waiting bool) {
	for _, g := range r.u.goals {
		if !g.open() || !g.fn.active() || g.over && g.fn.next() == nil || g.left(r.s.opt.Evals) == 0 {
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

// visits selects the goals of one round. It shares goalBatch among the functions, at least one
// goal for each, and prefers the goals with the fewest slices. Functions with few branches come
// first because their analysis is short.
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

// sliceSize returns the size of the next slice of a goal in evaluations. Sizes grow from slice to
// slice up to the budget that is left.
func (r *schedule) sliceSize(g *goal) uint64 {
	size := uint64(firstSlice)
	for range g.slices {
		size = min(size*growth, uint64(r.s.opt.Evals)) // the bound prevents an overflow: g.slices has no limit
	}
	return min(size, g.left(r.s.opt.Evals))
}

// slices makes a search job for each goal that is still open.
func (r *schedule) slices(goals []*goal) (list []job) {
	for _, g := range goals {
		if g.open() && g.fn.active() {
			r.u.turn(g)
			j := r.s.aimed(g, r.sliceSize(g))
			j.Starts = r.u.starts(g)
			j.Fuel = firstFuel << (fuelGrowth * min(g.slices-g.hung, fuelSlices)) // the fuel of a run also bounds the cost of a hang
			if r.s.opt.added != nil && !r.s.opt.owns {                            // a law about a function that does not end costs little
				j.Fuel = firstFuel
			}
			list = append(list, job{SearchJob: j, fn: g.entry(), goal: g})
		}
	}
	return list
}

// openGoals lists the open goals that are not ignored.
func (r *schedule) openGoals() []*goal {
	open, _ := split(r.u.goals, func(g *goal) bool { return g.open() && !g.ignored })
	return open
}

// samples makes a job for each active function that runs up to n random inputs; in slice 0 the
// zero input and those of the own tests come first. A job ends early when it has taken all open branches of its function.
// Only slice 0 has jobs for functions without open branches, which come last, or without inputs.
func (s *session) samples(u *unit, slice, n uint64) (list []job) {
	for _, fn := range u.active() {
		open := branchesOf(fn.main().goals, (*goal).open)
		most := min(n, uint64(s.opt.Evals))
		switch {
		case slice > 0 && (len(open) == 0 || fn.sig.Inputs() == 0):
			continue
		case fn.sig.Inputs() == 0:
			most = 1
		}
		if slice == 0 {
			most = min(most+uint64(len(fn.given)), uint64(s.opt.Evals))
		}
		j := s.searchJob(fn, s.seed(fn, 0, slice), most)
		j.Fuel, j.StopBranches, j.Limits.Legal = firstFuel, open, slice > 0
		if slice == 0 {
			j.Starts = append([]input.Vector{input.NewSpace(fn.sig, j.Limits).Zero()}, fn.given...)
			j.Crashes = 1 // other functions wait for their first inputs
		} else if j.Crashes == 0 {
			j.Crashes = sampleCrashes
		}
		list = append(list, job{SearchJob: j, fn: fn})
	}
	open, done := split(list, func(j job) bool { return len(j.StopBranches) > 0 })
	return append(open, done...)
}

// paperJobs makes one job for each open branch with the whole budget of the branch. As
// published, a search keeps no branch but its own.
func (s *session) paperJobs(ctx context.Context, u *unit) (list []job) {
	goals, _ := split(u.goals, func(g *goal) bool { return g.open() && g.fn.active() })
	for _, g := range s.analysed(ctx, goals) {
		list = append(list, s.paperJob(g))
	}
	return list
}

// paperJob makes a job with the whole budget of a branch.
func (s *session) paperJob(g *goal) job {
	return job{SearchJob: s.aimed(g, uint64(s.opt.Evals)), fn: g.fn, goal: g}
}
