package cover

import (
	"context"
	"slices"
	"sync"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/wire"
	"nearmiss/symexec"
)

// A hybrid is the half of a search that solves: errands of dynamic symbolic
// execution that go on beside rounds of search.
type hybrid struct {
	bandit    bandit
	live      counts
	explorers map[*function]*explorer
	order     []*explorer // as they came
	active    *errands
	rounds    int // of search
	forgotten int // explorers that memory was taken from
}

// errands are under way together.
type errands struct {
	list []*errand
	open map[*goal]bool
	done chan struct{}
}

// symbols are a package as the executor sees it, loaded when first asked for.
type symbols struct {
	set *subject.Set

	lock    sync.Mutex
	program *symexec.Program
	err     error
}

// load loads the package.
func (y *symbols) load(ctx context.Context) (*symexec.Program, error) {
	y.lock.Lock()
	defer y.lock.Unlock()
	if y.program == nil && y.err == nil && ctx.Err() == nil {
		y.program, y.err = symexec.Load(ctx, y.set)
	}
	if ctx.Err() != nil {
		y.err = nil // an interrupted load says nothing
		return y.program, ctx.Err()
	}
	return y.program, y.err
}

// loaded reports whether the package takes memory.
func (y *symbols) loaded() bool { return y.program != nil }

// solves reports whether there is symbolic execution, and alone whether there
// is no search beside it.
func (o *Options) solves() bool { return !o.Paper && (o.Algo == "auto" || o.Algo == "dse") }
func (o *Options) alone() bool  { return o.Algo == "dse" }

// hybridSearch is search with both halves. An errand begins behind the first
// slices, where some goal has stopped getting nearer: a package that search
// covers alone is never loaded.
func (s *session) hybridSearch(ctx context.Context) {
	s.hybrid = &hybrid{explorers: map[*function]*explorer{}}
	s.meter.watchSolving(&s.hybrid.live)
	defer s.endErrands(true)
	if !s.opt.alone() {
		for size := uint64(firstSlice); ctx.Err() == nil; size = s.larger(size) {
			if !s.searchRound(ctx, size, s.besides) {
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
		s.endErrands(true)
	}
	s.toSites(ctx, true)
}

// besides is slice with errands beside it.
func (s *session) besides(ctx context.Context) {
	h := s.hybrid
	var planned uint64
	for _, n := range s.picked {
		planned += n
	}
	if h.rounds++; h.rounds > 1 {
		s.beginErrands(ctx, max(1, h.bandit.beside(solving, planned)))
	}
	open, evaluations := s.openGoals(), s.branchEvaluations()
	s.slice(ctx)
	h.bandit.learn(searching, open-s.openGoals(), s.branchEvaluations()-evaluations)
	s.endErrands(false)
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
func (s *session) endErrands(wait bool) {
	h := s.hybrid
	if h == nil || h.active == nil {
		return
	}
	if !wait && s.opt.Time > 0 {
		select {
		case <-h.active.done:
		default:
			return
		}
	}
	a := h.active
	<-a.done
	h.active = nil
	var work uint64
	gain := 0
	for _, e := range a.list {
		if e.answer != nil { // else it was not begun
			work += e.spent.work()
			gain += s.mergeErrand(e, a.open)
		}
	}
	h.bandit.learn(solving, gain, work)
	h.retire()
	for _, e := range a.list {
		s.unlessEnded(e.x.fn.unit, e.err)
	}
}

// mergeErrand takes over what an errand has found, and returns how many of the
// goals that were open when it began: whoever found them first in the meantime.
func (s *session) mergeErrand(e *errand, open map[*goal]bool) (gain int) {
	x := e.x
	u := x.fn.unit
	x.errands++
	x.idle++
	x.spent.add(e.spent)
	for _, f := range e.answer.Found {
		for _, b := range f.Branches {
			if int(b) >= len(u.goals) || u.goals[b].ignored {
				continue
			}
			g := u.goals[b]
			if g.open() {
				g.solved = true
				x.solved++
			}
			if open[g] {
				delete(open, g)
				gain++
			}
		}
	}
	if gain > 0 {
		x.idle = 0
	}
	for i, best := range e.nearest {
		if g := e.goals[i]; g.fn == x.fn && best.Vector != nil {
			g.nearer([]wire.Best{best}, true)
		}
	}
	s.merge(task{fn: x.fn}, e.answer)
	x.doubt = x.doubt || x.differs()
	proved := x.proved()
	for _, g := range proved {
		g.infeasible = whyComplete
		x.proofs++
	}
	if slices.ContainsFunc(x.trees, (*explored).full) {
		s.hybrid.forget(x)
	}
	s.timed("solved for %s: %d runs, %d queries in %s; %d branches found, %d proved infeasible", x.fn.name, e.spent.runs, e.spent.queries, report.Elapsed(e.elapsed), gain, len(proved))
	return gain + len(proved)
}

// differs reports whether the executor took a branch of the function that
// machine code did not take with the same input.
func (x *explorer) differs() bool {
	for _, t := range x.trees {
		if t.result == nil {
			continue
		}
		for _, g := range x.fn.main().goals {
			if t.result.Covered[g.branch] != nil && g.open() && !g.ignored {
				return true
			}
		}
	}
	return false
}
