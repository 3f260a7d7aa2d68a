package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"nearmiss/input"
	"nearmiss/internal/prepare"
	"nearmiss/internal/wire"
	"nearmiss/search"
	"nearmiss/symexec"
)

// Work is counted in evaluations. Running an input by the executor and asking
// a solver take as long as so many of them, by and large.
const (
	runWork   = 100
	queryWork = 200

	firstFlips   = 32      // of an errand
	flipGrowth   = 2       // from errand to errand of a function
	mostFlips    = 2048    // of an errand
	branchEvals  = 100     // evaluations of a branch's budget that allow its function one flip
	leastFlips   = 64      // of a function, whatever its budget
	mostOutset   = 12      // inputs that an errand begins with
	mostMeasured = 64      // goals against which inputs are measured
	mostOpen     = 64      // functions whose trees are kept
	executorFuel = 200_000 // statements that the executor runs of an input
)

// A hybrid is the half of a search that solves: errands of dynamic symbolic
// execution that go on beside rounds of search.
type hybrid struct {
	bandit    bandit
	live      counts
	explorers map[*function]*explorer
	active    *errands
	rounds    int // of search
	solved    int // goals found by it
}

// errands are under way together.
type errands struct {
	list []*errand
	open map[*goal]bool
	done chan struct{}
}

// symbols are a package as the executor sees it, loaded when first asked for.
type symbols struct {
	set     *prepare.Set
	once    sync.Once
	program *symexec.Program
	err     error
}

// load loads the package. An interrupted load counts as failed: nothing follows.
func (y *symbols) load(ctx context.Context) (*symexec.Program, error) {
	y.once.Do(func() { y.program, y.err = symexec.Load(ctx, y.set) })
	return y.program, y.err
}

// solves reports whether there is symbolic execution, and alone whether there
// is no search beside it.
func (o *Options) solves() bool { return !o.Paper && (o.Algo == "auto" || o.Algo == "dse") }
func (o *Options) alone() bool  { return o.Algo == "dse" }

// hybridSearch is search with both halves. An errand begins behind the first
// slices, where some goal has stopped getting nearer: a package that search
// covers alone is never loaded.
func (s *session) hybridSearch(ctx context.Context) (err error) {
	s.hybrid = &hybrid{explorers: map[*function]*explorer{}}
	defer func() { err = errors.Join(err, s.endErrands(true)) }()
	if !s.opt.alone() {
		for size := uint64(firstSlice); ctx.Err() == nil; size *= growth {
			if more, err := s.searchRound(ctx, size, s.besides); err != nil {
				return err
			} else if !more {
				break
			}
		}
	}
	// What search leaves over is solved, and what that comes near to searched.
	for ctx.Err() == nil {
		s.beginErrands(ctx, 0)
		if s.hybrid.active == nil {
			break
		}
		if err := s.endErrands(true); err != nil {
			return err
		}
	}
	return s.toSites(ctx, true)
}

// besides is slice with errands beside it.
func (s *session) besides(ctx context.Context) error {
	h := s.hybrid
	var planned uint64
	for _, n := range s.picked {
		planned += n
	}
	if h.rounds++; h.rounds > 1 {
		s.beginErrands(ctx, max(1, h.bandit.beside(solving, planned)))
	}
	open, evaluations := s.openGoals(), s.branchEvaluations()
	err := s.slice(ctx)
	h.bandit.learn(searching, open-s.openGoals(), s.branchEvaluations()-evaluations)
	return errors.Join(err, s.endErrands(false))
}

func (s *session) openGoals() (n int) {
	for _, u := range s.units {
		for _, g := range u.goals {
			if g.open() {
				n++
			}
		}
	}
	return n
}

// beginErrands starts errands for the functions whose goals search gets no nearer to,
// as many as the work allows; 0 is no bound. Errands that are still under way
// go on.
func (s *session) beginErrands(ctx context.Context, work uint64) {
	h := s.hybrid
	if h == nil || h.active != nil || ctx.Err() != nil {
		return
	}
	list := h.plan(s, work)
	if len(list) == 0 {
		return
	}
	a := &errands{list: list, open: map[*goal]bool{}, done: make(chan struct{})}
	for _, u := range s.units {
		for _, g := range u.goals {
			if g.open() {
				a.open[g] = true
			}
		}
	}
	h.active = a
	go func() {
		defer close(a.done)
		s.parallel(ctx, len(list), func(i int) { list[i].run(ctx) })
	}()
}

// endErrands merges what the errands under way have found. Without a clock it
// waits for them, so that the same seed gives the same result; with one only
// if wait says so.
func (s *session) endErrands(wait bool) error {
	h := s.hybrid
	if h == nil || h.active == nil {
		return nil
	}
	if !wait && s.opt.Time > 0 {
		select {
		case <-h.active.done:
		default:
			return nil
		}
	}
	a := h.active
	<-a.done
	h.active = nil
	var work uint64
	solved := 0
	for _, e := range a.list {
		if e.answer == nil {
			continue // it was not begun
		}
		work += e.work()
		s.mergeErrand(e)
	}
	for g := range a.open {
		if g.found != nil && g.solved {
			solved++
		}
	}
	h.bandit.learn(solving, solved, work)
	for _, e := range a.list {
		if e.err != nil {
			return ignoreEnd(e.err)
		}
	}
	return nil
}

