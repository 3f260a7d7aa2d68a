package cover

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/wire"
	"nearmiss/search"
)

// runner runs jobs in a package's workers and returns their results in the
// order of the jobs; those that ctx ended before they began are nil.
type runner interface {
	Search(ctx context.Context, jobs []*wire.SearchJob, found func(int, *wire.Found)) ([]*native.SearchResult, error)
	Shrink(ctx context.Context, jobs []*wire.ShrinkJob) ([]*native.ShrinkResult, error)
	Run(ctx context.Context, jobs []*wire.RunJob) ([]*native.RunResult, error)
	Batch(ctx context.Context, jobs []*wire.BatchJob, found func(int, *wire.Found)) ([]*native.BatchResult, error)
	Progress() native.Progress
	Close()
}

// Sizes of slices, in evaluations.
const (
	glanceSlice = 64    // random inputs of every function before any gets more,
	glanceBatch = 12    // of so many functions at a time: what some hang on the next are spared
	sampleSlice = 1_000 // random inputs of a function before any branch is aimed at
	firstSlice  = 1_000 // for a branch
	growth      = 4     // from round to round
	staleAfter  = 2     // slices without getting nearer, before a branch waits
	mostStarts  = 8     // vectors that a job starts from
	goalBatch   = 64    // goals that are searched for while others are analysed, at most

	sampleCrashes = 2 * native.SlowWeight // that end a sample

	// An analysis goes from each condition of a function along each to a branch:
	// batchWork bounds the sum over a batch of the squares of the functions' branches.
	// It is about half a second's work, in which no worker has anything to do at first. A
	// batch has at least as many goals as there are analysts.
	batchWork = 1 << 17

	// Inputs that make a function run for long are rarely needed, and cost as
	// much as thousands of others: the first slices give them up early.
	firstFuel  = 20_000 // statements
	fuelGrowth = 2      // doublings from slice to slice
	fuelSlices = 3      // until a run may be as long as ever
)

// search runs rounds until nothing is open, budgets are used up, or ctx ends. The
// error is that of the packages that were given up.
func (s *session) search(ctx context.Context) error {
	s.allRounds(ctx)
	return errors.Join(s.errs...)
}

func (s *session) allRounds(ctx context.Context) {
	if s.opt.Paper {
		s.round(ctx, s.paperJobs)
		return
	}
	s.glance(ctx)
	s.round(ctx, s.samples)
	if s.opt.solves() {
		s.hybridSearch(ctx)
		return
	}
	for slice := uint64(firstSlice); ctx.Err() == nil; slice = s.larger(slice) {
		if !s.searchRound(ctx, slice, s.slice) {
			s.toSites(ctx, true)
			return
		}
	}
}

// searchRound gives the goals that are picked a slice each. It reports false
// when there is nothing left to pick.
func (s *session) searchRound(ctx context.Context, size uint64, slice func(context.Context)) (more bool) {
	waiting := s.pick(size)
	if len(s.picked) == 0 {
		if !waiting {
			return false
		}
		s.all = true // only those are left that have stopped getting nearer
		s.pick(size)
	}
	slice(ctx)
	s.toSites(ctx, false)
	return true
}

// larger is the size of the slices in the round after one. It does not grow beyond the
// budget of a branch: that has no end.
func (s *session) larger(size uint64) uint64 { return min(size*growth, uint64(s.opt.Evals)) }

// A task is a job with what it is for.
type task struct {
	job  *wire.SearchJob
	fn   *function
	goal *goal      // nil for sampling and for sites
	site *panicSite // nil but for sites
}

// round runs one job list a unit and merges the answers.
func (s *session) round(ctx context.Context, tasks func(context.Context, *unit) []task) {
	for _, u := range s.units {
		s.perform(ctx, u, tasks(ctx, u))
	}
}

