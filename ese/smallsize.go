package ese

import (
	"context"
	"time"

	"nearmiss/symexec"
)

// maxWorstPaths limits the number of equally costly paths of a size that the policy learns from.
const maxWorstPaths = 64

// worstPaths finds the worst paths of a small size by a separate search. limit bounds its time; 0
// is no bound. Its work counts as training of gate.
func (o Carried) worstPaths(gate *Gate, explorer Explorer, size int, limit time.Duration) ([]*symexec.Path, error) {
	ctx, cancel := gate.ctx, context.CancelFunc(func() {})
	if limit > 0 {
		ctx, cancel = WithClockLimit(gate.ctx, limit, gate.opt.Clock)
	}
	defer cancel()
	b := Budget{Explorations: 2 * o.SmallPaths}
	left := gate.remaining()
	if left.Explorations > 0 {
		b.Explorations = min(b.Explorations, max(1, left.Explorations/2))
	}
	if left.Feasible > 0 {
		b.Feasible = max(1, left.Feasible/2)
	}
	search := &smallSizeSearch{first: max(1, b.Explorations/2)}
	r, err := Search(ctx, Target{Explorer: explorer, Size: size}, search, gate.Rand(), Options{Budget: b, Metric: gate.opt.Metric, Progress: func(*Archive) {
		if gate.opt.Progress != nil {
			gate.opt.Progress(gate.archive)
		}
	}})
	gate.addTraining(&r.Counts)
	if ctx.Err() != nil {
		err = nil // the time for this size is over, which is no failure
	}
	if r.Best != nil && (len(search.worst) == 0 || gate.Cost(search.worst[0]) < r.Cost) {
		return []*symexec.Path{r.Best}, err
	}
	return search.worst, err
}

// smallSizeSearch is the strategy for a small size: a depth-first walk, then Auto.
type smallSizeSearch struct {
	first uint64          // explorations of the depth-first walk, before Auto
	worst []*symexec.Path // worst paths found
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
func (g *Gate) addTraining(counts *Counts) {
	for part := g; part != nil; part = part.parent {
		part.explorations += counts.Explorations
		part.queries += counts.Queries
		part.feasible += counts.Feasible
	}
	a := &g.archive.Counts
	a.Training += counts.Explorations
	a.Explorations += counts.Explorations
	a.Paths += counts.Paths
	a.Feasible += counts.Feasible
	a.Lost += counts.Lost
	a.Queries += counts.Queries
	a.Decisions += counts.Decisions
	a.Forced += counts.Forced
	a.Undecided += counts.Undecided
	a.Concrete += counts.Concrete
	for len(a.Ends) < len(counts.Ends) {
		a.Ends = append(a.Ends, 0)
	}
	for i, n := range counts.Ends {
		a.Ends[i] += n
	}
}
