package cover

import (
	"context"
	"slices"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// Most panics are found on the way to branches. The other sites get searches of their own, for a
// part of the budget.
const (
	siteSlice = 500 // evaluations of a slice for a site
	siteTurns = 4   // maximum number of slices for a site
	siteShare = 9   // all sites get one evaluation for every siteShare evaluations for branches
)

// siteRound gives a slice to each open site, as far as the budget for sites allows. In the last
// round, sites without any slice get one regardless of the budget.
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

// branchEvaluations returns the number of evaluations in the package that searched for branches, not
// for panic sites or for better inputs.
func (u *unit) branchEvaluations() uint64 {
	var n uint64
	for _, f := range u.funcs {
		for _, v := range f.all() {
			n += v.evaluations
		}
	}
	return n - u.schedule.sites - u.schedule.calls - u.schedule.tries
}

// openSites lists the sites worth a search, those with the fewest slices first: no panic is known
// at the site, or only panics of inputs with another setup than input.Plain, a search can aim at one,
// and runs come near: some branch was taken on which the site directly depends, if there is one.
func (u *unit) openSites() []*panicSite {
	open, _ := split(u.sites, func(p *panicSite) bool {
		guided := p.site.Kind != cfg.Explicit && p.site.Kind != cfg.Callee // else a run that comes there is all, or nothing is known
		near := len(p.needs) == 0 || slices.ContainsFunc(p.needs, func(b uint32) bool { return u.goals[b].found != nil })
		return p.fn != nil && p.fn.active() && guided && near && !p.over && (p.found == nil || p.found.setup != input.Plain)
	})
	slices.SortStableFunc(open, func(a, b *panicSite) int { return a.slices - b.slices })
	return open
}

// siteJob returns the next search job for the site.
func (s *session) siteJob(p *panicSite) job {
	u := p.fn.unit
	if p.target == nil {
		p.target = native.Target(fitness.ApproachBlock(p.site.Graph, p.site.Block))
		p.target.Branch, p.target.Site = worker.NoBranch, uint32(p.site.ID)+1
	}
	j := s.searchJob(p.fn, s.seed(p.fn, 1<<41+uint64(p.number), uint64(p.slices)), siteSlice)
	j.Algorithm, j.Modes, j.Fuel = worker.Auto, []search.Mode{search.Standard}, firstFuel
	j.Target = *p.target
	for _, b := range p.needs {
		if f := u.goals[b].found; f != nil && f.fn == p.fn && len(j.Starts) < mostStarts {
			j.Starts = append(j.Starts, f.vector)
		}
	}
	return job{SearchJob: j, fn: p.fn, site: p}
}

// spent records the result of a slice for the site.
func (p *panicSite) spent(r *worker.SearchResult) {
	p.slices++
	p.over = r.Evaluations == 0 && r.Status != search.Stopped || r.Status == search.Exhausted || p.slices >= siteTurns
}
