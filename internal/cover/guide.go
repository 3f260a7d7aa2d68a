package cover

import (
	"context"
	"go/types"
	"math"
	"slices"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/probe"
	"nearmiss/internal/syntax"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// Most panics are found on the way to branches. The other sites get searches of their own: for a part of the budget while branches
// are open, and then for what is left. A site is searched from the functions through which other packages come to it.
const (
	siteSlice   = 500 // evaluations of the first slice for a site; each further one has growth times as many
	siteTurns   = 4   // maximum number of slices for a site from each function
	siteShare   = 9   // all sites get one evaluation for every siteShare evaluations for branches
	siteEntries = 3   // maximum number of exported functions from which a site is searched
)

// siteRound gives a slice to each open site, as far as the budget for sites allows; the last rounds have no such budget. It reports whether
// some site had a slice.
func (r *schedule) siteRound(ctx context.Context, last bool) bool {
	var list []job
	budget := r.u.branchEvaluations() / siteShare
	spent := r.sites
	for _, p := range r.openSites() {
		j := r.s.siteJob(p)
		if spent += j.Evaluations; !last && spent > budget {
			break
		}
		list = append(list, j)
	}
	r.s.perform(ctx, r.u, list, r.round/siteShare)
	return len(list) > 0
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

// openSites lists the sites worth a search, those with the fewest slices first: no panic is known at the site that other packages
// cause with plain inputs, a search can aim at one, and runs come near: some branch was taken on which the site directly depends,
// if there is one.
func (r *schedule) openSites() []*panicSite {
	open, _ := split(r.u.sites, func(p *panicSite) bool {
		guided := p.site.Kind != cfg.Explicit && p.site.Kind != cfg.Callee // else a run that comes there is all, or nothing is known
		near := len(p.needs) == 0 || slices.ContainsFunc(p.needs, func(b uint32) bool { return r.u.goals[b].found != nil })
		return p.fn != nil && guided && near && !p.over && p.slices < siteTurns*len(r.entries(p)) && p.used < uint64(r.s.opt.Evals) &&
			(p.found == nil || p.found.setup != input.Plain || !p.found.fn.exported() && r.entries(p)[0].exported())
	})
	slices.SortStableFunc(open, func(a, b *panicSite) int { return a.slices - b.slices })
	return open
}

// entries lists the functions from which a site is searched: exported functions, by the calls to the site's own, and then that.
func (r *schedule) entries(p *panicSite) []*function {
	if p.entries != nil {
		return p.entries
	}
	if r.outer == nil {
		r.outer = r.u.exportedCallers()
	}
	p.entries, _ = split(r.outer[p.fn.cfg.Obj], (*function).active)
	if p.entries = p.entries[:min(len(p.entries), siteEntries)]; p.fn.active() && !slices.Contains(p.entries, p.fn) {
		p.entries = append(p.entries, p.fn)
	}
	return p.entries
}

// exportedCallers maps each function of the package to the exported functions that may come to it, the nearest first.
func (u *unit) exportedCallers() map[types.Object][]*function {
	type caller struct {
		fn    *function
		steps int // number of functions that are nearer to fn
	}
	mentions, callers := syntax.NewMentions(u.pkg.Info, u.pkg.Files), map[types.Object][]caller{}
	calls := func(o types.Object) []types.Object { return append(mentions.Of(o), mentions.Methods(o)...) }
	for _, f := range u.funcs {
		if f.exported() && f.active() {
			for i, o := range syntax.Reach(calls, types.Object(f.cfg.Obj)) {
				callers[o] = append(callers[o], caller{f, i})
			}
		}
	}
	sorted := map[types.Object][]*function{}
	for o, list := range callers {
		slices.SortStableFunc(list, func(a, b caller) int { return a.steps - b.steps })
		for _, c := range list {
			sorted[o] = append(sorted[o], c.fn)
		}
	}
	return sorted
}

// sitesFrom lists the open sites that are searched from a function and have a check.
func (r *schedule) sitesFrom(f *function) []*panicSite {
	list, _ := split(r.openSites(), func(p *panicSite) bool { return slices.Contains(r.entries(p), f) && p.site.Kind.IsNumeric() })
	return list
}

// check returns the number of the site's check: checks are numbered behind the conditions.
func (p *panicSite) check() uint32 { return uint32(len(p.fn.unit.graph.Conds) + p.site.ID) }

// siteJob returns the next search job for the site.
func (s *session) siteJob(p *panicSite) job {
	if p.target == nil {
		p.target = native.Target(fitness.ApproachBlock(p.site.Graph, p.site.Block))
		p.target.Branch, p.target.Site = worker.NoBranch, uint32(p.site.ID)+1
		p.target.Nodes = append(p.target.Nodes, worker.Node{Cond: p.check(), Away: probe.AwayFalse})
	}
	fn := p.entries[p.slices%len(p.entries)]
	size := min(uint64(siteSlice*math.Pow(growth, float64(p.slices/len(p.entries)))), uint64(s.opt.Evals)-p.used)
	j := s.searchJob(fn, s.seed(fn, 1<<41+uint64(p.site.ID), uint64(p.slices)), size)
	j.Algorithm, j.Modes, j.Fuel = worker.Auto, []search.Mode{search.Standard}, firstFuel
	j.Target, j.Starts = *p.target, p.starts(fn)
	return job{SearchJob: j, fn: fn, site: p}
}

// starts lists inputs of a function that come near the site: those that took branches on which it directly depends, or others
// in its function, or else any branches.
func (p *panicSite) starts(fn *function) (vs []input.Vector) {
	add := func(g *goal) {
		if f := g.found; f != nil && f.fn == fn && len(vs) < mostStarts && !slices.ContainsFunc(vs, func(v input.Vector) bool { return slices.Equal(v, f.vector) }) {
			vs = append(vs, f.vector)
		}
	}
	for _, b := range p.needs {
		add(fn.unit.goals[b])
	}
	for _, g := range slices.Concat(p.fn.goals, fn.goals) {
		add(g)
	}
	return vs
}

// spent records the result of a slice for the site.
func (p *panicSite) spent(r *worker.SearchResult) {
	p.slices++
	p.used += r.Evaluations
	p.over = r.Evaluations == 0 && r.Status != search.Stopped || r.Status == search.Exhausted && len(p.entries) == 1
}
