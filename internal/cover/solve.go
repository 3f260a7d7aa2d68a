package cover

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"nearmiss/input"
	"nearmiss/internal/fault"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/search"
	"nearmiss/symexec"
)

const (
	flipWork   = 50   // evaluations that take as long as one run in the executor or one query
	firstFlips = 32   // runs and queries of the first task of a function; each further task doubles it
	mostFlips  = 2048 // runs and queries of one task
	leastFlips = 1024 // runs and queries of one function, regardless of its budget
	mostKept   = 12   // execution trees of all functions together; each takes up to twenty megabytes

	mostHalved = 3 // the time of solving is halved at most so often, see solveBeside
)

// symbols is a package in the form of the symbolic executor, loaded in the background when it is first
// needed.
type symbols struct {
	set     *subject.Set
	begin   sync.Once
	over    chan struct{} // closed when loading has ended; program and err are set by then
	program *symexec.Program
	err     error
}

// loading begins to load the package, unless that has begun. The channel is closed when it has ended.
func (y *symbols) loading(ctx context.Context) <-chan struct{} {
	y.begin.Do(func() {
		go func() {
			defer close(y.over)
			y.err = fault.Catch(func() (err error) {
				y.program, err = symexec.Load(ctx, y.set)
				return err
			})
		}()
	})
	return y.over
}

// load returns the program, which is the same each time.
func (y *symbols) load(ctx context.Context) (*symexec.Program, error) {
	<-y.loading(ctx)
	return y.program, y.err
}

// fault returns the error of loading the package; nil also while it is being loaded.
func (y *symbols) fault() error {
	select {
	case <-y.over:
		return ignoreEnd(y.err)
	default:
		return nil
	}
}

// release frees the program, after the end of loading. An error of loading it stays.
func (y *symbols) release() {
	if y != nil {
		y.begin.Do(func() { close(y.over) })
		<-y.over
		y.program, y.set = nil, nil
	}
}

// releaseLoaded frees the program if loading has ended: making tests needs the memory, and not the program.
func (y *symbols) releaseLoaded() {
	select {
	case <-y.over:
		y.release()
	default:
	}
}

// solve runs one task of dynamic symbolic execution for each function in which search is stuck.
// The tasks together take about as long as work evaluations; 0 is no bound. solve returns false
// if no function has a task left.
func (r *schedule) solve(ctx context.Context, work uint64) bool {
	tasks := r.dseTasks(work)
	r.s.parallel(ctx, len(tasks), func(i int) { tasks[i].run(ctx) })
	for _, t := range tasks {
		if t.answer != nil { // nil: the task was not started
			r.mergeTask(t)
		}
	}
	r.s.refresh(r.u)
	r.saveMemory()
	for _, t := range tasks {
		r.s.unlessEnded(r.u, t.err)
	}
	return len(tasks) > 0
}

// solveBeside runs tasks of dynamic symbolic execution for the time that search took in this
// round; without a clock, for work evaluations. The time is halved for each round in a row in which
// solving found no branch. With a clock, the first calls only load the package in the background.
func (r *schedule) solveBeside(ctx context.Context, work uint64, took time.Duration) bool {
	if r.round == 0 || work == 0 {
		return r.solve(ctx, work)
	}
	select {
	case <-r.u.symbols.loading(ctx):
	default:
		return true
	}
	before := r.u.countFound()
	timed, done := context.WithTimeout(ctx, took>>r.halved)
	defer done()
	more := r.solve(timed, 0)
	for more && timed.Err() == nil {
		more = r.solve(timed, 0)
	}
	if r.halved = min(r.halved+1, mostHalved); r.u.countFound() > before {
		r.halved = 0
	}
	return more
}

// dseTasks makes the next task of each function in which search is stuck, as many as fit into
// work, in evaluations; 0 is no bound. It makes at least one and at most mostKept/mostTrees.
// Functions with the fewest tasks come first; the latest tasks in a row without a find count twice.
func (r *schedule) dseTasks(work uint64) (list []*dseTask) {
	var ready []*explorer
	for _, f := range r.stuck() {
		if x := r.explorer(f); !x.finished(r.s) {
			ready = append(ready, x)
		}
	}
	slices.SortStableFunc(ready, func(a, b *explorer) int { return cmp.Compare(a.tasks+a.vainTasks, b.tasks+b.vainTasks) })
	var sum uint64
	for _, x := range ready {
		t := r.dseTask(x)
		if sum += uint64(t.flips) * 2 * flipWork; work > 0 && sum > work && len(list) > 0 || len(list) == mostKept/mostTrees {
			break
		}
		list = append(list, t)
	}
	return list
}

// explorer returns the explorer of a function, for sites if only they are left. The first call makes it.
func (r *schedule) explorer(f *function) *explorer {
	for _, x := range r.explorers {
		if x.fn == f && x.sites == r.onlySites {
			return x
		}
	}
	x := newExplorer(f, r.onlySites, &r.live)
	r.explorers = append(r.explorers, x)
	return x
}

