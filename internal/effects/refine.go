package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// refine is what is known where a condition had an outcome; nil if it cannot.
func (a *Analysis) refine(s state, c *cfg.Cond, outcome bool) state {
	switch c.Kind {
	case cfg.Bool:
		return a.refineBool(s, c.Expr, outcome)
	case cfg.Compare:
		x := ast.Unparen(c.Expr).(*ast.BinaryExpr)
		return a.refineCompare(s, x.Op, x.X, x.Y, outcome)
	case cfg.Case:
		return a.refineCompare(s, token.EQL, c.Stmt.(*ast.SwitchStmt).Tag, c.Expr, outcome)
	case cfg.TypeCase:
		if outcome && a.shadowed(c) != "" {
			return nil
		}
	}
	return s
}

func (a *Analysis) refineBool(s state, x ast.Expr, outcome bool) state {
	want := uint8(no)
	if outcome {
		want = yes
	}
	v := a.eval(s, x)
	if v.class != truth {
		return s
	}
	if v.bits&want == 0 {
		return nil
	}
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		if t := a.tracked(id); t != nil {
			return s.with(key{v: t}, value{class: truth, bits: want})
		}
	}
	return s
}

func (a *Analysis) refineCompare(s state, op token.Token, x, y ast.Expr, outcome bool) state {
	r, ok := term.Of(op)
	if !ok {
		panic("infeasible: BUG: a comparison by " + op.String())
	}
	if !outcome {
		r = r.Negate()
	}
	switch {
	case a.info.Types[y].IsNil():
		return a.refineNil(s, r, x)
	case a.info.Types[x].IsNil():
		return a.refineNil(s, r, y)
	}
	v, w := a.eval(s, x), a.eval(s, y)
	if v.class != integer || w.class != integer || !types.Identical(a.typeOf(x, y), a.typeOf(y, x)) {
		return s
	}
	v2, ok := interval.Narrow(r, v.iv, w.iv)
	if !ok {
		return nil
	}
	w2, ok := interval.Narrow(r.Mirror(), w.iv, v.iv)
	if !ok {
		return nil
	}
	return a.learn(a.learn(s, x, v2), y, w2)
}

// typeOf is the type in which x is compared with other: a constant has that
// of what it is compared with.
func (a *Analysis) typeOf(x, other ast.Expr) types.Type {
	if a.info.Types[x].Value != nil {
		return a.info.TypeOf(other)
	}
	return a.info.TypeOf(x)
}

// learn narrows the variable that x is, the variable whose length it is, or
// that of which it is a conversion without loss.
func (a *Analysis) learn(s state, x ast.Expr, iv interval.Span) state {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		if v := a.tracked(x); v != nil && classOf(v.Type()) == integer {
			return s.with(key{v: v}, value{class: integer, iv: iv})
		}
	case *ast.CallExpr:
		if len(x.Args) != 1 {
			return s
		}
		if a.info.Types[x.Fun].IsType() {
			from := a.eval(s, x.Args[0])
			if from.class != integer || !from.iv.Within(a.limits(a.info.TypeOf(x))) {
				return s
			}
			if iv, ok := iv.Meet(from.iv); ok {
				return a.learn(s, x.Args[0], iv)
			}
			return s
		}
		if id, ok := ast.Unparen(x.Fun).(*ast.Ident); ok && id.Name == "len" {
			if _, ok := a.info.Uses[id].(*types.Builtin); ok {
				if v := a.sized(x.Args[0]); v != nil {
					return s.with(key{v, true}, value{class: integer, iv: iv})
				}
			}
		}
	}
	return s
}

func (a *Analysis) refineNil(s state, r term.Rel, x ast.Expr) state {
	want := uint8(yes)
	if r == term.NE {
		want = no
	}
	v := a.eval(s, x)
	if v.class != nilness {
		return s
	}
	if v.bits&want == 0 {
		return nil
	}
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return s
	}
	t := a.tracked(id)
	if t == nil {
		return s
	}
	s = s.with(key{v: t}, value{class: nilness, bits: want})
	if want == yes && hasLength(t.Type()) {
		s = s.with(key{t, true}, value{class: integer, iv: interval.Single(interval.Int(0))})
	}
	return s
}
