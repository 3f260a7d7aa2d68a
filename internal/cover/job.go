package cover

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/probe"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

const (
	mostStarts = 8 // maximum number of inputs from which a job starts

	// Inputs with long runs are rarely needed, and one costs as much as thousands of ordinary
	// inputs. Therefore the first slices for a goal end long runs early.
	firstFuel  = 20_000 // statements that a run of the first slice may execute
	fuelGrowth = 2      // doublings of the fuel from slice to slice
	fuelSlices = 3      // slices after which the fuel no longer grows
)

// runner runs jobs in the workers of a package and returns the results in the order of the jobs.
// The result of a job is nil if ctx ended before the job began.
type runner interface {
	Search(ctx context.Context, jobs []*worker.SearchJob, found func(int, *worker.Found)) ([]*native.SearchResult, error)
	Shrink(ctx context.Context, jobs []*worker.ShrinkJob) ([]*native.ShrinkResult, error)
	Run(ctx context.Context, jobs []*worker.RunJob) ([]*native.RunResult, error)
	Measure(ctx context.Context, jobs []*worker.MeasureJob) ([]*native.MeasureResult, error)
	Batch(ctx context.Context, jobs []*worker.BatchJob, found func(int, *worker.Found)) ([]*native.BatchResult, error)
	HasSearch(search string) bool
	Progress() native.Progress
	Close()
}

// A job is a request to search, with the goal or site that it is for.
type job struct {
	*worker.SearchJob
	fn   *function
	goal *goal      // nil for sampling, for sites and for calls
	site *panicSite // nil except for sites

	calls *goal // that an input made by calls is looked for; nil else
	tries bool  // it has no aim: see schedule.exploreRound
}

// perform runs the jobs within the given time, 0 for no limit, and merges the results in the order
// of the jobs. It gives the package up if its workers fail.
func (s *session) perform(ctx context.Context, u *unit, list []job, within time.Duration) {
	if len(list) == 0 || ctx.Err() != nil {
		return
	}
	answers, err := s.run(ctx, u, list, within)
	for i, a := range answers {
		if a != nil {
			s.merge(list[i], a)
		}
	}
	s.refresh(u)
	s.unlessEnded(u, err)
}

// run runs the jobs. Either the workers search, or this process searches and the workers only
// evaluate its inputs. After an error no further job begins.
func (s *session) run(ctx context.Context, u *unit, list []job, within time.Duration) ([]*native.SearchResult, error) {
	run := s.method.outside(u.pool)
	share := span{jobs: len(list), workers: s.opt.Parallel}
	if within > 0 {
		share.end = time.Now().Add(within)
	}
	answers, errs := make([]*native.SearchResult, len(list)), make([]error, len(list))
	var failed atomic.Bool
	var hanging hangCount
	tell := u.tell(s.meter)
	s.parallel(ctx, len(list), func(i int) {
		if j := list[i]; !failed.Load() {
			j.ID, j.Time = uint32(i), share.turn(time.Now(), i)
			if j.Time > 0 && i%anyIntegersEvery != 0 && hanging.most() {
				j.Limits.Modest = true
			}
			if run != nil && j.goal != nil {
				answers[i], errs[i] = s.outside(ctx, run, u.pool, j)
			} else {
				save := s.saver.saving(j.fn)
				found := func(n int, f *worker.Found) { save(n, f); tell(f) }
				answers[i], errs[i] = one(u.pool.Search(ctx, []*worker.SearchJob{j.SearchJob}, found))
			}
			failed.CompareAndSwap(false, errs[i] != nil)
			hanging.add(answers[i])
		}
	})
	return answers, cmp.Or(append(errs, ctx.Err())...)
}

// one returns the result of a single job.
func one(r []*native.SearchResult, err error) (*native.SearchResult, error) { return r[0], err }

// tell returns a callback that counts newly taken branches for the progress line, each branch once.
// The counts are preliminary: the next refresh replaces them.
func (u *unit) tell(m *meter) func(*worker.Found) {
	var mu sync.Mutex
	seen := map[uint32]bool{}
	return func(f *worker.Found) {
		mu.Lock()
		defer mu.Unlock()
		for _, b := range f.Branches {
			if int(b) < len(u.goals) && u.goals[b].found == nil && !seen[b] {
				seen[b] = true
				m.set(func() { m.now.Covered++ })
			}
		}
	}
}

// merge merges the result of a job into the unit.
func (s *session) merge(j job, a *native.SearchResult) {
	u := j.fn.unit
	hung := u.crashed(j.fn, a.Crashes)
	j.fn.elapsed += a.Elapsed
	if r := a.Result; r != nil {
		j.fn.evaluations += r.Evaluations
		j.fn.unbuilt += r.Unbuilt
		j.fn.sawEndless(r.Endless)
		if j.site != nil {
			j.site.spent(r)
			u.schedule.sites += r.Evaluations
		}
		if j.calls != nil {
			j.calls.byCalls.spent(r, j.fn)
			u.schedule.calls += r.Evaluations
		}
		if j.tries {
			u.schedule.tries += r.Evaluations
			if j.Endless && r.Endless != nil {
				u.endless = append(u.endless, r.Endless)
			}
		}
		u.saw(r)
		if j.goal != nil {
			j.goal.spent(r, s.method.lexicographic)
			if s.method.archive && hung > 0 {
				j.goal.used += hung * hangWork
				j.goal.hung++
			}
		}
	}
	for _, f := range a.Found { // after the cost of the job, because an illegal find renews the budget
		for _, b := range f.Branches {
			if int(b) < len(u.goals) && (s.method.archive || j.goal != nil && b == j.goal.branch) {
				g := u.goals[b]
				if g.take(j.fn, f.Vector, f.Panicked); g.runs == 0 { // a solved input
					g.saw(1, u.evaluated)
				}
			}
		}
		u.tookPanic(j.fn, f.Vector, f.Panic)
	}
}

