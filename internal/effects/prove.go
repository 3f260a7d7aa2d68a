package effects

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"nearmiss/cfg"
)

// prove adds the infeasible branches of the function.
func (a *Analysis) prove(out map[uint32]string) {
	dead := map[*cfg.Graph]string{}
	for _, g := range a.fn.Graphs { // outer before inner
		a.graph = g
		states := a.states[g]
		if why := dead[g.Parent]; why != "" && g.Parent != nil {
			dead[g] = why
		} else if up := a.states[g.Parent]; up != nil && up[g.Site.ID] == nil {
			dead[g] = a.behind(g.Parent, g.Site)
		}
		a.graph = g
		for _, b := range g.Blocks {
			if b.Cond == nil {
				continue
			}
			for _, outcome := range []bool{false, true} {
				switch branch := b.Cond.Branch(outcome); {
				case dead[g] != "":
					out[branch] = dead[g]
				case states == nil:
				case states[b.ID] == nil:
					out[branch] = a.behind(g, b)
				case a.refine(states[b.ID], b.Cond, outcome) == nil:
					out[branch] = a.why(states[b.ID], b.Cond)
				}
			}
		}
	}
}

// behind says which branch lies before a block that is never reached.
func (a *Analysis) behind(g *cfg.Graph, b *cfg.Block) string {
	a.graph = g
	states := a.states[g]
	seen := map[*cfg.Block]bool{b: true}
	for queue := []*cfg.Block{b}; len(queue) > 0; queue = queue[1:] {
		for _, e := range queue[0].Preds {
			s := states[e.From.ID]
			switch {
			case s == nil && !seen[e.From]:
				seen[e.From] = true
				queue = append(queue, e.From)
			case s != nil && e.Cond != nil:
				return fmt.Sprintf("it lies behind %s, where %s", a.pkg.BranchName(e.Cond.Branch(e.Outcome)), a.why(s, e.Cond))
			}
		}
	}
	return "the code is never reached"
}

// why says what makes one outcome of a condition impossible.
func (a *Analysis) why(s state, c *cfg.Cond) string {
	var parts []string
	tell := func(x ast.Expr) {
		if a.info.Types[x].Value != nil || a.info.Types[x].IsNil() {
			return
		}
		if text := a.told(s, x); text != "" {
			parts = append(parts, text)
		}
	}
	switch c.Kind {
	case cfg.Bool:
		tell(c.Expr)
	case cfg.Compare:
		x := ast.Unparen(c.Expr).(*ast.BinaryExpr)
		tell(x.X)
		tell(x.Y)
	case cfg.Case:
		tell(c.Stmt.(*ast.SwitchStmt).Tag)
		tell(c.Expr)
	case cfg.TypeCase:
		return a.shadowed(c)
	}
	if len(parts) == 0 {
		return "its operands rule it out"
	}
	return strings.Join(parts, " and ")
}

// told says what a value can be.
func (a *Analysis) told(s state, x ast.Expr) string {
	text := types.ExprString(x)
	if len(text) > 40 {
		text = "the value"
	}
	v := a.eval(s, x)
	switch {
	case v.class == integer && v.iv.IsSingle():
		return fmt.Sprintf("%s is always %v", text, v.iv.Lo)
	case v.class == integer:
		return fmt.Sprintf("%s is from %v to %v", text, v.iv.Lo, v.iv.Hi)
	case v.class == truth && v.bits != either:
		return fmt.Sprintf("%s is always %v", text, v.bits == yes)
	case v.class == nilness && v.bits == yes:
		return text + " is always nil"
	case v.class == nilness && v.bits == no:
		return text + " is never nil"
	}
	return ""
}

// shadowed says which clauses of a type switch leave nothing for a later one,
// "" if something is left.
func (a *Analysis) shadowed(c *cfg.Cond) string {
	body := c.Stmt.(*ast.TypeSwitchStmt).Body.List
	var names []string
	for _, x := range body[c.Index].(*ast.CaseClause).List {
		earlier := a.taker(body[:c.Index], x)
		if earlier == "" {
			return ""
		}
		names = append(names, earlier)
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("the clause for %s before it takes all that it would", names[0])
}

// taker is the type of an earlier clause that takes every value of a type.
func (a *Analysis) taker(clauses []ast.Stmt, x ast.Expr) string {
	t := a.info.TypeOf(x)
	if t == nil || a.info.Types[x].IsNil() || isGeneric(t) {
		return ""
	}
	for _, clause := range clauses {
		for _, y := range clause.(*ast.CaseClause).List {
			u := a.info.TypeOf(y)
			if u == nil || a.info.Types[y].IsNil() || isGeneric(u) {
				continue
			}
			if i, ok := u.Underlying().(*types.Interface); ok && types.Implements(t, i) {
				return types.ExprString(y)
			}
		}
	}
	return ""
}

// isGeneric reports whether a type parameter is part of t.
func isGeneric(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for i := range t.TypeArgs().Len() {
			if isGeneric(t.TypeArgs().At(i)) {
				return true
			}
		}
		return false
	case *types.Basic:
		return false
	case *types.Pointer:
		return isGeneric(t.Elem())
	case *types.Interface:
		return t.NumMethods() > 0
	}
	return true // not looked into
}
