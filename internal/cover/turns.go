package cover

import (
	"cmp"
	"slices"

	"nearmiss/input"
	"nearmiss/search"
)

const (
	firstFlips   = 32      // of an errand
	flipGrowth   = 2       // from errand to errand of a function
	mostFlips    = 2048    // of an errand
	leastFlips   = 1024    // of a function, whatever its budget
	mostMeasured = 64      // goals against which inputs are measured
	executorFuel = 200_000 // statements that the executor runs of an input,
	executorRoom = 1 << 22 // and words of memory that it has for that

	// A tree takes some ten megabytes with its executor, a loaded package some
	// hundred. What exceeds these is forgotten, those first that found the least:
	// the next errand of a function, which may do twice as much, begins anew.
	mostKept   = 24      // trees
	keptTerms  = 1 << 22 // of all trees; each takes some two hundred bytes, with what is known of it
	mostLoaded = 3       // packages

	// stay is how many turns the functions of a package have before those of
	// one that would have to be loaded.
	stay = 6
)

// turns counts the turns of an explorer; those in vain count twice.
func (x *explorer) turns() int { return x.errands + x.idle }

// plan chooses the functions that have a turn beside as much other work, in
// the order of their turns so far; 0 is no bound. There is always one, if any
// is left.
func (h *hybrid) plan(s *session, work uint64) (list []*errand) {
	ready := h.ready(s)
	var sum uint64
	trees := 0
	units := map[*unit]bool{}
	for _, x := range ready {
		if !units[x.fn.unit] && len(units) == mostLoaded || trees+mostTrees > mostKept {
			continue
		}
		e := x.errand(s)
		if sum += uint64(e.flips) * 2 * flipWork; work > 0 && sum > work && len(list) > 0 {
			break
		}
		list = append(list, e)
		units[x.fn.unit] = true
		trees += mostTrees
	}
	h.makeRoom(s, ready, list, units)
	return list
}

