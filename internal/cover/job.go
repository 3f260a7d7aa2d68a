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
	wire "nearmiss/internal/worker"
	"nearmiss/search"
)

const (
	mostStarts = 8 // vectors that a job starts from

	// Inputs that make a function run for long are rarely needed, and cost as
	// much as thousands of others: the first slices give them up early.
	firstFuel  = 20_000 // statements
	fuelGrowth = 2      // doublings from slice to slice
	fuelSlices = 3      // until a run may be as long as ever
)

// runner runs jobs in a package's workers and returns their results in the
// order of the jobs; those that ctx ended before they began are nil.
type runner interface {
	Search(ctx context.Context, jobs []*wire.SearchJob, found func(int, *wire.Found)) ([]*native.SearchResult, error)
	Shrink(ctx context.Context, jobs []*wire.ShrinkJob) ([]*native.ShrinkResult, error)
	Run(ctx context.Context, jobs []*wire.RunJob) ([]*native.RunResult, error)
	Measure(ctx context.Context, jobs []*wire.MeasureJob) ([]*native.MeasureResult, error)
	Batch(ctx context.Context, jobs []*wire.BatchJob, found func(int, *wire.Found)) ([]*native.BatchResult, error)
	Knows(search string) bool
	Progress() native.Progress
	Close()
}

// A job is what a worker is asked for, with what it is for.
type job struct {
	*wire.SearchJob
	fn   *function
	goal *goal      // nil for sampling and for sites
	site *panicSite // nil but for sites
}

// perform runs a list of jobs within some time, 0 being no bound, and merges the answers, in
// the order of the jobs. A package whose workers fail is given up.
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
	s.refresh()
	s.unlessEnded(u, err)
}

// run has jobs done: by searches within the workers, or by searches here that have their
// inputs evaluated there. Behind an error no job is begun.
func (s *session) run(ctx context.Context, u *unit, list []job, within time.Duration) ([]*native.SearchResult, error) {
	run := s.method.outside(u.pool)
	share := span{jobs: len(list), workers: s.opt.Parallel}
	if within > 0 {
		share.end = time.Now().Add(within)
	}
	answers, errs := make([]*native.SearchResult, len(list)), make([]error, len(list))
	var failed atomic.Bool
	tell := u.tell(s.meter)
	s.parallel(ctx, len(list), func(i int) {
		if j := list[i]; !failed.Load() {
			j.ID, j.Time = uint32(i), share.turn(time.Now(), i)
			if run != nil && j.goal != nil {
				answers[i], errs[i] = s.outside(ctx, run, u.pool, j)
			} else {
				answers[i], errs[i] = one(u.pool.Search(ctx, []*wire.SearchJob{j.SearchJob}, tell))
			}
			failed.CompareAndSwap(false, errs[i] != nil)
		}
	})
	return answers, cmp.Or(append(errs, ctx.Err())...)
}

// one is the result of a single job.
func one(r []*native.SearchResult, err error) (*native.SearchResult, error) { return r[0], err }

// tell counts branches as they are found, till the next refresh.
func (u *unit) tell(m *meter) func(int, *wire.Found) {
	var mu sync.Mutex
	seen := map[uint32]bool{}
	return func(_ int, f *wire.Found) {
		mu.Lock()
		defer mu.Unlock()
		for _, b := range f.Branches {
			if int(b) < len(u.goals) && u.goals[b].found == nil && !seen[b] {
				seen[b] = true
				m.found()
			}
		}
	}
}

// merge takes over what a job has found.
func (s *session) merge(j job, a *native.SearchResult) {
	u := j.fn.unit
	hung := u.crashed(j.fn, a.Crashes)
	for _, f := range a.Found {
		for _, b := range f.Branches {
			if int(b) < len(u.goals) && (s.method.archive || j.goal != nil && b == j.goal.branch) {
				u.goals[b].take(j.fn, f.Vector, f.Panicked)
			}
		}
		u.tookPanic(j.fn, f.Vector, f.Panic)
	}
	j.fn.elapsed += a.Elapsed
	if r := a.Result; r != nil {
		j.fn.evaluations += r.Evaluations
		j.fn.unbuilt += r.Unbuilt
		if j.site != nil {
			j.site.spent(r)
			u.schedule.sites += r.Evaluations
		}
		if j.goal != nil {
			j.goal.spent(r, s.method.lexicographic)
			if s.method.archive && hung > 0 {
				j.goal.used += hung * hangWork
				j.goal.hung++
			}
		}
	}
}

// crashed takes down that inputs of a function ended their process, and returns how many
// of them hung.
func (u *unit) crashed(fn *function, list []native.Crash) (hung uint64) {
	for i := range list {
		c := &list[i]
		if c.Kind == native.BeforeRun {
			fn.dies(c)
			continue
		}
		if u.crash(fn, c); isSlow(c) {
			hung++
			fn.hangs(c)
		}
	}
	return hung
}

