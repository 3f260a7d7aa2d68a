package ese

import (
	"context"
	"time"

	"nearmiss/symexec"
)

// maxWorstPaths limits the number of equally costly paths of a size that the policy learns from.
const maxWorstPaths = 64

// worstPaths finds the worst paths of a small size by a separate search. The work of that
// search counts as training of g.
func (o Carried) worstPaths(g *Gate, e Explorer, size int, limit time.Duration) ([]*symexec.Path, error) {
	ctx, cancel := g.ctx, context.CancelFunc(func() {})
	if limit > 0 {
		ctx, cancel = withClockLimit(g.ctx, limit, g.opt.Clock)
	}
	defer cancel()
	b := Budget{Explorations: 2 * o.SmallPaths}
	if left := g.remaining(); left.Explorations > 0 {
		b.Explorations = min(b.Explorations, max(1, left.Explorations/2))
	}
	l := &smallSizeSearch{first: max(1, b.Explorations/2)}
	r, err := Search(ctx, Target{Explorer: e, Size: size}, l, g.Rand(), Options{Budget: b, Metric: g.opt.Metric, Progress: func(*Archive) {
		if g.opt.Progress != nil {
			g.opt.Progress(g.archive)
		}
	}})
	g.addTraining(&r.Counts)
	if ctx.Err() != nil {
		err = nil // the time for this size is over, which is no failure
	}
	if r.Best != nil && (len(l.worst) == 0 || g.Cost(l.worst[0]) < r.Cost) {
		return []*symexec.Path{r.Best}, err
	}
	return l.worst, err
}

// smallSizeSearch is the strategy for a small size: a depth-first walk, then Auto.
type smallSizeSearch struct {
	first uint64 // explorations of the depth-first walk
	worst []*symexec.Path
}

// Search implements Strategy.
func (l *smallSizeSearch) Search(g *Gate) error {
	all, complete := exploreAll(g.Within(Budget{Explorations: l.first}), DFS{})
	if l.worst = all[:min(len(all), maxWorstPaths)]; complete || g.Over() {
		return nil
	}
	return Auto{}.Search(g)
}

// addTraining adds the work of a search at another size to the counts.
func (g *Gate) addTraining(c *Counts) {
	for part := g; part != nil; part = part.parent {
		part.explorations += c.Explorations
		part.queries += c.Queries
	}
	a := &g.archive.Counts
	a.Training += c.Explorations
	a.Explorations += c.Explorations
	a.Paths += c.Paths
	a.Lost += c.Lost
	a.Queries += c.Queries
	a.Decisions += c.Decisions
	a.Forced += c.Forced
	a.Undecided += c.Undecided
	a.Concrete += c.Concrete
	for len(a.Ends) < len(c.Ends) {
		a.Ends = append(a.Ends, 0)
	}
	for i, n := range c.Ends {
		a.Ends[i] += n
	}
}
