package ese

import (
	"context"
	"time"

	"nearmiss/symexec"
)

// mostAlike is how many of the costliest paths of a size are looked at.
const mostAlike = 64

// lesson finds the worst paths of a small size by a search of its own, whose work is
// counted here.
func (o Carried) lesson(g *Gate, e Explorer, size int, limit time.Duration) ([]*symexec.Path, error) {
	ctx, cancel := g.ctx, context.CancelFunc(func() {})
	if limit > 0 {
		ctx, cancel = within(g.ctx, limit, g.opt.Clock)
	}
	defer cancel()
	b := Budget{Explorations: 2 * o.Lessons}
	if left := g.left(); left.Explorations > 0 {
		b.Explorations = min(b.Explorations, max(1, left.Explorations/2))
	}
	l := &lesson{first: max(1, b.Explorations/2)}
	r, err := Search(ctx, Target{Explorer: e, Size: size}, l, g.Rand(), Options{Budget: b, Metric: g.opt.Metric, Progress: func(*Archive) {
		if g.opt.Progress != nil {
			g.opt.Progress(g.archive)
		}
	}})
	g.train(&r.Counts)
	if ctx.Err() != nil {
		err = nil // the size has had its time
	}
	if r.Best != nil && (len(l.worst) == 0 || g.Cost(l.worst[0]) < r.Cost) {
		return []*symexec.Path{r.Best}, err
	}
	return l.worst, err
}

// lesson is a search of a small size.
type lesson struct {
	first uint64
	worst []*symexec.Path
}

// Search implements Strategy.
func (l *lesson) Search(g *Gate) error {
	all, complete := exhaust(g.Within(Budget{Explorations: l.first}), DFS{})
	if l.worst = all[:min(len(all), mostAlike)]; complete || g.Over() {
		return nil
	}
	return Auto{}.Search(g)
}

// train counts the work of a search at another size.
func (g *Gate) train(c *Counts) {
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
