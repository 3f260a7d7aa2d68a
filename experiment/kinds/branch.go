package kinds

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nearmiss/experiment/task"
	"nearmiss/internal/cover"
	"nearmiss/internal/load"
)

// Values of options of branchSearch.
const (
	auto  = "auto"  // the search of nearmiss cover
	last  = "last"  // the last divergence of a run
	ratio = "ratio" // d/(d+1)
	power = "power" // 1 - 1.001^-d
	exact = "exact" // d/(d+1), and exact distances break ties
	every = "all"   // the branches that a subject stands for
)

// fitnessOf has the fitness functions of package fitness by distance and normalisation.
var fitnessOf = map[[2]string]string{
	{"standard", exact}: "standard",
	{"standard", ratio}: "standard",
	{"standard", power}: "standard-power",
	{"path", exact}:     "symbolic",
	{"path", ratio}:     "symbolic",
	{"path", power}:     "symbolic-power",
}

// branchSearch is the search for an input that takes one branch of a function, by itself: the study of Baars et
// al., Symbolic search-based testing, ASE 2011, section V. Package variables are inputs. avm and ga are as
// published, and so is random: the same domains, no archive, no constants of the source.
func branchSearch() *task.Kind {
	return &task.Kind{
		Name: "branch", Doc: "search for an input that takes a branch of a function",
		Subject: []task.Option{
			{Name: "func", Required: true, Doc: "function, named as for nearmiss worst, from the directory dir; * for all of a package"},
			{Name: "branch", Late: true, Doc: "branch, such as file.go:9:5/T"},
			{Name: "branches", Late: true, Silent: true, Values: []string{every}, Doc: "the subject stands for all branches"},
		},
		Arm: []task.Option{
			{Name: "algo", Required: true, Values: []string{"avm", "ga", "random", auto}, Doc: "search; auto is that of nearmiss cover, for this branch alone"},
			{Name: "distance", Values: []string{"standard", "path"}, Doc: "branch distance and approach level, or path distance and approximation level"},
			{Name: "normalisation", Values: []string{exact, ratio, power}, Doc: "of a distance d: ratio is d/(d+1); exact the same, and exact distances break ties; power 1-1.001^-d"},
			{Name: "divergence", Values: []string{"least", last}, Doc: "of a run from the branch that counts: the least, by default, or the last, by the letter of the paper"},
		},
		Budget: []task.Option{
			{Name: "evals", Type: task.Int, Least: 1, Required: true, Doc: "runs of the function"},
		},
		Measures: []task.Measure{
			{Name: "reached", Doc: "1 if the search took the branch, else 0"},
			{Name: "evaluations", Doc: "runs up to the first that took the branch, or the budget", Censored: "reached"},
			{Name: "levels", Doc: "nested conditions up to the branch; not of auto"},
			{Name: "infeasible", Doc: "1 if no input takes the branch, as auto proves, else 0"},
		},
		Check:  checkBranch,
		Expand: expandBranches,
		Open:   openBranches,
	}
}

func checkBranch(arm, _ task.Options) error {
	switch algo, _, given := methodOf(arm); {
	case (algo == "avm" || algo == "ga") && !given:
		return fmt.Errorf("%s needs a distance and a normalisation", algo)
	case (algo == "random" || algo == auto) && (arm["distance"] != nil || arm["normalisation"] != nil):
		return fmt.Errorf("%s has no distance and no normalisation", algo)
	}
	return nil
}

// methodOf returns the algorithm and the fitness of an arm.
func methodOf(arm task.Options) (algo, name string, given bool) {
	name, given = fitnessOf[[2]string{arm.Text("distance"), arm.Text("normalisation")}]
	return arm.Text("algo"), name, given
}

// optionsOf returns the options to search functions of packages whose local name matches an expression.
func optionsOf(dir, local string, patterns ...string) cover.Options {
	o := cover.Options{Patterns: patterns, Globals: true, Parallel: 1, Func: regexp.MustCompile("^(" + local + ")$")}
	o.Dir = dir
	return o
}

// An origin is where a subject has its branches.
type origin struct {
	pattern string // of the package
	local   string // expression for names of functions
}

func originOf(s task.Options) (origin, error) {
	name := s.Text("func")
	if pattern, all := strings.CutSuffix(name, ".*"); all {
		return origin{pattern, ".*"}, nil
	}
	pattern, local, err := load.ParseName(strings.TrimSuffix(name, "()"))
	return origin{pattern, regexp.QuoteMeta(local)}, err
}

// has reports whether a branch is in an origin.
func (p origin) has(b cover.Branch) bool {
	named := b.Package == p.pattern || strings.HasSuffix(b.Package, "/"+strings.TrimPrefix(p.pattern, "./"))
	return named && regexp.MustCompile("^("+p.local+")$").MatchString(b.Func)
}

