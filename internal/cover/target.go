package cover

import (
	"context"
	"slices"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/fault"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// analysis returns the analysis of a function, or of one that it calls, for the branches there that it searches for.
// The first call makes it.
func (s *session) analysis(f *function, of *cfg.Func) *fitness.Analysis {
	if f.analyses == nil {
		f.analyses = map[*cfg.Func]*fitness.Analysis{}
	}
	if f.analyses[of] == nil {
		u := f.unit
		opt := s.method.fitness
		opt.Layout = u.set.Layouts[of]
		f.analyses[of] = fitness.New(u.graph, of, opt)
	}
	return f.analyses[of]
}

// analysed analyses open goals and returns those without a proof of infeasibility.
func (s *session) analysed(ctx context.Context, goals []*goal) []*goal {
	goals = slices.DeleteFunc(goals, func(g *goal) bool { return !g.open() })
	s.analyse(ctx, goals)
	return slices.DeleteFunc(goals, func(g *goal) bool { return !g.open() || g.target == nil })
}

// analysedAhead analyses each batch of goals while the previous batch is searched for, and then
// calls search with the goals of the batch that have a target.
func (s *session) analysedAhead(ctx context.Context, batches [][]*goal, search func([]*goal)) {
	var ahead fault.Group
	defer ahead.Wait() // also if search panics
	var goals []*goal
	for _, next := range append(batches, nil) {
		ahead.Wait()
		ready := slices.DeleteFunc(goals, func(g *goal) bool { return g.target == nil })
		goals = slices.DeleteFunc(next, func(g *goal) bool { return !g.open() })
		ahead.Go(func() { s.analyse(ctx, goals) })
		search(ready)
	}
}

// analyse analyses in parallel the goals that have no target yet. When ctx ends, the remaining goals stay unchanged.
func (s *session) analyse(ctx context.Context, goals []*goal) {
	byFn := map[*function][]*goal{}
	var order []*function
	for _, g := range goals {
		if g.target != nil {
			continue
		}
		if byFn[g.fn] == nil {
			order = append(order, g.fn)
		}
		byFn[g.fn] = append(byFn[g.fn], g)
	}
	s.parallel(ctx, len(order), func(i int) {
		for _, g := range byFn[order[i]] {
			if ctx.Err() != nil {
				return
			}
			s.analyseGoal(g)
		}
	})
}

// analyseGoal computes the target of a goal, or the proof that no input takes its branch.
func (s *session) analyseGoal(g *goal) {
	g.target = &worker.Target{Branch: g.branch}
	t, err := s.analysis(g.fn, g.fn.unit.graph.Conds[g.branch/2].Func).Target(g.branch)
	if err != nil {
		return
	}
	if t.Infeasible && s.method.archive {
		g.infeasible = "the conditions on every path from the entry of the function contradict each other"
		return
	}
	g.target = native.Target(t)
	g.bare = t.WithoutProgram > 0 || t.LeftOut() > 0
}

func (f *function) branches() int { return len(f.main().goals) }
