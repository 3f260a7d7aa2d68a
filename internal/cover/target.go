package cover

import (
	"context"
	"sync"

	"nearmiss/fitness"
	"nearmiss/internal/native"
	"nearmiss/internal/wire"
)

// programLevels is up to which approach level conditions have a path distance: far
// more than but long chains of alternatives have.
const programLevels = 32

// programWork bounds the work for the path distances of a goal: the functions of most
// packages need less. In one of 800 branches to have them all takes as long as hundreds of
// slices.
const programWork = 300_000

// roughFrom is from how many branches on goals of a function begin without path
// expressions.
const roughFrom = 128

// analysts is how many analyses of a large function go on beside each other, each of its own
// goals. It does not depend on the processors: what an analysis has seen before may decide
// how it writes what is equal.
const analysts = 4

// An analyst has an analysis of a function.
type analyst struct {
	once     sync.Once // guards analysis
	analysis *fitness.Analysis
}

// analyst is the number of the one for a goal.
func (g *goal) analyst() int {
	if g.fn.branches() < roughFrom {
		return 0
	}
	return int(g.branch) % analysts
}

// analysisOf returns the analysis of a function for a goal, made when it is first asked
// for. The published fitness merges nothing and breaks no ties.
func (s *session) analysisOf(g *goal) *fitness.Analysis {
	f := g.fn
	a := &f.analyses[g.analyst()]
	a.once.Do(func() {
		u := f.unit
		opt := fitness.Options{Layout: u.layouts[f.cfg], K: s.opt.K, Merge: !s.opt.Paper, Ties: !s.opt.Paper}
		if !s.opt.Paper {
			opt.Levels, opt.Work = programLevels, programWork
		}
		a.analysis = fitness.New(u.graph, f.cfg, opt)
	})
	return a.analysis
}

// analyse analyses the goals of a round that have no target, or one without path
// expressions, on all processors the user gave. When ctx ends, those that are left stay as
// they are.
func (s *session) analyse(ctx context.Context, goals []*goal) {
	type share struct {
		fn      *function
		analyst int
	}
	shares := map[share][]*goal{}
	var order []share
	for _, g := range goals {
		if g.target != nil && (!g.rough || g.slices == 0) {
			continue
		}
		of := share{g.fn, g.analyst()}
		if shares[of] == nil {
			order = append(order, of)
		}
		shares[of] = append(shares[of], g)
	}
	s.parallel(ctx, len(order), func(i int) {
		for _, g := range shares[order[i]] {
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
		t, err = s.analysisOf(g).Target(g.branch)
	}
	if err != nil {
		return
	}
	if t.Infeasible && !s.opt.Paper {
		g.infeasible = "the conditions on every path from the entry of the function contradict each other"
		return
	}
	g.target = native.Target(t)
	if !s.opt.Paper {
		g.fn.unit.answers.Link(g.target)
	}
	g.bare = t.Bare > 0 || t.LeftOut() > 0
}

// beginsRough reports whether a goal has its first slice without path expressions: where
// these take as long as many slices, most goals would wait for a turn till the time is over.
func (s *session) beginsRough(g *goal) bool {
	return !s.opt.Paper && g.slices == 0 && g.fn.branches() >= roughFrom
}