// stuck lists the active functions in which search makes no progress at some open goal: its last slice made
// none, its budget is used up, or it never got a slice because no run came near it. If only sites are left, these are the goals.
func (r *schedule) stuck() []*function {
	stuck := func(f *function) bool {
		return slices.ContainsFunc(f.main().goals, func(g *goal) bool {
			return g.fn == f && g.open() && !g.ignored && (!r.s.method.searches || g.stale > 0 || g.over || g.left(r.s.opt.Evals) == 0 || g.slices == 0)
		})
	}
	if r.onlySites {
		with := map[*function]bool{}
		for _, p := range r.openSites() {
			if p.site.Kind.IsNumeric() && p.slices > 0 {
				for _, f := range r.entries(p) {
					with[f] = true
				}
			}
		}
		stuck = func(f *function) bool { return with[f] }
	}
	list, _ := split(r.u.active(), stuck)
	return list
}

// dseTask makes the next task of a function.
func (r *schedule) dseTask(x *explorer) *dseTask {
	f := x.fn
	t := &dseTask{x: x, found: r.s.saver.saving(f), starts: x.fresh(), seed: r.s.seed(f, 1<<42, uint64(x.tasks))}
	t.flips = min(firstFlips<<min(x.tasks, 16), mostFlips)
	t.job = worker.BatchJob{Entry: f.entry, Signature: f.sig, Target: worker.Target{Branch: worker.NoBranch}, Covered: f.unit.covered(), Panics: f.unit.panics(f)}
	if t.targets = branchesOf(f.main().goals, func(g *goal) bool { return g.open() && !g.ignored }); x.sites {
		t.targets = nil
		for _, p := range r.sitesFrom(f) {
			t.targets = append(t.targets, 2*p.check()+1)
			t.starts = append(t.starts, x.untried(p.starts(f))...)
		}
	}
	return t
}

// budget returns how many runs and queries a function may take. It converts the evaluations that
// its branches may take, and those that search left unused, into runs and queries.
func (x *explorer) budget(s *session) uint64 {
	goals := slices.DeleteFunc(slices.Clone(x.fn.main().goals), func(g *goal) bool { return g.unasked })
	work := uint64(len(goals)) * uint64(s.opt.Evals)
	for _, g := range goals {
		if s.method.searches && !g.open() && g.used < uint64(s.opt.Evals) {
			work += uint64(s.opt.Evals) - g.used
		}
	}
	return max(leastFlips, work/flipWork)
}

// finished reports whether an explorer has no work left or has used up its budget.
func (x *explorer) finished(s *session) bool {
	return x.fault != "" || x.fn.unit.symbols.fault() != nil || x.spent.flips() >= x.budget(s) || x.drained && len(x.fresh()) == 0
}

// starts lists inputs to start from, without duplicates: the zero input, whose path is short;
// for each open goal, the input that took the other side of its condition and the nearest input;
// then all other inputs that took branches.
func (x *explorer) starts() (vs []input.Vector) {
	seen := map[uint64]bool{}
	add := func(v input.Vector) {
		if h := search.Hash(v); !seen[h] {
			seen[h] = true
			vs = append(vs, v)
		}
	}
	f := x.fn
	add(input.NewSpace(f.sig, f.limits).Zero())
	for _, g := range f.main().goals {
		if !g.open() || g.fn != f {
			continue
		}
		if o := f.unit.goals[g.branch^1].found; o != nil && o.fn == f {
			add(o.vector)
		}
		if b := g.best(); b != nil && b.Vector != nil && g.entry() == f {
			add(b.Vector)
		}
	}
	for _, g := range f.goals {
		if g.found != nil && g.found.fn == f {
			add(g.found.vector)
		}
	}
	return vs
}

// fresh lists the starts that no earlier task used.
func (x *explorer) fresh() []input.Vector { return x.untried(x.starts()) }

func (x *explorer) untried(vs []input.Vector) []input.Vector {
	return slices.DeleteFunc(vs, func(v input.Vector) bool { return x.tried[search.Hash(v)] })
}

// mergeTask adds the results of a task to the archive and to the statistics of its explorer.
func (r *schedule) mergeTask(t *dseTask) {
	x := t.x
	found := len(r.openGoals())
	r.s.merge(job{fn: x.fn}, t.answer)
	found -= len(r.openGoals())
	x.tasks++
	if x.vainTasks++; found > 0 {
		x.vainTasks = 0
	}
	x.solved += found
	x.spent.add(t.spent)
	r.s.timed("solved for %s: %d runs, %d queries in %s; %d branches found", x.fn.name, t.spent.runs, t.spent.queries, report.Elapsed(t.elapsed), found)
}

// saveMemory closes the trees of functions without open goals. While more than mostKept trees
// are left, it also closes the trees of the functions that had the most tasks; these functions
// start with new trees.
func (r *schedule) saveMemory() {
	trees := 0
	for _, x := range r.explorers {
		if x.sites != r.onlySites || !x.sites && !slices.ContainsFunc(x.fn.main().goals, (*goal).open) {
			x.closeAll()
		}
		trees += len(x.trees)
	}
	order := slices.Clone(r.explorers)
	slices.SortStableFunc(order, func(a, b *explorer) int { return cmp.Compare(b.tasks+b.vainTasks, a.tasks+a.vainTasks) })
	for _, x := range order {
		if trees > mostKept && len(x.trees) > 0 {
			trees -= len(x.trees)
			x.forget()
			r.forgotten++
		}
	}
}
