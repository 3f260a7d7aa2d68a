package cover

import (
	"cmp"
	"context"
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

// Trials searches the packages once for each trial. It writes no tests. After each trial it calls each with the results
// for all branches, in order.
func Trials(ctx context.Context, opt Options, trials []Trial, each func(Trial, []BranchTrial)) error {
	for _, t := range trials {
		opt.Seed, opt.Algo, opt.Fitness, opt.Paper = t.Seed, t.Algo, t.Fitness, t.Paper
		s, err := openSession(ctx, opt)
		if err != nil {
			return err
		}
		err = s.search(ctx)
		branches := s.branchTrials()
		s.close()
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		each(t, branches)
	}
	return nil
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