// ready lists the functions that want a turn, in order.
func (h *hybrid) ready(s *session) (ready []*explorer) {
	for _, u := range s.units {
		for _, f := range u.active() {
			if !s.stuck(f) {
				continue
			}
			x := h.explorers[f]
			if x == nil {
				x = &explorer{fn: f, tried: map[uint64]bool{}, lent: map[uint64]bool{}, known: map[string]bool{}, odd: map[string]int{}, unknown: map[string]int{}, live: &h.live}
				h.explorers[f] = x
				h.order = append(h.order, x)
			}
			if !x.finished(s) {
				ready = append(ready, x)
			}
		}
	}
	away := func(x *explorer) int {
		if x.fn.unit.symbols.loaded() {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(ready, func(a, b *explorer) int {
		return cmp.Or(cmp.Compare(a.turns()/stay, b.turns()/stay), cmp.Compare(away(a), away(b)), cmp.Compare(a.turns(), b.turns()))
	})
	return ready
}

// makeRoom forgets packages and trees that there would be too many of, those
// first that have no turn to come, and then those whose turn comes last.
func (h *hybrid) makeRoom(s *session, ready []*explorer, list []*errand, units map[*unit]bool) {
	at, trees, terms := map[*explorer]int{}, len(list)*mostTrees, 0
	for i, x := range ready {
		at[x] = i + 1
	}
	for _, e := range list {
		at[e.x] = -1
		terms += e.x.terms()
	}
	rest := slices.DeleteFunc(slices.Clone(h.order), func(x *explorer) bool { return at[x] < 0 || x.open() == 0 })
	slices.SortStableFunc(rest, func(a, b *explorer) int {
		return cmp.Or(cmp.Compare(min(at[b], 1), min(at[a], 1)), cmp.Compare(at[a], at[b]))
	})
	for _, x := range rest {
		u := x.fn.unit
		trees, terms = trees+x.open(), terms+x.terms()
		if !units[u] && len(units) == mostLoaded || trees > mostKept || terms > keptTerms {
			trees, terms = trees-x.open(), terms-x.terms()
			h.forget(x)
			continue
		}
		units[u] = true
	}
	for _, u := range s.units {
		if u.symbols != nil && u.symbols.loaded() && !units[u] {
			u.symbols = &symbols{set: u.symbols.set}
		}
	}
}

// open counts the trees that take memory.
func (x *explorer) open() (n int) {
	for _, t := range x.trees {
		if t.program != nil {
			n++
		}
	}
	return n
}

// terms counts those of its trees.
func (x *explorer) terms() (n int) {
	for _, t := range x.trees {
		n += t.terms()
	}
	return n
}

// terms counts those that a tree has made.
func (t *explored) terms() int {
	if t.search == nil {
		return 0
	}
	return t.program.Builder().Size()
}

// forget takes the memory of an explorer. One that has nothing left to do
// stays so; another one begins anew.
func (h *hybrid) forget(x *explorer) {
	if x.open() == 0 {
		return
	}
	for _, t := range x.trees {
		t.close()
	}
	if !x.drained {
		for _, t := range x.trees {
			x.lost(t)
		}
		h.forgotten++
		x.trees, x.waiting = nil, nil
		clear(x.tried)
		clear(x.known)
	}
}

// lost takes down what a tree that is to be forgotten had met.
func (x *explorer) lost(t *explored) {
	if r := t.result; r != nil {
		x.diverged += r.Diverged
		for why, n := range r.Unknown {
			x.unknown[why] += n
		}
	}
}

// retire takes the memory of what is done: trees without anything left, and those
// of functions without open goals.
func (h *hybrid) retire() {
	for _, x := range h.order {
		done := !slices.ContainsFunc(x.fn.main().goals, (*goal).open)
		for _, t := range x.trees {
			if done || t.over {
				t.close()
			}
		}
	}
}

// stuck reports whether search gets no nearer to some goal of a function.
func (s *session) stuck(f *function) bool {
	return slices.ContainsFunc(f.main().goals, func(g *goal) bool {
		return g.fn == f && g.open() && !g.ignored && (s.opt.alone() || g.stuck(uint64(s.opt.Evals)))
	})
}

// stuck reports whether slices do not get nearer to the goal, or it never had
// one, because nothing came near.
func (g *goal) stuck(evals uint64) bool {
	return g.stale > 0 || g.over || g.used >= evals || g.slices == 0
}

// finished reports whether an explorer has nothing left, or used up its budget.
func (x *explorer) finished(s *session) bool {
	if x.fault != "" || x.fn.unit.symbols.err != nil {
		return true
	}
	return x.spent.flips() >= x.budget(s) || x.drained && len(x.fresh(x.starts())) == 0
}

// budget is how many flips a function may take: as many as its branches have
// evaluations for, and what search leaves over of its own.
func (x *explorer) budget(s *session) uint64 {
	goals := x.fn.main().goals
	work := uint64(len(goals)) * uint64(s.opt.Evals)
	for _, g := range goals {
		if !s.opt.alone() && !g.open() && g.used < uint64(s.opt.Evals) {
			work += uint64(s.opt.Evals) - g.used
		}
	}
	return max(leastFlips, work/flipWork)
}

// errand is the next turn of a function.
func (x *explorer) errand(s *session) *errand {
	f := x.fn
	u := f.unit
	all := x.starts()
	e := &errand{
		x: x, program: u.symbols.load, starts: x.fresh(all), bases: bases(all), borrowed: x.borrowed(all[0]), covered: u.covered(), panics: u.panics(f),
		seed: s.seed(f, 1<<42, uint64(x.errands)), flips: firstFlips, mode: search.Standard,
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

// fresh lists the starts that were not begun with before: zero, whose paths are short,
// and then the others in order.
func (x *explorer) fresh(starts []input.Vector) (vs []input.Vector) {
	zero := x.zero()
	for _, v := range starts {
		switch {
		case x.tried[search.Hash(v)]:
		case slices.Equal(v, zero):
			vs = slices.Insert(vs, 0, v)
		default:
			vs = append(vs, v)
		}
	}
	return vs
}

// bases are the starts of which others are made.
func bases(starts []input.Vector) []input.Vector { return starts[:min(len(starts), mostVaried)] }

// zero is the input of zeros, nulls and empty lists.
func (x *explorer) zero() input.Vector { return input.NewSpace(x.fn.sig, x.fn.limits).Zero() }

// starts lists inputs to begin with, each once: the nearest to each open goal, those that
// took the other sides of them, zero, and all else that is known. There is always one.
func (x *explorer) starts() (vs []input.Vector) {
	seen := map[uint64]bool{}
	add := func(v input.Vector) {
		if h := search.Hash(v); !seen[h] {
			seen[h] = true
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
		if b := g.best(); b != nil && b.Vector != nil {
			add(b.Vector)
		}
	}
	add(x.zero())
	for _, v := range f.archived() {
		add(v)
	}
	return vs
}
