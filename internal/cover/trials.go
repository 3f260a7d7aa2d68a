package cover

import (
	"context"

	"nearmiss/internal/subject"
)

// A Trial is one of several searches over the same packages.
type Trial struct {
	Seed    uint64
	Algo    string
	Fitness string
	Paper   bool
}

// A BranchTrial is the result of one trial for one branch.
type BranchTrial struct {
	Package     string
	Func        string
	Branch      string
	Searched    bool // the function can be called
	Infeasible  bool // proved to be infeasible
	Found       bool
	Evaluations uint64 // spent on this branch, without those spent on other branches
	All         uint64 // spent on the function: all branches and the random inputs before
}

// Trials plans the packages once and then searches once for each trial with the same workers. It
// writes no tests. After each trial it calls each with the results for all branches, in order.
func Trials(ctx context.Context, opt Options, trials []Trial, each func(Trial, []BranchTrial)) error {
	s, err := openSession(ctx, opt)
	if err != nil {
		return err
	}
	defer s.close()
	for i, t := range trials {
		s.opt.Seed, s.opt.Algo, s.opt.Fitness, s.opt.Paper = t.Seed, t.Algo, t.Fitness, t.Paper
		if err := s.opt.Validate(); err != nil {
			return &subject.UsageError{Err: err}
		}
		s.method = s.opt.method()
		s.reset(i > 0 && trials[i-1].Paper == t.Paper)
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

// reset forgets the results of the previous search. If same is set, the next search keeps the
// analyses and targets.
func (s *session) reset(same bool) {
	for _, u := range s.units {
		u.schedule = nil
		for _, f := range u.entries() {
			f.evaluations, f.elapsed, f.gaveUp = 0, 0, ""
			f.caution = caution{}
			f.limits.Finite = !s.method.archive
			if !same {
				f.analysis = nil
			}
		}
		for _, p := range u.sites {
			p.found, p.slices, p.over = nil, 0, false
		}
		for _, g := range u.goals {
			fresh := goal{branch: g.branch, fn: g.fn.main().first(u.graph.Cond(g.branch)), ignored: g.ignored}
			if same {
				fresh.target, fresh.bare, fresh.infeasible = g.target, g.bare, g.infeasible
			} else {
				fresh.infeasible, _ = u.graph.Infeasible(g.branch)
			}
			*g = fresh
		}
	}
}

func (s *session) branchTrials() []BranchTrial {
	var out []BranchTrial
	for _, u := range s.units {
		for _, g := range u.goals {
			out = append(out, BranchTrial{
				Package: u.pkg.ImportPath, Func: g.fn.name, Branch: u.graph.BranchName(g.branch),
				Searched: g.fn.searched(), Infeasible: g.infeasible != "", Found: g.found != nil, Evaluations: g.used, All: g.fn.evaluations,
			})
		}
	}
	return out
}
