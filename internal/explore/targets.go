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
	"nearmiss/internal/syntax"
)

// A goal is a target and what is known of it.
type goal struct {
	branch uint32
	name   string
	proof  string // why it cannot be taken, known without a run

	run   int // that reached it first, from 1; 0 if none did
	input input.Vector
	text  string // of the condition

	difference string             // the call on the receiver that the input needs first
	forbids    []object.Invariant // that contradict a path to it

	near    dse.Near // the best of all runs
	nearest input.Vector
	tries   int // inputs that were to take it, and did not, or ended their process
	ended   input.Vector
	how     string // it ended
}

// goals settles the targets.
func (s *Session) goals(names []string) ([]*goal, error) {
	if len(names) == 0 {
		return s.all()
	}
	g := s.subject.Graph
	var list []*goal
	var errs []error
	for _, name := range names {
		b, err := g.ParseBranch(name)
		if err != nil {
			errs = append(errs, fmt.Errorf("-target: %w%s", err, s.besides(name, err)))
			continue
		}
		if !slices.ContainsFunc(list, func(t *goal) bool { return t.branch == b }) {
			list = append(list, s.goal(b))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, &UsageError{Err: err}
	}
	return list, nil
}

// all makes goals of the branches that the function can come to.
func (s *Session) all() ([]*goal, error) {
	var list []*goal
	g := s.subject.Graph
	for _, f := range reachable(g, syntax.NewMentions(g.Info, g.Files), s.subject.Func) {
		for _, c := range f.Conds {
			for _, side := range []bool{false, true} {
				b := c.Branch(side)
				t := s.goal(b)
				if t.proof == "" && s.subject.Graph.Edge(b) == nil {
					continue // the only way of a constant condition
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

// mostBesides is how many branches are named in place of one that is not
// there.
const mostBesides = 4

// besides names branches that lie near a place where there is none.
func (s *Session) besides(name string, err error) string {
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
	for _, c := range conds[:min(len(conds), mostBesides)] {
		names = append(names, strings.TrimSuffix(g.BranchName(c.Branch(true)), "/T"))
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("; %s there are %s, each with /T and /F", near, strings.Join(names, ", "))
}

func abs(n int) int { return max(n, -n) }