// perform runs a list of jobs and merges the answers. A package whose workers fail is
// given up.
func (s *session) perform(ctx context.Context, u *unit, ts []task) {
	if len(ts) == 0 || ctx.Err() != nil {
		return
	}
	jobs := make([]*wire.SearchJob, len(ts))
	for i, t := range ts {
		t.job.ID = uint32(i)
		jobs[i] = t.job
	}
	answers, err := s.run(ctx, u, ts, jobs)
	for i, a := range answers {
		if a != nil {
			s.merge(ts[i], a)
		}
	}
	s.unlessEnded(u, err)
}

// merge takes over what a job has found.
func (s *session) merge(t task, a *native.SearchResult) {
	u := t.fn.unit
	var hung uint64
	for i := range a.Crashes {
		c := &a.Crashes[i]
		if c.Kind == native.BeforeRun {
			t.fn.dies(c)
			continue
		}
		if u.crash(t.fn, c); isSlow(c) {
			hung++
			t.fn.hangs(c)
		}
	}
	for _, f := range a.Found {
		for _, b := range f.Branches {
			if int(b) >= len(u.goals) || s.opt.Paper && (t.goal == nil || b != t.goal.branch) {
				continue
			}
			u.goals[b].take(t.fn, f.Vector, f.Panicked)
		}
		u.tookPanic(t.fn, f.Vector, f.Panic)
	}
	t.fn.elapsed += a.Elapsed
	r := a.Result
	if r == nil {
		return
	}
	t.fn.evaluations += r.Evaluations
	t.fn.unbuilt += r.Unbuilt
	t.fn.learn(r.Operands)
	if t.site != nil {
		s.spent(t.site, r)
	}
	if g := t.goal; g != nil {
		g.used += r.Evaluations
		if !s.opt.Paper && hung > 0 {
			g.used += hung * hangWork
			g.hung++
		}
		g.slices++
		g.improve(r.Bests, s.lexicographic())
		g.near = r.Near
		g.over = r.Evaluations == 0 || r.Status == search.Exhausted
		if g.over && g.rough { // there is more to try with path expressions, when others have had their turns
			g.over, g.stale = false, staleAfter
		}
	}
	s.refresh()
}

func (s *session) lexicographic() bool { return !s.opt.Paper || s.opt.Exact }

// job fills in what all jobs of a function share.
func (s *session) job(fn *function, seed, evaluations uint64) *wire.SearchJob {
	j := &wire.SearchJob{
		Entry:         fn.entry,
		Signature:     fn.sig,
		Target:        wire.Target{Branch: wire.NoBranch},
		Algorithm:     s.opt.algorithm(),
		Lexicographic: s.lexicographic(),
		Paper:         s.opt.Paper,
		Last:          s.opt.Last,
		Seed:          seed,
		Evaluations:   evaluations,
		Limits:        fn.limits,
	}
	if s.opt.Paper {
		j.Limits.Len = 0
	} else {
		fn.beCautious(j)
		j.Covered = fn.unit.covered()
		j.Panics = fn.unit.panics(fn)
		j.Seeds = fn.allSeeds()
	}
	return j
}

// glance draws a few random inputs for every function, so that all of them
// have had a turn before one that is slow takes up the time.
func (s *session) glance(ctx context.Context) {
	for _, u := range s.units {
		for some := range slices.Chunk(u.active(), glanceBatch) {
			s.perform(ctx, u, s.glances(some))
		}
	}
}

func (s *session) glances(some []*function) []task {
	var ts []task
	for _, fn := range some {
		if !fn.active() { // another instance of it may have shown why
			continue
		}
		n := uint64(min(glanceSlice, s.opt.Evals))
		if fn.sig.Inputs() == 0 {
			n = 1
		}
		t := s.sample(fn, n, 0)
		t.job.Crashes = 1
		ts = append(ts, t)
	}
	return ts
}

