package cover

import (
	"context"

	"nearmiss/fitness"
	"nearmiss/internal/native"
	"nearmiss/internal/wire"
)

// programLevels is up to which approach level conditions have a path distance: far
// more than but long chains of alternatives have.
const programLevels = 32

// analysisOf returns the analysis of a function, made when it is first asked
// for. The published fitness merges nothing and breaks no ties.
func (s *session) analysisOf(f *function) *fitness.Analysis {
	f.once.Do(func() {
		u := f.unit
		opt := fitness.Options{K: s.opt.K, Merge: !s.opt.Paper, Ties: !s.opt.Paper}
		if !s.opt.Paper {
			opt.Levels = programLevels
		}
		f.analysis = fitness.New(f.cfg, u.layouts[f.cfg], u.pkg.Info, u.pkg.Types, opt)
	})
	return f.analysis
}

// analyse analyses the goals of a round, function by function, on all
// processors the user gave.
// When ctx ends, the goals that are left have no target.
func (s *session) analyse(ctx context.Context, goals []*goal) {
	byFunc := map[*function][]*goal{}
	var order []*function
	for _, g := range goals {
		if g.target != nil {
			continue
		}
		if byFunc[g.fn] == nil {
			order = append(order, g.fn)
		}
		byFunc[g.fn] = append(byFunc[g.fn], g)
	}
	s.parallel(ctx, len(order), func(i int) {
		for _, g := range byFunc[order[i]] {
			if ctx.Err() != nil {
				return
			}
			s.analyseGoal(g)
		}
	})
}

// analyseGoal finds what the worker needs to search for a goal, or the proof
// that there is nothing to search for.
func (s *session) analyseGoal(g *goal) {
	g.target = &wire.Target{Branch: g.branch}
	t, err := s.analysisOf(g.fn).Target(g.branch)
	if err != nil {
		return
	}
	if t.Infeasible && !s.opt.Paper {
		g.infeasible = "the conditions on every path from the entry of the function contradict each other"
		return
	}
	g.target = native.Target(t)
	for i := range t.Nodes {
		g.leftOut = g.leftOut.Add(t.Nodes[i].LeftOut)
	}
}
