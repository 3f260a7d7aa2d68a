package cover

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"

	"nearmiss/cfg"
	"nearmiss/internal/changes"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

// narrow restricts the search to goals on lines that have changed since the git reference
// Options.Diff, and to functions that contain such goals.
func (s *session) narrow(ctx context.Context) error {
	if s.opt.Diff == "" {
		return nil
	}
	trees := map[string]*changes.Tree{}
	out := 0
	for _, u := range s.units {
		top, err := changes.Top(ctx, u.pkg.Dir, s.Env)
		if err != nil {
			return diffError(err)
		}
		if trees[top] == nil {
			if trees[top], err = changes.Since(ctx, top, s.opt.Diff, s.Env); err != nil {
				return diffError(err)
			}
		}
		out += u.narrow(trees[top])
	}
	if out > 0 {
		verb := "were"
		if out == 1 {
			verb = "was"
		}
		s.notes = append(s.notes, report.Note{Text: fmt.Sprintf("%s no branch on a line that has changed since %s and %s not searched", report.Numbered(out, "function has", "functions have"), s.opt.Diff, verb)})
	}
	return nil
}

func diffError(err error) error {
	if e, ok := err.(*changes.Error); ok {
		return &subject.UsageError{Err: fmt.Errorf("-diff: %w", e)}
	}
	return err
}

// narrow restricts the search of one package and returns the number of functions left out. It keeps
// a function without branches if the function has changed.
func (u *unit) narrow(t *changes.Tree) (out int) {
	outside := &function{unit: u, reason: "left out"}
	var left []*function
	for _, f := range u.funcs {
		var goals []*goal
		for _, g := range f.goals {
			if u.changed(t, g) {
				goals = append(goals, g)
				continue
			}
			g.fn, g.ignored = outside, true
		}
		whole := len(f.goals) == 0 && f.cfg != nil && u.covers(t, f.cfg.Decl)
		if f.goals = goals; len(goals) > 0 || whole {
			left = append(left, f)
		} else {
			f.reason = outside.reason
			out++
		}
	}
	u.funcs = left
	for _, p := range u.sites {
		if p.fn != nil && !u.covers(t, p.site.Node) {
			p.fn = nil
		}
	}
	return out
}

// changed reports whether the condition of a goal has changed, or the block that only the goal's
// branch leads to.
func (u *unit) changed(t *changes.Tree, g *goal) bool {
	c := u.graph.Conds[g.branch/2]
	from, to := place(c)
	if u.lines(t, from, to) {
		return true
	}
	e := u.graph.Edge(g.branch)
	if e == nil || len(e.To.Preds) != 1 {
		return false
	}
	for _, n := range e.To.Nodes {
		if u.covers(t, n) {
			return true
		}
	}
	return false
}

// place returns the source range of a condition. For a loop or a clause, the range is its head.
func place(c *cfg.Cond) (from, to token.Pos) {
	switch {
	case c.Expr != nil:
		return c.Expr.Pos(), c.Expr.End()
	case c.Kind == cfg.Range:
		return c.Pos, c.Stmt.(*ast.RangeStmt).X.End()
	case c.Kind == cfg.TypeCase:
		return c.Pos, c.Stmt.(*ast.TypeSwitchStmt).Body.List[c.Index].(*ast.CaseClause).Colon
	case c.Kind == cfg.SelectCase:
		return c.Pos, c.Stmt.(*ast.SelectStmt).Body.List[c.Index].(*ast.CommClause).Colon
	}
	return c.Pos, c.Pos
}

func (u *unit) covers(t *changes.Tree, n ast.Node) bool {
	if a, ok := n.(*ast.AssignStmt); ok && len(a.Rhs) == 0 { // the assignment of a range loop
		return u.lines(t, n.Pos(), n.Pos())
	}
	return u.lines(t, n.Pos(), n.End())
}

// lines reports whether a line between two positions has changed. It ignores line directives.
func (u *unit) lines(t *changes.Tree, from, to token.Pos) bool {
	a, b := u.pkg.Fset.PositionFor(from, false), u.pkg.Fset.PositionFor(to, false)
	return t.Changed(a.Filename, a.Line, b.Line)
}