// samples draws random inputs once for every function that has open branches.
func (s *session) samples(_ context.Context, u *unit) []task {
	var ts []task
	for _, fn := range u.active() {
		n := min(sampleSlice, s.opt.Evals) - glanceSlice
		if t := s.sample(fn, uint64(max(0, n)), 1); n > 0 && fn.sig.Inputs() > 0 && len(t.job.Enough) > 0 {
			ts = append(ts, t)
		}
	}
	return ts
}

// sample is a job of n random inputs, which ends when every branch of the
// function has been taken.
func (s *session) sample(fn *function, n, slice uint64) task {
	j := s.job(fn, s.seed(fn, 0, slice), n)
	j.Fuel = firstFuel
	if j.Crashes == 0 {
		j.Crashes = sampleCrashes
	}
	for _, g := range fn.main().goals {
		if g.open() {
			j.Enough = append(j.Enough, g.branch)
		}
	}
	return task{job: j, fn: fn}
}

// pick decides which goals the next round is for: those with budget left
// whose condition has been reached, or, when there are none, all others.
// It reports whether goals are left that only wait.
func (s *session) pick(slice uint64) (waiting bool) {
	s.picked = map[*goal]uint64{}
	var unreached []*goal
	for _, u := range s.units {
		for _, g := range u.goals {
			if !g.open() || !g.fn.active() || g.over && g.fn.next() == nil || g.used >= uint64(s.opt.Evals) {
				continue
			}
			g.pass()
			switch {
			case g.stale >= staleAfter && !s.all:
				waiting = true
			case !u.goals[g.branch^1].reached() && g.bests == nil:
				unreached = append(unreached, g)
			default:
				s.picked[g] = s.part(g, slice)
			}
		}
	}
	if len(s.picked) == 0 {
		for _, g := range unreached {
			s.picked[g] = s.part(g, slice)
		}
	}
	s.spare()
	return waiting
}

// part is the slice of a goal in a round with slices of such a size: no more than is left
// of its budget, or than half of it if path expressions come after that.
func (s *session) part(g *goal, size uint64) uint64 {
	left := uint64(s.opt.Evals) - g.used
	if s.beginsRough(g) {
		left = (left + 1) / 2
	}
	return min(size, left)
}

// reached reports whether some run took the branch.
func (g *goal) reached() bool { return g.found != nil }

// slice gives each picked goal its next slice, a batch at a time. While one is
// searched for the next is analysed: a large function takes seconds. What has
// been found by then is not analysed.
func (s *session) slice(ctx context.Context) {
	for _, u := range s.units {
		batches := s.batches(u)
		var ready <-chan struct{}
		if len(batches) > 0 {
			ready = s.analyseAside(ctx, batches[0])
		}
		for i, goals := range batches {
			<-ready
			if i+1 < len(batches) {
				ready = s.analyseAside(ctx, batches[i+1])
			}
			s.perform(ctx, u, s.sliceOf(u, goals))
		}
	}
}

// analyseAside analyses what is open of a batch in the background. The channel
// is closed when that is done.
func (s *session) analyseAside(ctx context.Context, goals []*goal) <-chan struct{} {
	var open []*goal
	for _, g := range goals {
		if g.open() {
			open = append(open, g)
		}
	}
	ready := make(chan struct{})
	go func() {
		defer close(ready)
		s.analyse(ctx, open)
	}()
	return ready
}

// batches cuts the picked goals of a package into lists. The functions with
// few branches come first: they are soon analysed.
func (s *session) batches(u *unit) (all [][]*goal) {
	var goals []*goal
	for _, g := range u.goals {
		if _, ok := s.picked[g]; ok && g.open() {
			goals = append(goals, g)
		}
	}
	slices.SortStableFunc(goals, func(a, b *goal) int { return a.fn.branches() - b.fn.branches() })
	work := 0
	for _, g := range goals {
		n := len(all) - 1
		own := g.fn.branches() * g.fn.branches()
		if s.beginsRough(g) {
			own = g.fn.branches()
		}
		if work += own; n < 0 || len(all[n]) == goalBatch || work > batchWork && len(all[n]) >= analysts {
			all = append(all, nil)
			n, work = n+1, own
		}
		all[n] = append(all[n], g)
	}
	return all
}