// spent takes down what a slice for a goal took, and how near it came.
func (g *goal) spent(r *wire.SearchResult, lexicographic bool) {
	g.used += r.Evaluations
	g.slices++
	bests := r.Bests
	if g.entry().lawless { // what is near only in another state leads away from legal ones
		bests = slices.DeleteFunc(bests, func(b wire.Best) bool { return !input.Legal(g.entry().sig, b.Vector) })
	}
	if !g.nearer(bests, lexicographic) {
		g.stale++
	}
	g.over = r.Evaluations == 0 && r.Status != search.Stopped || r.Status == search.Exhausted
	if g.over && g.rough { // there is more to try with path expressions, when others have had their turns
		g.over, g.stale = false, staleAfter
	}
}

// searchJob fills in what all jobs of a function share.
func (s *session) searchJob(fn *function, seed, evaluations uint64) *wire.SearchJob {
	m := &s.method
	j := &wire.SearchJob{
		Entry:         fn.entry,
		Signature:     fn.sig,
		Target:        wire.Target{Branch: wire.NoBranch},
		Algorithm:     m.algorithm,
		Lexicographic: m.lexicographic,
		Paper:         !m.archive,
		Last:          m.last,
		Norm:          wire.Norm(m.measure.Norm),
		Seed:          seed,
		Evaluations:   evaluations,
		Limits:        fn.limits,
	}
	if m.outside(fn.unit.pool) != nil { // what has no goal is a sample
		j.Algorithm = wire.Random
	}
	if m.archive {
		fn.beCautious(j)
		j.Covered = fn.unit.covered()
		j.Panics = fn.unit.panics(fn)
		j.Seeds = fn.seeds
	}
	return j
}

// aimed is the next job of an analysed goal.
func (s *session) aimed(g *goal, evaluations uint64) *wire.SearchJob {
	j := s.searchJob(g.entry(), s.seed(g.entry(), g.number(), uint64(g.slices)), evaluations)
	j.Target, j.Limits.Legal = *g.target, s.method.archive && g.legalOnly()
	if j.Modes = s.method.modes; g.rough && (len(j.Modes) == 1 || s.method.outside(g.fn.unit.pool) != nil) {
		j.Modes = []search.Mode{search.Standard} // the other one has no slope without path expressions
	}
	return j
}

// legalSlices is how many slices of a goal are for legal inputs alone before one that is not.
const legalSlices = 1

// legalOnly reports whether the next slice is for legal inputs alone, as all are once an input
// took the branch that is not legal.
func (g *goal) legalOnly() bool {
	return g.entry().lawless && (g.slices%(legalSlices+1) < legalSlices || g.found != nil)
}

// starts lists inputs from which the goal may be near: the nearest of earlier slices, and
// the one that took the other side of its condition; where no run came to that condition, the
// one that came nearest to it.
func (u *unit) starts(g *goal) []input.Vector {
	var vs []input.Vector
	for _, b := range g.bests {
		vs = append(vs, b.Vector)
	}
	if o := u.goals[g.branch^1].found; o != nil {
		if o.fn == g.entry() {
			vs = append(vs, o.vector)
		}
	} else if f, level := u.onTheWay(g); f != nil && f.fn == g.entry() {
		if b := g.best(); b == nil || b.Fitness.Level >= level {
			vs = slices.Insert(vs, 0, f.vector)
		}
	}
	return vs[:min(len(vs), mostStarts)]
}

// turn has a goal searched for by the inputs of another function where one of these came
// nearer to it than the slices so far, and by those of its own as soon as one is as near.
func (u *unit) turn(g *goal) {
	f, level := u.goals[g.branch^1].found, 1
	if f == nil {
		f, level = u.onTheWay(g)
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

// onTheWay finds the input that took the branch nearest to the goal from which the goal can
// still be reached, and the approach level of a run that turns off before that. An input of
// its own function comes before those of others.
func (u *unit) onTheWay(g *goal) (nearest *find, level int) {
	for _, n := range g.target.Nodes {
		for side := range uint32(2) {
			f := u.goals[2*n.Cond+side].found
			if n.Away&(wire.DivergesFalse<<side) != 0 || f == nil {
				continue
			}
			if nearest == nil || n.Level < level || n.Level == level && nearest.fn != g.fn && f.fn == g.fn {
				nearest, level = f, n.Level
			}
		}
	}
	return nearest, level
}

// seed derives the seed of a job from what the job is, not from when it runs, where its
// package lies or what is searched beside it.
func (s *session) seed(fn *function, goal, slice uint64) uint64 {
	return search.SeedOf(s.opt.Seed, fn.unit.pkg.Name, fn.main().name, fmt.Sprint(fn.variant, goal, slice))
}
