package fitness

import (
	"go/ast"
	goconstant "go/constant"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/term"
)

// compared is the result of a call, and how it is compared where a condition has an outcome.
func (f *Flags) compared(c *cfg.Cond, outcome bool) (k flagKey, value goconstant.Value, ok bool) {
	x := ast.Unparen(c.Expr)
	r := term.EQ
	switch c.Kind {
	case cfg.Bool:
		value = goconstant.MakeBool(outcome)
	case cfg.Compare:
		b := x.(*ast.BinaryExpr)
		x = ast.Unparen(b.X)
		if r, ok = term.Of(b.Op); !ok {
			return k, nil, false
		}
		if value, ok = f.fixed(b.Y); !ok {
			if value, ok = f.fixed(b.X); !ok {
				return k, nil, false
			}
			x, r = ast.Unparen(b.Y), r.Mirror()
		}
		if !outcome {
			r = r.Negate()
		}
		if r == term.NE && value != nil && value.Kind() == goconstant.Bool {
			r, value = term.EQ, goconstant.MakeBool(!goconstant.BoolVal(value))
		}
	default:
		return k, nil, false
	}
	fn, result := f.source(c, x)
	if fn == nil {
		return k, nil, false
	}
	text := nilValue
	if value != nil {
		text = value.ExactString()
	}
	return flagKey{fn, result, r, text}, value, true
}

// fixed is the value of a constant, or nil for nil.
func (f *Flags) fixed(x ast.Expr) (v goconstant.Value, ok bool) {
	t := f.info.Types[x]
	return t.Value, t.Value != nil || t.IsNil()
}

// source is the function of the package that an operand of a condition is a result of: it
// is called there, or what it returned was assigned before.
func (f *Flags) source(c *cfg.Cond, x ast.Expr) (fn *cfg.Func, result int) {
	switch x := x.(type) {
	case *ast.CallExpr:
		return f.callee(x), 0
	case *ast.Ident:
		if v, ok := f.info.Uses[x].(*types.Var); ok && c.Block != nil {
			return f.assigned(c.Block, v)
		}
	}
	return nil, 0
}

// callee is the function of the package that is called, nil if it is not known or none.
func (f *Flags) callee(call *ast.CallExpr) *cfg.Func {
	if fn := typeutil.StaticCallee(f.info, call); fn != nil {
		return f.funcs[fn.Origin()]
	}
	return nil
}

// farthest is how many blocks before a condition an assignment is looked for in.
const farthest = 64

// assigned is the call whose result a variable has at the end of a block, if the nearest
// assignments before are such.
func (f *Flags) assigned(b *cfg.Block, v *types.Var) (fn *cfg.Func, result int) {
	seen := map[*cfg.Block]bool{b: true}
	list := []*cfg.Block{b}
	for i := 0; i < len(list) && i < farthest; i++ {
		b := list[i]
		x, n, found := f.lastIn(b, v)
		if found {
			if call, ok := x.(*ast.CallExpr); ok {
				if fn := f.callee(call); fn != nil {
					return fn, n
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
func (f *Flags) lastIn(b *cfg.Block, v *types.Var) (x ast.Expr, result int, found bool) {
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
			if !ok || f.info.Defs[id] != v && f.info.Uses[id] != v {
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