// branches is the number of branches of the function.
func (f *function) branches() int { return len(f.main().goals) }

// sliceOf makes a job for each goal of a batch that is still open.
func (s *session) sliceOf(u *unit, goals []*goal) (ts []task) {
	for _, g := range goals {
		if !g.open() || g.target == nil || !g.fn.active() {
			continue
		}
		j := s.aimed(g, s.picked[g])
		j.Starts = s.starts(u, g)
		j.Fuel = firstFuel << (fuelGrowth * min(g.slices-g.hung, fuelSlices)) // how long a hang takes goes by it, too
		ts = append(ts, task{job: j, fn: g.fn, goal: g})
	}
	return ts
}

// analysed analyses goals and returns those that are left to search for.
func (s *session) analysed(ctx context.Context, goals []*goal) []*goal {
	s.analyse(ctx, goals)
	return slices.DeleteFunc(goals, func(g *goal) bool { return !g.open() || g.target == nil })
}

// aimed is the next job of an analysed goal.
func (s *session) aimed(g *goal, evaluations uint64) *wire.SearchJob {
	j := s.job(g.fn, s.seed(g.fn, g.number(), uint64(g.slices)), evaluations)
	j.Target = *g.target
	if j.Modes = s.opt.modes(); g.rough && (len(j.Modes) == 1 || s.opt.Algo == "ga") {
		j.Modes = []search.Mode{search.Standard} // the other one has no slope without path expressions
	}
	return j
}

// starts lists inputs from which the goal may be near: the nearest of earlier
// slices, and the one that took the other side of its condition.
func (s *session) starts(u *unit, g *goal) []input.Vector {
	var vs []input.Vector
	for _, b := range g.bests {
		vs = append(vs, b.Vector)
	}
	if o := u.goals[g.branch^1].found; o != nil && o.fn == g.fn {
		vs = append(vs, o.vector)
	}
	vs = append(vs, g.near...)
	return vs[:min(len(vs), mostStarts)]
}

// paperJobs searches every branch for itself with its whole budget, and
// forgets what other searches came across.
func (s *session) paperJobs(ctx context.Context, u *unit) []task {
	var goals []*goal
	for _, g := range u.goals {
		if g.open() && g.fn.active() {
			goals = append(goals, g)
		}
	}
	var ts []task
	for _, g := range s.analysed(ctx, goals) {
		j := s.aimed(g, uint64(s.opt.Evals))
		if j.Algorithm == wire.Auto {
			j.Algorithm = wire.AVM
		}
		ts = append(ts, task{job: j, fn: g.fn, goal: g})
	}
	return ts
}

// seed derives the seed of a job from what the job is, not from when it runs, where its
// package lies or what is searched beside it.
func (s *session) seed(fn *function, goal, slice uint64) uint64 {
	return search.SeedOf(s.opt.Seed, fn.unit.pkg.Name, fn.main().name, fmt.Sprint(fn.variant, goal, slice))
}

// refresh counts what is covered for the progress line, as the report will.
func (s *session) refresh() {
	var covered, total int
	for _, u := range s.units {
		for _, f := range u.funcs {
			for _, g := range f.goals {
				total++
				if g.found != nil {
					covered++
				}
			}
		}
	}
	s.found.Store(int64(covered))
	s.meter.set(covered, total)
}

// stopped says why the search ended.
func (s *session) stopped(ctx, user context.Context) string {
	open := false
	for _, u := range s.units {
		for _, g := range u.goals {
			open = open || g.open() && g.fn.active()
		}
	}
	switch {
	case user.Err() != nil:
		return report.StoppedInterrupt
	case !open:
		return report.StoppedDone
	case ctx.Err() != nil:
		return report.StoppedTime
	}
	return report.StoppedBudget
}
