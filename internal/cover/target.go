package cover

import (
	"context"
	"slices"

	"nearmiss/fitness"
	"nearmiss/internal/native"
	wire "nearmiss/internal/worker"
)

// roughFrom is from how many branches on goals of a function begin without path
// expressions.
const roughFrom = 128

// analysis returns the analysis of the function of a goal, made when it is first asked for.
func (s *session) analysis(f *function) *fitness.Analysis {
	if f.analysis == nil {
		u := f.unit
		opt := s.method.fitness
		opt.Layout = u.layouts[f.cfg]
		f.analysis = fitness.New(u.graph, f.cfg, opt)
	}
	return f.analysis
}

// analysed analyses goals and returns those that are left to search for.
func (s *session) analysed(ctx context.Context, goals []*goal) []*goal {
	goals = slices.DeleteFunc(goals, func(g *goal) bool { return !g.open() })
	s.analyse(ctx, goals)
	return slices.DeleteFunc(goals, func(g *goal) bool { return !g.open() || g.target == nil })
}

// analysedAhead analyses each batch of goals while the one before is searched for, and has
// what is left of it searched for.
func (s *session) analysedAhead(ctx context.Context, batches [][]*goal, search func([]*goal)) {
	begin := func(goals []*goal) <-chan []*goal {
		done := make(chan []*goal, 1)
		goals = slices.DeleteFunc(goals, func(g *goal) bool { return !g.open() })
		go func() {
			s.analyse(ctx, goals)
			done <- slices.DeleteFunc(goals, func(g *goal) bool { return g.target == nil })
		}()
		return done
	}
	ready := begin(nil)
	for _, next := range append(batches, nil) {
		goals := <-ready
		ready = begin(next)
		search(goals)
	}
}

// analyse analyses the goals of a round that have no target, or one without path
// expressions, on all processors the user gave. When ctx ends, those that are left stay as
// they are.
func (s *session) analyse(ctx context.Context, goals []*goal) {
	byFn := map[*function][]*goal{}
	var order []*function
	for _, g := range goals {
		if g.target != nil && (!g.rough || g.slices == 0) {
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

// analyseGoal finds what the worker needs to search for a goal, or the proof
// that there is nothing to search for.
func (s *session) analyseGoal(g *goal) {
	g.target = &wire.Target{Branch: g.branch}
	var t *fitness.Target
	var err error
	if g.rough = s.beginsRough(g); g.rough {
		t, err = fitness.Approach(g.fn.cfg, g.branch)
	} else {
		t, err = s.analysis(g.fn).Target(g.branch)
	}
	if err != nil {
		return
	}
	if t.Infeasible && s.method.archive {
		g.infeasible = "the conditions on every path from the entry of the function contradict each other"
		return
	}
	g.target = native.Target(t)
	g.bare = t.Bare > 0 || t.LeftOut() > 0
}

// beginsRough reports whether a goal has its first slice without path expressions: where
// these take as long as many slices, most goals would wait for a turn till the time is over.
func (s *session) beginsRough(g *goal) bool {
	return g.slices == 0 && s.mayBeRough(g)
}

func (s *session) mayBeRough(g *goal) bool {
	return s.method.archive && g.fn.branches() >= roughFrom
}

// branches is the number of branches of the function.
func (f *function) branches() int { return len(f.main().goals) }
