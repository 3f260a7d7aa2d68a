package ese

import (
	"context"
	"math/rand/v2"
	"time"

	"nearmiss/search"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Gate is the one way from a strategy to an explorer: it counts, remembers the
// best, and ends the search. Gates of parts of a search (Within, On) pass on
// to the gate that they were made of.
type Gate struct {
	ctx     context.Context
	parent  *Gate
	target  Target
	rng     *rand.Rand
	opt     Options // Budget is this gate's own
	archive *Archive
	other   bool // the target's explorer is not that of the search
	memory  *memory
	learned func() (*Policy, error) // of the whole search; nil: it learns nothing

	explorations uint64
	queries      uint64
	evaluations  uint64
	most         uint64 // highest cost of the target's paths and inputs, here
	began        time.Duration
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

// Rand is the generator of the search.
func (g *Gate) Rand() *rand.Rand { return g.rng }

// Target is what is explored.
func (g *Gate) Target() Target { return g.target }

// Builder makes the terms of the paths.
func (g *Gate) Builder() *term.Builder { return g.target.Explorer.Builder() }

// Archive is what the search has found so far. It is for reading.
func (g *Gate) Archive() *Archive { return g.archive }

// Budget is the limit of this gate.
func (g *Gate) Budget() Budget { return g.opt.Budget }

// left is what is left of the budget of a gate that is not over.
func (g *Gate) left() Budget {
	b := g.opt.Budget
	if b.Explorations > 0 {
		b.Explorations -= g.explorations
	}
	if b.Queries > 0 {
		b.Queries -= g.queries
	}
	if b.Evaluations > 0 {
		b.Evaluations -= g.evaluations
	}
	if b.Time > 0 {
		b.Time -= g.opt.Clock() - g.began
	}
	return b
}

// Cost is the cost of a path.
func (g *Gate) Cost(p *symexec.Path) uint64 { return g.opt.Metric(p.Cost) }

// Tally adds to a count of the strategy's own.
func (g *Gate) Tally(what string, n uint64) { g.archive.tally(what, n) }

// Within returns a gate for a part of the search that ends when b is used up,
// or g ends.
func (g *Gate) Within(b Budget) *Gate {
	part := &Gate{ctx: g.ctx, parent: g, target: g.target, rng: g.rng, opt: g.opt, archive: g.archive, other: g.other, memory: g.memory}
	part.opt.Budget = b
	part.began = g.opt.Clock()
	return part
}

// On returns a gate for paths at another size. They count, but none of them
// is the best.
func (g *Gate) On(e Explorer, size int) *Gate {
	part := g.Within(Budget{})
	part.target.Explorer, part.target.Size, part.other = e, size, true
	part.memory = newMemory(e)
	return part
}

// Explore takes one path under a precondition. There is none, p is nil, if
// the precondition admits none or no solver can say whether it does. more is false if the search, or this part of
// it, is over: p may be its last path, and cut short if the context ended. Once
// it is over there are no paths. A path that c has given up, or that did not get
// as far as the function because its input could not be made, is returned as
// far as it went, and is none for the archive.
func (g *Gate) Explore(pre []*term.Term, c symexec.Chooser) (p *symexec.Path, more bool) {
	if g.Over() {
		return nil, false
	}
	p, err := g.target.Explorer.Explore(g.ctx, pre, c)
	if p != nil {
		g.record(p)
	}
	if err != nil {
		g.fail(err)
	}
	g.memory.forget(g.archive.Best, p)
	if p == nil || !isPath(p) && p.End.Kind != symexec.Abandoned && p.End.Kind != symexec.Unbuilt {
		return nil, !g.Over()
	}
	if len(pre) == 0 && len(p.Condition) == p.Assumed && p.End.Kind != symexec.Stopped {
		g.only(closed(p))
	}
	return p, !g.Over()
}

// only ends the search on this explorer: all inputs take one path. Where that is not
// closed and inputs can be run, it ends for this part alone: one over inputs may go on.
func (g *Gate) only(closed bool) {
	g.Finish(search.Exhausted)
	if !closed && g.target.Inputs != nil {
		return
	}
	if g.parent != nil && g.parent.other == g.other {
		g.parent.only(closed)
	}
	if !g.other {
		g.archive.Complete = closed
	}
}

// record counts an exploration here and in all gates that this one is a part
// of.
func (g *Gate) record(p *symexec.Path) {
	for part := g; part != nil; part = part.parent {
		part.explorations++
		part.queries += uint64(p.Queries)
	}
	g.archive.count(p)
	if g.other {
		g.archive.Training++
	} else {
		g.rise(g.Cost(p))
		g.archive.keep(p, g.Cost(p), g.opt.Clock())
	}
	if g.opt.Progress != nil {
		g.opt.Progress(g.archive)
	}
}

// rise raises the highest cost here and in all gates that this one is a part of.
func (g *Gate) rise(cost uint64) {
	for part := g; part != nil; part = part.parent {
		part.most = max(part.most, cost)
	}
}

// fail ends the whole search.
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
		b.Time > 0 && g.opt.Clock()-g.began >= b.Time:
		g.status = search.Budget
	case g.parent != nil && g.parent.Over():
		g.status = g.parent.status
	}
	return g.status != search.Running
}

// Status is how the search, or this part of it, has ended.
func (g *Gate) Status() search.Status { return g.status }

// Finish ends the search, or this part of it, from within, with the reason.
func (g *Gate) Finish(s search.Status) {
	if g.status == search.Running {
		g.status = s
	}
}
