package cover

import (
	"context"
	"slices"
	"time"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/wire"
	"nearmiss/search"
)

// Most panics are met on the way to branches. For the sites that are left a
// part of the budget is spent on searches of their own.
const (
	siteSlice = 500 // evaluations for a site, at first
	siteShare = 9   // of the evaluations for branches one to so many for sites
	siteTime  = 10  // and of the time one part in so many
)

// guidance is how the searches for panic sites are going.
type guidance struct {
	on   bool
	used uint64        // evaluations
	time time.Duration // in all rounds
}

// toSites has one round of searches for panic sites: as many as the budget
// allows. last says that no other searches follow, and that every site may
// have its first slice.
func (s *session) toSites(ctx context.Context, last bool) {
	if !s.guide.on {
		return
	}
	if s.opt.Time > 0 {
		left := s.opt.Time/siteTime - s.guide.time
		if left <= 0 {
			return
		}
		timed, cancel := context.WithTimeout(ctx, left)
		defer cancel()
		ctx = timed
	}
	start := time.Now()
	defer func() { s.guide.time += time.Since(start) }()
	allowed := s.siteBudget(last)
	s.round(ctx, func(_ context.Context, u *unit) []task {
		var ts []task
		for _, p := range u.openSites() {
			slice := siteSlice << (2 * min(p.slices, 3))
			if n := uint64(slice); n <= allowed && (!last || p.slices == 0 || s.guide.used+n <= s.branchEvaluations()/siteShare) {
				allowed -= n
				ts = append(ts, s.siteTask(u, p, n))
			}
		}
		return ts
	})
}

// siteBudget is how many evaluations a round for sites may take.
func (s *session) siteBudget(last bool) uint64 {
	budget := s.branchEvaluations() / siteShare
	if last {
		sites := 0
		for _, u := range s.units {
			sites += len(u.openSites())
		}
		budget = max(budget, s.guide.used+uint64(sites)*siteSlice)
	}
	return budget - min(budget, s.guide.used)
}

// branchEvaluations counts what was not spent on sites.
func (s *session) branchEvaluations() uint64 {
	var n uint64
	for _, u := range s.units {
		for _, f := range u.funcs {
			n += f.evaluations
		}
	}
	return n - min(n, s.guide.used)
}

// openSites lists the sites worth a search, those with the fewest slices
// first: no panic is known there, or only one that takes strange inputs; the
// branches that lead there have been taken.
func (u *unit) openSites() []*panicSite {
	var open []*panicSite
	for _, p := range u.sites {
		if p.fn == nil || !p.fn.active() || !u.guided[p.site.ID] || p.over || p.found != nil && p.found.setup == input.Plain {
			continue
		}
		if u.reachable(p) {
			open = append(open, p)
		}
	}
	slices.SortStableFunc(open, func(a, b *panicSite) int { return a.slices - b.slices })
	return open
}

// reachable reports whether runs come near a site: some branch on which it
// directly depends was taken, or there is none.
func (u *unit) reachable(p *panicSite) bool {
	if p.needs == nil {
		p.needs = []uint32{}
		for _, d := range u.controlOf(p.site.Graph)[p.site.Block.ID] {
			p.needs = append(p.needs, d.On.Cond.Branch(d.Outcome))
		}
	}
	return len(p.needs) == 0 || slices.ContainsFunc(p.needs, func(b uint32) bool { return u.goals[b].found != nil })
}

// controlOf returns the control dependence of a graph, found once.
func (u *unit) controlOf(g *cfg.Graph) [][]cfg.Dependence {
	if u.control == nil {
		u.control = map[*cfg.Graph][][]cfg.Dependence{}
	}
	d := u.control[g]
	if d == nil {
		d = cfg.ControlDependence(g)
		u.control[g] = d
	}
	return d
}

// siteTask is the next search for a site.
func (s *session) siteTask(u *unit, p *panicSite, evaluations uint64) task {
	if p.target == nil {
		p.target = siteTarget(p.site)
		p.fn.unit.answers.Link(p.target)
	}
	j := s.job(p.fn, s.seed(p.fn, 1<<41+uint64(p.number), uint64(p.slices)), evaluations)
	j.Algorithm = wire.Auto
	j.Target = *p.target
	j.Modes = []search.Mode{search.Standard}
	j.Fuel = firstFuel
	for _, b := range p.needs {
		if f := u.goals[b].found; f != nil && f.fn == p.fn && len(j.Starts) < mostStarts {
			j.Starts = append(j.Starts, f.vector)
		}
	}
	return task{job: j, fn: p.fn, site: p}
}

// siteTarget is what a worker needs to search for a site: the approach levels
// of its block, one more each, since level 0 is the site itself.
func siteTarget(x *cfg.Site) *wire.Target {
	t := &wire.Target{Branch: wire.NoBranch, Site: uint32(x.ID) + 1}
	t.Table = approach(x.Graph, x.Block)
	return t
}

// approach lists where runs turn away from a block, one level more than it takes to come
// there: level 0 is for what it is about.
func approach(g *cfg.Graph, b *cfg.Block) []wire.Divergence {
	var table []wire.Divergence
	for _, n := range cfg.ApproachBlock(g, b) {
		var away byte
		if n.Diverges[0] {
			away |= wire.DivergesFalse
		}
		if n.Diverges[1] {
			away |= wire.DivergesTrue
		}
		table = append(table, wire.Divergence{Cond: uint32(n.Block.Cond.ID), Level: n.Level + 1, Away: away})
	}
	return table
}

// spent takes down what a search for a site took.
func (s *session) spent(p *panicSite, r *wire.SearchResult) {
	s.guide.used += r.Evaluations
	p.slices++
	p.over = r.Evaluations == 0 || r.Status == search.Exhausted || p.slices > 3
}
