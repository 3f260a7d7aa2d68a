package cover

import (
	"context"
	"slices"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/native"
	wire "nearmiss/internal/worker"
	"nearmiss/search"
)

// Most panics are met on the way to branches. For the sites that are left a
// part of the budget is spent on searches of their own.
const (
	siteSlice = 500 // evaluations for a site
	siteTurns = 4   // slices of a site, at most
	siteShare = 9   // of the evaluations for branches one to so many for sites
)

// siteRound gives the sites a slice each, as many as the budget allows; the last one every
// site that had none.
func (r *schedule) siteRound(ctx context.Context, last bool) {
	var list []job
	budget := r.u.branchEvaluations() / siteShare
	for _, p := range r.u.openSites() {
		if n := r.sites + uint64(len(list)+1)*siteSlice; n <= budget || last && p.slices == 0 {
			list = append(list, r.s.siteJob(p))
		}
	}
	r.s.perform(ctx, r.u, list, r.round/siteShare)
}

// branchEvaluations counts what was not spent on sites.
func (u *unit) branchEvaluations() uint64 {
	var n uint64
	for _, f := range u.funcs {
		for _, v := range f.all() {
			n += v.evaluations
		}
	}
	return n - u.schedule.sites
}

// openSites lists the sites worth a search, those with the fewest slices
// first: no panic is known there, or only one that takes strange inputs; the
// branches that lead there have been taken.
func (u *unit) openSites() []*panicSite {
	var open []*panicSite
	for _, p := range u.sites {
		if p.fn == nil || !p.fn.active() || !p.guided() || p.over || p.found != nil && p.found.setup == input.Plain {
			continue
		}
		if u.reachable(p) {
			open = append(open, p)
		}
	}
	slices.SortStableFunc(open, func(a, b *panicSite) int { return a.slices - b.slices })
	return open
}

// guided reports whether it takes more than to come to a site to panic there.
func (p *panicSite) guided() bool { return p.site.Kind != cfg.Explicit && p.site.Kind != cfg.Callee }

// reachable reports whether runs come near a site: some branch on which it
// directly depends was taken, or there is none.
func (u *unit) reachable(p *panicSite) bool {
	return len(p.needs) == 0 || slices.ContainsFunc(p.needs, func(b uint32) bool { return u.goals[b].found != nil })
}

// siteJob is the next search for a site.
func (s *session) siteJob(p *panicSite) job {
	u := p.fn.unit
	if p.target == nil {
		p.target = native.Target(fitness.ApproachBlock(p.site.Graph, p.site.Block))
		p.target.Branch, p.target.Site = wire.NoBranch, uint32(p.site.ID)+1
	}
	j := s.searchJob(p.fn, s.seed(p.fn, 1<<41+uint64(p.number), uint64(p.slices)), siteSlice)
	j.Algorithm, j.Modes, j.Fuel = wire.Auto, []search.Mode{search.Standard}, firstFuel
	j.Target = *p.target
	for _, b := range p.needs {
		if f := u.goals[b].found; f != nil && f.fn == p.fn && len(j.Starts) < mostStarts {
			j.Starts = append(j.Starts, f.vector)
		}
	}
	return job{SearchJob: j, fn: p.fn, site: p}
}

// spent takes down what a search for a site took.
func (p *panicSite) spent(r *wire.SearchResult) {
	p.slices++
	p.over = r.Evaluations == 0 && r.Status != search.Stopped || r.Status == search.Exhausted || p.slices >= siteTurns
}
