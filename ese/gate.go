package ese

import (
	"context"
	"math/rand/v2"
	"time"

	"nearmiss/search"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Gate is the access of a strategy to an explorer. It counts explorations, remembers the best
// path and ends the search. A gate for a part of a search (Within, AtSize) also counts for the
// gate that it was made from, its parent.
type Gate struct {
	ctx        context.Context
	parent     *Gate // the gate that this one was made from; nil for the root gate
	target     Target
	rng        *rand.Rand
	opt        Options // options; Budget is the budget of this gate
	archive    *Archive
	otherSize  bool // the target's explorer is for a size other than that of the search
	starting   bool // paths only give inputs to begin with
	memory     *termMemory
	makePolicy func() (*Policy, error) // makes the policy that the search has learned; nil if it learns none; set in the root gate

	explorations uint64 // explorations through this gate
	queries      uint64
	evaluations  uint64
	feasible     uint64
	maxCost      uint64        // highest cost of a path or an input of the target in this part of the search
	began        time.Duration // time of Options.Clock at the start
	status       search.Status
	err          error
}

func newGate(ctx context.Context, t Target, rng *rand.Rand, o Options) *Gate {
	if o.Metric == nil {
		o.Metric = Statements
	}
	if o.Clock == nil {
		o.Clock = func() time.Duration { return 0 }
	}
	return &Gate{ctx: ctx, target: t, rng: rng, opt: o, archive: &Archive{}, memory: newMemory(t.Explorer)}
}

// Rand returns the random generator of the search.
func (g *Gate) Rand() *rand.Rand { return g.rng }

// Target returns the function and size under search.
func (g *Gate) Target() Target { return g.target }

// Builder returns the builder of the terms of all paths.
func (g *Gate) Builder() *term.Builder { return g.target.Explorer.Builder() }

// Archive returns the results of the search so far. The caller must not change them.
func (g *Gate) Archive() *Archive { return g.archive }

// Budget returns the limits of this gate.
func (g *Gate) Budget() Budget { return g.opt.Budget }

// remaining returns the unused budget of a gate that is not over.
func (g *Gate) remaining() Budget {
	budget := g.opt.Budget
	if budget.Explorations > 0 {
		budget.Explorations -= g.explorations
	}
	if budget.Queries > 0 {
		budget.Queries -= g.queries
	}
	if budget.Evaluations > 0 {
		budget.Evaluations -= g.evaluations
	}
	if budget.Feasible > 0 {
		budget.Feasible -= g.feasible
	}
	if budget.Time > 0 {
		budget.Time -= g.opt.Clock() - g.began
	}
	return budget
}

// Cost returns the cost of a path by the metric of the search.
func (g *Gate) Cost(p *symexec.Path) uint64 { return g.opt.Metric(p.Cost) }

// Tally adds n to the count that the strategy defines under the name what.
func (g *Gate) Tally(what string, n uint64) { g.archive.tally(what, n) }

// Within returns a gate for a part of the search that ends when b is used up,
// or g ends.
func (g *Gate) Within(b Budget) *Gate {
	part := &Gate{ctx: g.ctx, parent: g, target: g.target, rng: g.rng, opt: g.opt, archive: g.archive, otherSize: g.otherSize, memory: g.memory}
	part.opt.Budget = b
	part.began = g.opt.Clock()
	return part
}

// AtSize returns a gate for paths at another size. These paths are counted, but none of them
// becomes the best path.
func (g *Gate) AtSize(e Explorer, size int) *Gate {
	part := g.Within(Budget{})
	part.target.Explorer, part.target.Size, part.otherSize = e, size, true
	part.memory = newMemory(e)
	return part
}

// Explore takes one path under the precondition pre. It returns nil if the precondition admits
// no path, or if no solver can decide whether it does. more is false if the search, or this
// part of it, is over: path may then be the last path, cut short if the context ended. After the
// end, Explore returns no paths.
//
// Explore also returns the beginning of a path that c gave up, and a path that did not reach
// the function because its input could not be built. The archive does not keep these paths.
func (g *Gate) Explore(pre []*term.Term, c symexec.Chooser) (path *symexec.Path, more bool) {
	return g.take(pre, func() (*symexec.Path, error) { return g.target.Explorer.Explore(g.ctx, pre, c) })
}

// take is Explore with a function that explores the path.
func (g *Gate) take(pre []*term.Term, explore func() (*symexec.Path, error)) (path *symexec.Path, more bool) {
	if g.Over() {
		return nil, false
	}
	path, err := explore()
	if path != nil {
		g.record(path)
	}
	if err != nil {
		g.fail(err)
	}
	g.memory.forget(g.archive.Best, path)
	if path == nil || !isPath(path) && path.End.Kind != symexec.Abandoned && path.End.Kind != symexec.Unbuilt {
		return nil, !g.Over()
	}
	if len(pre) == 0 && len(path.Condition) == path.Assumed && path.End.Kind != symexec.Stopped {
		g.finishOnlyPath(isExact(path))
	}
	return path, !g.Over()
}

// finishOnlyPath ends the search on this explorer, because all inputs take the same path. exact
// reports whether the path is exact (isExact). If it is not and inputs can run as machine code,
// only this part of the search ends, since a part over inputs may still improve.
func (g *Gate) finishOnlyPath(exact bool) {
	g.Finish(search.Exhausted)
	if !exact && g.target.Inputs != nil {
		return
	}
	if g.parent != nil && g.parent.otherSize == g.otherSize {
		g.parent.finishOnlyPath(exact)
	}
	if !g.otherSize {
		g.archive.Complete = exact
	}
}

// record counts an exploration in this gate and all its ancestors.
func (g *Gate) record(p *symexec.Path) {
	feasible := uint64(0)
	if isPath(p) && !g.starting {
		feasible = 1
	}
	for part := g; part != nil; part = part.parent {
		part.explorations++
		part.queries += uint64(p.Queries)
		part.feasible += feasible
	}
	g.archive.count(p)
	g.archive.Feasible += feasible
	if g.otherSize {
		g.archive.Training++
	} else if !g.starting {
		g.raiseMaxCost(g.Cost(p))
		g.archive.updateBest(p, g.Cost(p), g.opt.Clock())
	}
	if g.opt.Progress != nil {
		g.opt.Progress(g.archive)
	}
}

// raiseMaxCost raises the highest cost of this gate and all its ancestors.
func (g *Gate) raiseMaxCost(cost uint64) {
	for part := g; part != nil; part = part.parent {
		part.maxCost = max(part.maxCost, cost)
	}
}

// fail ends the whole search with an error.
func (g *Gate) fail(err error) {
	for part := g; part != nil; part = part.parent {
		part.err = err
		part.Finish(search.Stopped)
	}
}

// Over reports whether the search, or this part of it, has ended.
func (g *Gate) Over() bool {
	if g.status != search.Running {
		return true
	}
	b := g.opt.Budget
	switch {
	case g.ctx.Err() != nil:
		g.status = search.Stopped
	case b.Explorations > 0 && g.explorations >= b.Explorations,
		b.Queries > 0 && g.queries >= b.Queries,
		b.Evaluations > 0 && g.evaluations >= b.Evaluations,
		b.Feasible > 0 && g.feasible >= b.Feasible,
		b.Time > 0 && g.opt.Clock()-g.began >= b.Time:
		g.status = search.Budget
	case g.parent != nil && g.parent.Over():
		g.status = g.parent.status
	}
	return g.status != search.Running
}

// Status returns the reason why the search, or this part of it, ended; search.Running before.
func (g *Gate) Status() search.Status { return g.status }

// Finish ends the search, or this part of it, with the reason s. It does nothing after the end.
func (g *Gate) Finish(s search.Status) {
	if g.status == search.Running {
		g.status = s
	}
}