// mergeErrand takes over what an errand has found.
func (s *session) mergeErrand(e *errand) {
	x := e.x
	u := x.fn.unit
	x.errands++
	x.used += uint64(e.runs) + e.queries
	x.idle++
	for _, f := range e.answer.Found {
		for _, b := range f.Branches {
			if int(b) >= len(u.goals) {
				continue
			}
			if g := u.goals[b]; g.open() && !g.ignored {
				g.solved = true
				s.hybrid.solved++
				x.idle = 0
			}
		}
	}
	for i, best := range e.nearest {
		if g := e.goals[i]; g.fn == x.fn && best.Vector != nil {
			g.nearer([]wire.Best{best}, true)
		}
	}
	s.merge(task{fn: x.fn}, e.answer)
	s.timed("solved for %s: %d runs, %d queries in %v, %d inputs found, %d goals left; %v", x.fn.name, e.runs, e.queries, e.elapsed.Round(time.Millisecond), len(e.answer.Found), len(e.targets), x.state())
}

// plan chooses the functions that have a turn, those first that had the fewest
// or least in vain.
func (h *hybrid) plan(s *session, work uint64) (list []*errand) {
	var ready []*explorer
	for _, u := range s.units {
		for _, f := range u.entries() {
			if x := h.explorers[f]; s.stuck(f) && (x == nil || !x.finished(s)) {
				if x == nil {
					x = &explorer{fn: f, tried: map[uint64]bool{}, live: &h.live}
					h.explorers[f] = x
				}
				ready = append(ready, x)
			}
		}
	}
	slices.SortStableFunc(ready, func(a, b *explorer) int { return cmp.Compare(a.errands+a.idle, b.errands+b.idle) })
	var sum uint64
	for _, x := range ready {
		e := x.errand(s)
		if sum += uint64(e.flips) * (runWork + queryWork); work > 0 && sum > work && len(list) > 0 {
			break
		}
		list = append(list, e)
	}
	return list
}

// stuck reports whether search gets no nearer to some goal of a function.
func (s *session) stuck(f *function) bool {
	return slices.ContainsFunc(f.main().goals, func(g *goal) bool { return g.fn == f && g.open() && !g.ignored && (s.opt.alone() || s.goalStuck(g)) })
}

func (s *session) goalStuck(g *goal) bool {
	return g.stale > 0 || g.over || g.used >= uint64(s.opt.Evals) || g.slices == 0
}

// finished reports whether an explorer has nothing left, or used up its budget.
func (x *explorer) finished(s *session) bool {
	if x.why != "" || x.fn.unit.symbols.err != nil {
		return true
	}
	budget := max(leastFlips, s.opt.Evals/branchEvals*len(x.fn.main().goals))
	if x.used >= uint64(budget)*2 {
		return true
	}
	return x.drained && !slices.ContainsFunc(x.starts(s), func(v input.Vector) bool { return !x.tried[hash(v)] })
}

// errand is the next turn of a function.
func (x *explorer) errand(s *session) *errand {
	f := x.fn
	u := f.unit
	e := &errand{
		x: x, program: u.symbols.load, starts: x.starts(s), covered: u.covered(), panics: u.panics(f),
		seed: s.seed(f, 1<<42, 0), flips: firstFlips, mode: search.Standard,
	}
	for range x.errands {
		e.flips = min(e.flips*flipGrowth, mostFlips)
	}
	for _, g := range f.main().goals {
		if !g.open() || g.ignored {
			continue
		}
		e.targets = append(e.targets, g.branch)
		if g.target != nil && g.fn == f && len(e.goals) < mostMeasured {
			t := *g.target
			t.Nodes = nil
			e.goals, e.programs = append(e.goals, g), append(e.programs, t)
		}
	}
	return e
}

// starts lists the inputs to begin with: the nearest to each open goal, those
// that took the other sides of them, some of what else is known, and zero.
func (x *explorer) starts(s *session) (vs []input.Vector) {
	add := func(v input.Vector) {
		if v != nil && len(vs) < mostOutset && !slices.ContainsFunc(vs, func(w input.Vector) bool { return slices.Equal(v, w) }) {
			vs = append(vs, v)
		}
	}
	f := x.fn
	for _, g := range f.main().goals {
		if !g.open() || g.fn != f {
			continue
		}
		if o := f.unit.goals[g.branch^1].found; o != nil && o.fn == f {
			add(o.vector)
		}
		if b := g.best(); b != nil {
			add(b.Vector)
		}
	}
	add(input.NewSpace(f.sig, f.limits).Zero())
	for _, v := range f.archived() {
		add(v)
	}
	return vs
}

// report notes what kept the executor from going on.
func (h *hybrid) report(s *session) {
	for _, u := range s.units {
		if u.symbols != nil && u.symbols.err != nil {
			u.note("", fmt.Sprintf("no symbolic execution: %v", u.symbols.err))
		}
	}
}