// expandBranches looks for the branches of functions. It loads all packages at once, and one by one if something is
// wrong with one of them.
func expandBranches(ctx context.Context, dir string, subjects []task.Options) []task.Expansion {
	all := make([]task.Expansion, len(subjects))
	var patterns, locals []string
	for i, s := range subjects {
		p, err := originOf(s)
		if all[i].Err = err; err == nil {
			patterns, locals = append(patterns, p.pattern), append(locals, p.local)
		}
	}
	slices.Sort(patterns)
	patterns = slices.Compact(patterns)
	local := strings.Join(locals, "|")
	branches, err := cover.Branches(ctx, optionsOf(dir, local, patterns...))
	failed := map[string]error{}
	if err != nil {
		branches = nil
		for _, pattern := range patterns {
			list, err := cover.Branches(ctx, optionsOf(dir, local, pattern))
			branches, failed[pattern] = append(branches, list...), err
		}
	}
	for i, s := range subjects {
		if all[i].Err == nil {
			p, _ := originOf(s)
			all[i].Subjects, all[i].Err = expandSubject(ctx, dir, s, branches, failed[p.pattern])
		}
	}
	return all
}

// expandSubject returns the subjects that a subject stands for, none for itself. failed is why branches may be
// missing.
func expandSubject(ctx context.Context, dir string, s task.Options, branches []cover.Branch, failed error) (list []task.Named, err error) {
	p, _ := originOf(s)
	var names []string
	why := ""
	for _, b := range branches {
		switch {
		case !p.has(b):
		case b.Reason != "":
			why = b.Reason
		default:
			name := b.Name
			if p.local == ".*" {
				name = b.Func + "/" + name
			}
			names = append(names, b.Name)
			list = append(list, task.Named{Name: name, Options: task.Options{"func": p.pattern + "." + b.Func, "branch": b.Name}})
		}
	}
	if len(list) == 0 && p.local != ".*" {
		if err := findFuncs(ctx, dir, []task.Options{s})[0]; err != nil {
			return nil, err
		}
	}
	branch := s.Text("branch")
	switch {
	case len(list) == 0 && why != "":
		return nil, fmt.Errorf("no branch of %s can be searched for: %s", s.Text("func"), why)
	case len(list) == 0 && failed != nil:
		return nil, failed
	case len(list) == 0:
		return nil, fmt.Errorf("%s has no branches", s.Text("func"))
	case (branch == "") == (s.Text("branches") == ""):
		return nil, errors.New(`give a branch, or branches = "all"`)
	case branch == "":
		return list, nil
	case !slices.Contains(names, branch):
		return nil, fmt.Errorf("%s has no branch %s that can be searched for; these can: %s", s.Text("func"), branch, strings.Join(names, ", "))
	}
	return nil, nil
}

// A branchSession searches for branches of one function.
type branchSession struct{ single *cover.Single }

func openBranches(ctx context.Context, dir string, s task.Options) (task.Session, error) {
	p, err := originOf(s)
	if err != nil {
		return nil, err
	}
	single, err := cover.OpenSingle(ctx, optionsOf(dir, p.local, p.pattern))
	if err != nil {
		return nil, err
	}
	return &branchSession{single}, nil
}

func (b *branchSession) Close() error {
	b.single.Close()
	return nil
}

// Run implements task.Session.
func (b *branchSession) Run(ctx context.Context, c task.Cell) (m task.Measured, err error) {
	algo, name, given := methodOf(c.Arm)
	if !given {
		name = "standard"
	}
	aim := cover.Aim{
		Branch: c.Subject.Text("branch"), Evaluations: c.Budget.Int("evals"),
		Exact: c.Arm.Text("normalisation") == exact, Last: c.Arm.Text("divergence") == last,
		Trial: cover.Trial{Seed: c.Seed, Algo: algo, Fitness: name, Paper: true},
	}
	if algo == auto {
		aim.Fitness, aim.Paper = auto, false
	}
	budget := aim.Evaluations
	r, err := b.single.Search(ctx, aim)
	if err != nil {
		return m, err
	}
	m.Numbers = map[string]float64{"reached": 0, "evaluations": float64(budget), "levels": float64(r.Levels)}
	if algo == auto {
		m.Numbers["infeasible"] = 0
		delete(m.Numbers, "levels")
	}
	switch {
	case r.Infeasible:
		m.Numbers["infeasible"] = 1
	case r.Found && r.Evaluations <= uint64(budget):
		m.Numbers["reached"], m.Numbers["evaluations"] = 1, float64(r.Evaluations)
	}
	return m, nil
}
