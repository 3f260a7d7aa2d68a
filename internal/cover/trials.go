package cover

import (
	"context"

	"nearmiss/input"
)

// A Trial is one search among many over the same packages.
type Trial struct {
	Seed    uint64
	Algo    string
	Fitness string
	Paper   bool
}

// A BranchTrial is how one trial did on one branch.
type BranchTrial struct {
	Package     string
	Func        string
	Branch      string
	Searched    bool // the function could be called
	Infeasible  bool // proved
	Found       bool
	Evaluations uint64 // spent on this branch; what others spent is not in it
	All         uint64 // spent on all branches of the function, exploring included
	Best        float64
}

// Trials plans once and searches once for each trial; the workers stay. It
// writes no tests. each hears of a trial's branches, in order, when it is over.
func Trials(ctx context.Context, opt Options, trials []Trial, each func(Trial, []BranchTrial)) error {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return &UsageError{err}
	}
	s, err := newSession(opt)
	if err != nil {
		return err
	}
	defer s.close()
	if err := s.plan(ctx); err != nil {
		return err
	}
	for _, t := range trials {
		s.opt.Seed, s.opt.Algo, s.opt.Fitness, s.opt.Paper = t.Seed, t.Algo, t.Fitness, t.Paper
		if err := s.opt.Validate(); err != nil {
			return &UsageError{err}
		}
		s.reset()
		if err := s.search(ctx); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		each(t, s.branchTrials())
	}
	return nil
}

// reset forgets everything that a search has found.
func (s *session) reset() {
	s.all = false
	analysed := s.analysedPaper != nil && *s.analysedPaper == s.opt.Paper
	paper := s.opt.Paper
	s.analysedPaper = &paper
	for _, u := range s.units {
		u.heavy = nil
		for _, f := range u.entries() {
			f.evaluations, f.elapsed, f.gaveUp = 0, 0, ""
			f.caution = caution{}
			f.operands = input.Seeds{}
			f.limits.Finite = s.opt.Paper
			if !analysed {
				f.analyses = [analysts]analyst{}
			}
		}
		for _, p := range u.sites {
			p.found, p.shown, p.slices, p.over = nil, nil, 0, false
		}
		for _, g := range u.goals {
			fresh := goal{branch: g.branch, fn: g.fn.main()}
			keeps := paper || g.fn.branches() < roughFrom // else a search begins without path expressions
			if analysed && keeps {
				if fresh.target, fresh.bare = g.target, g.bare; g.infeasible != whyComplete { // that is a find of the search
					fresh.infeasible = g.infeasible
				}
			} else if reason, ok := u.graph.Infeasible(g.branch); ok {
				fresh.infeasible = reason // the published method has no other proof
			}
			*g = fresh
		}
		if !s.opt.Paper {
			u.prove()
		}
	}
}

func (s *session) branchTrials() []BranchTrial {
	var out []BranchTrial
	for _, u := range s.units {
		for _, g := range u.goals {
			b := BranchTrial{
				Package: u.pkg.ImportPath, Func: g.fn.name, Branch: u.graph.BranchName(g.branch),
				Searched: g.fn.searched(), Infeasible: g.infeasible != "", Found: g.found != nil, Evaluations: g.used, All: g.fn.evaluations,
			}
			if best := g.best(); best != nil {
				b.Best = best.Fitness.Value
			}
			out = append(out, b)
		}
	}
	return out
}
