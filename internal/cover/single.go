package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/subject"
	"nearmiss/search"
)

// A Branch is a branch of a function under test.
type Branch struct {
	Package, Func, Name string
	Reason              string // why the branch is not searched for; empty if it is
}

// Branches lists the branches of the functions that the options select, in the order of the source. It builds
// nothing.
func Branches(ctx context.Context, opt Options) (list []Branch, err error) {
	s, err := newSession(opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.plan(ctx); err != nil {
		return nil, err
	}
	for _, u := range s.units {
		for _, f := range u.funcs {
			for _, g := range f.goals {
				list = append(list, Branch{u.pkg.ImportPath, f.name, u.graph.BranchName(g.branch), cmp.Or(f.reason, g.infeasible)})
			}
		}
	}
	return list, s.failed()
}

// A Single searches for one branch after the other, each by itself: no search knows of another one. All have the
// domain of the published method, in which floats are finite. Packages are built once. A Single belongs to one
// goroutine.
type Single struct {
	s        *session
	analyses map[analysisKey]*analysisOf
}

// An analysisKey is what the analysis of a function depends on.
type analysisKey struct {
	fn      *function
	archive bool
	norm    fitness.Norm
}

// An analysisOf holds the analysis of a function, and the objectives of its goals so far.
type analysisOf struct {
	analyses map[*cfg.Func]*fitness.Analysis
	of       map[*goal]objective
}

// OpenSingle plans the packages, and builds and starts their workers. The caller must close the result.
func OpenSingle(ctx context.Context, opt Options) (*Single, error) {
	s, err := openSession(ctx, opt)
	if err != nil {
		return nil, err
	}
	for _, u := range s.units {
		for _, p := range u.sites {
			p.fn = nil // panics are no goals
		}
	}
	return &Single{s: s, analyses: map[analysisKey]*analysisOf{}}, nil
}

// Close ends the workers.
func (o *Single) Close() { o.s.close() }

// A SingleTrial is the result of a search for one branch.
type SingleTrial struct {
	Found       bool
	Infeasible  bool   // proved to be infeasible
	Evaluations uint64 // all that the search took
	Levels      int    // nested conditions up to the branch: the highest approach level + 1; 0 if it was not asked for
}

// A Trial is a way to search.
type Trial struct {
	Seed    uint64
	Algo    string
	Fitness string
	Paper   bool
}

// An Aim is a branch, by a name that Branches gives, and how to search for it.
type Aim struct {
	Branch      string
	Exact, Last bool // as in Options
	Evaluations int  // budget of the algorithms as published. Others may take more: they run inputs that solving gives, too
	Trial
}

// Search searches for a branch.
func (o *Single) Search(ctx context.Context, a Aim) (*SingleTrial, error) {
	s := o.s
	s.opt.Seed, s.opt.Algo, s.opt.Fitness, s.opt.Paper = a.Seed, a.Algo, a.Fitness, a.Paper
	s.opt.Exact, s.opt.Last, s.opt.Evals = a.Exact, a.Last, a.Evaluations
	if err := s.opt.Validate(); err != nil {
		return nil, &subject.UsageError{Err: err}
	}
	s.method = s.opt.method()
	u, g := o.goal(a.Branch)
	if g == nil {
		return nil, fmt.Errorf("there is no branch %s in %v", a.Branch, s.opt.Patterns)
	}
	if !g.fn.searched() {
		return nil, errors.New(g.fn.main().reason)
	}
	if s.method.archive {
		s.opt.Seed = search.SeedOf(a.Seed, a.Branch) // or the samples of all branches would be the same
	}
	analysis := o.reset(u, g)
	if s.method.archive {
		for _, other := range u.goals {
			other.unasked = other != g
		}
		r := s.newSchedule(u, deadlines{})
		r.searchBranches(ctx)
		r.release()
	} else if goals := s.analysed(ctx, []*goal{g}); len(goals) > 0 {
		s.perform(ctx, u, []job{s.paperJob(g)}, 0)
	}
	analysis.keep(g)
	if err := cmp.Or(ctx.Err(), s.failed()); err != nil {
		return nil, err
	}
	r := &SingleTrial{Found: g.found != nil, Infeasible: g.infeasible != "", Evaluations: u.evaluated}
	if g.target != nil {
		for _, n := range g.target.Nodes {
			r.Levels = max(r.Levels, n.Level+1)
		}
	}
	return r, nil
}

// goal returns the goal of a name, nil if there is none.
func (o *Single) goal(branch string) (*unit, *goal) {
	for _, u := range o.s.units {
		for _, g := range u.goals {
			if g.fn.main().cfg != nil && u.graph.BranchName(g.branch) == branch {
				return u, g
			}
		}
	}
	return nil, nil
}

// reset forgets the previous search, and recalls what earlier analyses of the function by the same method found
// out.
func (o *Single) reset(u *unit, of *goal) *analysisOf {
	u.schedule, u.evaluated, u.vain = nil, 0, false
	for _, f := range u.entries() {
		f.tally, f.gaveUp, f.caution, f.withheld = tally{}, "", caution{}, nil
		f.limits.Finite, f.analyses = true, nil // one domain for all searches
	}
	for _, g := range u.goals {
		fresh := goal{branch: g.branch, fn: g.fn.main()}
		if c := u.graph.Conds[g.branch/2]; fresh.fn.cfg != nil {
			fresh.fn = fresh.fn.first(c)
		}
		fresh.infeasible, _ = u.graph.Infeasible(g.branch)
		*g = fresh
	}
	key := analysisKey{of.fn.main(), o.s.method.archive, o.s.method.fitness.Norm}
	known := o.analyses[key]
	if known == nil {
		known = &analysisOf{of: map[*goal]objective{}}
		o.analyses[key] = known
	}
	known.recall(of)
	return known
}

func (a *analysisOf) recall(g *goal) {
	g.fn.analyses = a.analyses
	g.objective = a.of[g]
}

func (a *analysisOf) keep(g *goal) {
	a.analyses = g.fn.analyses
	if g.infeasible == "" { // a proof comes when it comes in each search
		a.of[g] = g.objective
	}
}