// crashed records the inputs of the function that ended their process. It returns how many of them
// hung.
func (u *unit) crashed(fn *function, list []native.Crash) (hung uint64) {
	for i := range list {
		c := &list[i]
		if c.Kind == native.BeforeRun {
			fn.main().gaveUp = c.String()
			continue
		}
		if u.crash(fn, c); isSlow(c) {
			hung++
			fn.hangs(c)
		}
	}
	return hung
}

// spent records the cost and the nearest inputs of a slice for the goal.
func (g *goal) spent(r *worker.SearchResult, lexicographic bool) {
	g.used += r.Evaluations
	g.slices++
	bests := r.Bests
	if g.entry().mayBeIllegal { // an input near the goal in an illegal state leads away from legal inputs
		bests = slices.DeleteFunc(bests, func(b worker.Best) bool { return !g.entry().legal(b.Vector) })
	}
	if !g.nearer(bests, lexicographic) {
		g.stale++
	}
	g.over = r.Evaluations == 0 && r.Status != search.Stopped || r.Status == search.Exhausted
}

// searchJob returns a job with the fields that all jobs of a function share.
func (s *session) searchJob(fn *function, seed, evaluations uint64) *worker.SearchJob {
	m := &s.method
	j := &worker.SearchJob{
		Entry:         fn.entry,
		Signature:     fn.sig,
		Target:        worker.Target{Branch: worker.NoBranch},
		Algorithm:     m.algorithm,
		Lexicographic: m.lexicographic,
		Paper:         !m.archive,
		Last:          m.lastDivergence,
		Norm:          worker.Norm(m.measure.Norm),
		Seed:          seed,
		Evaluations:   evaluations,
		Limits:        fn.limits,
	}
	if m.outside(fn.unit.pool) != nil { // samples have no goal and need no outside search
		j.Algorithm = worker.Random
	}
	if m.archive {
		fn.beCautious(j)
		j.Covered, j.Often = fn.unit.covered(), fn.unit.often()
		j.Panics = fn.unit.panics(fn)
		j.Seeds = fn.seeds
	}
	return j
}

// aimed returns the next job of a goal that has been analysed.
func (s *session) aimed(g *goal, evaluations uint64) *worker.SearchJob {
	j := s.searchJob(g.entry(), s.seed(g.entry(), g.number(), uint64(g.slices)), evaluations)
	j.Target, j.Limits.Legal = *g.target, s.method.archive && g.legalOnly()
	j.Modes = s.method.modes
	return j
}

// legalSlices is the number of slices with legal inputs only before a slice with any inputs.
const legalSlices = 1

// legalOnly reports whether the next slice uses legal inputs only. All slices do so once an illegal
// input has taken the branch.
func (g *goal) legalOnly() bool {
	return g.entry().mayBeIllegal && (g.slices%(legalSlices+1) < legalSlices || g.found != nil)
}

// starts lists inputs that may be near the goal: the nearest inputs of earlier slices, and the
// input that took the other branch of the goal's condition. If no run has reached the condition, it
// lists the input that came nearest to the condition in place of the latter.
func (u *unit) starts(g *goal) []input.Vector {
	var vs []input.Vector
	for _, b := range g.bests {
		vs = append(vs, b.Vector)
	}
	if o := u.goals[g.branch^1].found; o != nil {
		if o.fn == g.entry() {
			vs = append(vs, o.vector)
		}
	} else if f, level := u.onTheWay(g, isFound); f != nil && f.fn == g.entry() {
		if b := g.best(); b == nil || b.Fitness.Level >= level {
			vs = slices.Insert(vs, 0, f.vector)
		}
	}
	return vs[:min(len(vs), mostStarts)]
}

// turn switches the goal to the inputs of another function if such an input has come nearer than
// the slices so far. It switches back as soon as an input of the goal's own function is as near.
func (u *unit) turn(g *goal) {
	f, level := u.goals[g.branch^1].found, 1
	if f == nil {
		f, level = u.onTheWay(g, isFound)
	}
	if f == nil || f.fn.main() == g.entry().main() {
		return
	}
	if f.fn == g.fn {
		level--
	}
	if b := g.best(); b != nil && b.Fitness.Level >= level {
		g.by, g.bests, g.stale = f.fn, nil, 0
	}
}

// onTheWay returns the archived input that comes nearest to the goal: the input takes a branch from
// which the goal can still be reached, at the least approach level. The result level is the
// approach level of a run that diverges at the condition of this branch. At the same level, an
// input of the goal's own function is preferred. Only inputs that fits accepts count.
func (u *unit) onTheWay(g *goal, fits func(*find) bool) (nearest *find, level int) {
	for _, n := range g.target.Nodes {
		for side := range uint32(2) {
			f := u.goals[2*n.Cond+side].found
			if n.Away&(probe.AwayFalse<<side) != 0 || !fits(f) {
				continue
			}
			if nearest == nil || n.Level < level || n.Level == level && nearest.fn != g.fn && f.fn == g.fn {
				nearest, level = f, n.Level
			}
		}
	}
	return nearest, level
}

// seed derives the seed of a job from the identity of the job. The seed does not depend on the time
// of the job, the directory of the package or the other packages of the call.
func (s *session) seed(fn *function, goal, slice uint64) uint64 {
	return search.SeedOf(s.opt.Seed, fn.unit.pkg.Name, fn.main().name, fmt.Sprint(fn.variant, goal, slice))
}
