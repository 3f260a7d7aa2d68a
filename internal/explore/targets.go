package explore

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"nearmiss/cfg"
	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/object"
	"nearmiss/internal/subject"
	"nearmiss/internal/syntax"
)

// A goal is a target with the state of its search.
type goal struct {
	branch uint32
	name   string
	proof  string // why no input can take it, if known without a run

	run   int // number of the run that reached it first, from 1; 0 if none did
	input input.Vector
	text  string // source of the condition

	difference string             // first call on the receiver without which the input does not take it
	forbids    []object.Invariant // invariants that contradict a path to it

	near        dse.Near // smallest distance of all runs
	nearest     input.Vector
	failedTries int // inputs that should take it but did not, or ended their process
	endingInput input.Vector
	howEnded    string // how endingInput ends its process
}

// goals makes goals of the named branches, or of all branches if there are no names.
func (s *Session) goals(names []string) ([]*goal, error) {
	if len(names) == 0 {
		return s.allGoals()
	}
	g := s.subject.Graph
	var list []*goal
	var errs []error
	for _, name := range names {
		b, err := g.ParseBranch(name)
		if err != nil {
			errs = append(errs, fmt.Errorf("-target: %w%s", err, s.nearbyBranches(name, err)))
			continue
		}
		if !slices.ContainsFunc(list, func(t *goal) bool { return t.branch == b }) {
			list = append(list, s.goal(b))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, &subject.UsageError{Err: err}
	}
	return list, nil
}

// allGoals makes goals of the branches that a run of the function can take in its package.
func (s *Session) allGoals() ([]*goal, error) {
	var list []*goal
	g := s.subject.Graph
	for _, f := range reachable(g, syntax.NewMentions(g.Info, g.Files), s.subject.Func) {
		for _, c := range f.Conds {
			for _, side := range []bool{false, true} {
				b := c.Branch(side)
				t := s.goal(b)
				if t.proof == "" && s.subject.Graph.Edge(b) == nil {
					continue // a constant condition has only one branch
				}
				list = append(list, t)
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("there is no branch to reach in %s: it has no condition, and calls nothing in its package that has one", s.subject.Fn.Sig.Name)
	}
	return list, nil
}

func (s *Session) goal(branch uint32) *goal {
	g := s.subject.Graph
	t := &goal{branch: branch, name: g.BranchName(branch), text: g.Cond(branch).Text(s.subject.Package.Fset)}
	t.proof, _ = g.Infeasible(branch)
	return t
}

// maxNearbyBranches is the number of branches suggested in place of a name without a branch.
const maxNearbyBranches = 4

// nearbyBranches lists the branches nearest to a position that has no branch.
func (s *Session) nearbyBranches(name string, err error) string {
	parts := strings.Split(name, ":")
	if strings.Contains(err.Error(), "on that line") || len(parts) < 2 {
		return ""
	}
	var line int
	fmt.Sscan(parts[1], &line)
	file := filepath.Base(parts[0])
	g := s.subject.Graph
	at := func(c *cfg.Cond) token.Position { return s.subject.Package.Fset.PositionFor(c.Pos, false) }
	conds := slices.Clone(g.Conds)
	conds = slices.DeleteFunc(conds, func(c *cfg.Cond) bool { return filepath.Base(at(c).Filename) != file })
	near := "near it"
	if len(conds) == 0 {
		conds, near = slices.Clone(s.subject.Func.Conds), "in "+s.subject.Fn.Sig.Name
	}
	slices.SortStableFunc(conds, func(a, b *cfg.Cond) int {
		return cmp.Compare(abs(at(a).Line-line), abs(at(b).Line-line))
	})
	var names []string
	for _, c := range conds[:min(len(conds), maxNearbyBranches)] {
		names = append(names, strings.TrimSuffix(g.BranchName(c.Branch(true)), "/T"))
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("; %s there are %s, each with /T and /F", near, strings.Join(names, ", "))
}

func abs(n int) int { return max(n, -n) }
