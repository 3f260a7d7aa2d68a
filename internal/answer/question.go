package answer

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/term"
)

// question is the one that is answered by yes where a condition comes out as wanted.
func (a *Answers) question(c *cfg.Cond, want bool) (q Question, than constant.Value, ok bool) {
	x := ast.Unparen(c.Expr)
	r := term.EQ
	switch c.Kind {
	case cfg.Bool:
		than = constant.MakeBool(want)
	case cfg.Compare:
		b := x.(*ast.BinaryExpr)
		x = ast.Unparen(b.X)
		if r, ok = term.Of(b.Op); !ok {
			return q, nil, false
		}
		if than, ok = a.fixed(b.Y); !ok {
			if than, ok = a.fixed(b.X); !ok {
				return q, nil, false
			}
			x, r = ast.Unparen(b.Y), r.Mirror()
		}
		if !want {
			r = r.Negate()
		}
		if r == term.NE && than != nil && than.Kind() == constant.Bool {
			r, than = term.EQ, constant.MakeBool(!constant.BoolVal(than))
		}
	default:
		return q, nil, false
	}
	f, result := a.source(c, x)
	if f == nil {
		return q, nil, false
	}
	text := nilValue
	if than != nil {
		text = than.ExactString()
	}
	return Question{f, result, r, text}, than, true
}

// fixed is the value of a constant, or nil for nil.
func (a *Answers) fixed(x ast.Expr) (v constant.Value, ok bool) {
	t := a.info.Types[x]
	return t.Value, t.Value != nil || t.IsNil()
}

// source is the function of the package that an operand of a condition is a result of: it
// is called there, or what it returned was assigned before.
func (a *Answers) source(c *cfg.Cond, x ast.Expr) (f *cfg.Func, result int) {
	switch x := x.(type) {
	case *ast.CallExpr:
		return a.callee(x), 0
	case *ast.Ident:
		if v, ok := a.info.Uses[x].(*types.Var); ok && c.Block != nil {
			return a.assigned(c.Block, v)
		}
	}
	return nil, 0
}

// callee is the function of the package that is called, nil if it is not known or none.
func (a *Answers) callee(call *ast.CallExpr) *cfg.Func {
	if f := typeutil.StaticCallee(a.info, call); f != nil {
		return a.funcs[f.Origin()]
	}
	return nil
}

// farthest is how many blocks before a condition an assignment is looked for in.
const farthest = 64

// assigned is the call whose result a variable has at the end of a block, if the nearest
// assignments before are such.
func (a *Answers) assigned(b *cfg.Block, v *types.Var) (f *cfg.Func, result int) {
	seen := map[*cfg.Block]bool{b: true}
	list := []*cfg.Block{b}
	for i := 0; i < len(list) && i < farthest; i++ {
		b := list[i]
		x, n, found := a.lastIn(b, v)
		if found {
			if call, ok := x.(*ast.CallExpr); ok {
				if f := a.callee(call); f != nil {
					return f, n
				}
			}
			continue
		}
		for _, e := range b.Preds {
			if !seen[e.From] {
				seen[e.From] = true
				list = append(list, e.From)
			}
		}
	}
	return nil, 0
}

// lastIn is what the last node of a block that assigns to a variable assigns: the value, or
// of a call the result with a number.
func (a *Answers) lastIn(b *cfg.Block, v *types.Var) (x ast.Expr, result int, found bool) {
	for _, n := range slices.Backward(b.Nodes) {
		var left, right []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			left, right = n.Lhs, n.Rhs
		case *ast.ValueSpec:
			for _, name := range n.Names {
				left = append(left, name)
			}
			right = n.Values
		}
		for k, l := range left {
			id, ok := ast.Unparen(l).(*ast.Ident)
			if !ok || a.info.Defs[id] != v && a.info.Uses[id] != v {
				continue
			}
			switch {
			case len(right) == len(left):
				return ast.Unparen(right[k]), 0, true
			case len(right) == 1:
				return ast.Unparen(right[0]), k, true
			}
			return nil, 0, true
		}
	}
	return nil, 0, false
}
