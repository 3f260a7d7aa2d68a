package effects

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"nearmiss/smt/interval"
)

// eval is what an expression can be.
func (a *Analysis) eval(s state, x ast.Expr) value {
	x = ast.Unparen(x)
	tv, ok := a.info.Types[x]
	if !ok || tv.Type == nil {
		if id, isID := x.(*ast.Ident); isID {
			return a.variable(s, id)
		}
		return value{}
	}
	switch {
	case tv.Value != nil:
		return a.constant(tv)
	case tv.IsNil():
		return value{class: nilness, bits: yes}
	}
	all := a.any(tv.Type)
	switch all.class {
	case integer:
		if v, ok := a.integer(s, x); ok && v.Within(all.iv) {
			return value{class: integer, iv: v}
		}
	case truth:
		if v, ok := a.known(s, x); ok {
			return v
		}
	case nilness:
		if v, ok := a.known(s, x); ok {
			return v
		}
		if a.neverNil(x) {
			return value{class: nilness, bits: no}
		}
	}
	return all
}

func (a *Analysis) constant(tv types.TypeAndValue) value {
	if tv.Value == nil {
		return value{}
	}
	switch tv.Value.Kind() {
	case constant.Bool:
		if constant.BoolVal(tv.Value) {
			return value{class: truth, bits: yes}
		}
		return value{class: truth, bits: no}
	case constant.Int, constant.Float:
		if b, ok := tv.Type.Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
			break
		}
		n := constant.ToInt(tv.Value)
		if v, exact := constant.Int64Val(n); exact {
			return value{class: integer, iv: interval.Single(interval.Int(v))}
		}
		if v, exact := constant.Uint64Val(n); exact {
			return value{class: integer, iv: interval.Single(interval.Uint(v))}
		}
	}
	return value{}
}

// known looks a variable up.
func (a *Analysis) known(s state, x ast.Expr) (value, bool) {
	id, ok := x.(*ast.Ident)
	if !ok {
		return value{}, false
	}
	v, ok := s[key{v: a.tracked(id)}]
	return v, ok
}

// variable is what a variable can be that is about to be declared.
func (a *Analysis) variable(s state, id *ast.Ident) value {
	if v := a.tracked(id); v != nil {
		if x, ok := s[key{v: v}]; ok {
			return x
		}
		return a.any(v.Type())
	}
	return value{}
}

// integer is what an expression of an integer type can be. It may leave the
// type's range; then nothing is known.
func (a *Analysis) integer(s state, x ast.Expr) (interval.Span, bool) {
	switch x := x.(type) {
	case *ast.Ident:
		v, ok := a.known(s, x)
		return v.iv, ok
	case *ast.UnaryExpr:
		v := a.eval(s, x.X)
		if v.class != integer {
			break
		}
		switch x.Op {
		case token.ADD:
			return v.iv, true
		case token.SUB:
			return interval.Neg(v.iv), true
		}
	case *ast.BinaryExpr:
		v, w := a.eval(s, x.X), a.eval(s, x.Y)
		if v.class == integer && w.class == integer {
			return binary(x.Op, v.iv, w.iv)
		}
	case *ast.CallExpr:
		return a.call(s, x)
	}
	return interval.Span{}, false
}

// call is what a conversion or a built-in function gives.
func (a *Analysis) call(s state, x *ast.CallExpr) (interval.Span, bool) {
	if a.info.Types[x.Fun].IsType() && len(x.Args) == 1 {
		v := a.eval(s, x.Args[0])
		return v.iv, v.class == integer
	}
	id, ok := ast.Unparen(x.Fun).(*ast.Ident)
	if !ok {
		return interval.Span{}, false
	}
	if _, ok := a.info.Uses[id].(*types.Builtin); !ok {
		return interval.Span{}, false
	}
	switch id.Name {
	case "len":
		if v := a.sized(x.Args[0]); v != nil {
			if n, ok := s[key{v, true}]; ok {
				return n.iv, true
			}
		}
		return a.lengths(), true
	case "cap", "copy":
		return a.lengths(), true
	case "min", "max":
		out := a.eval(s, x.Args[0])
		for _, arg := range x.Args[1:] {
			v := a.eval(s, arg)
			if v.class != integer || out.class != integer {
				return interval.Span{}, false
			}
			if id.Name == "min" {
				out.iv = interval.Span{Lo: interval.Least(out.iv.Lo, v.iv.Lo), Hi: interval.Least(out.iv.Hi, v.iv.Hi)}
			} else {
				out.iv = interval.Span{Lo: interval.Greatest(out.iv.Lo, v.iv.Lo), Hi: interval.Greatest(out.iv.Hi, v.iv.Hi)}
			}
		}
		return out.iv, out.class == integer
	}
	return interval.Span{}, false
}

// sized returns the variable whose length is asked for.
func (a *Analysis) sized(x ast.Expr) *types.Var {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return nil
	}
	v := a.tracked(id)
	if v == nil || !hasLength(v.Type()) {
		return nil
	}
	return v
}

// hasLength reports whether values of a type have a length that nothing but
// an assignment changes.
func hasLength(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return true
	}
	return false
}

// neverNil reports whether an expression makes something new.
func (a *Analysis) neverNil(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.UnaryExpr:
		_, star := ast.Unparen(x.X).(*ast.StarExpr)
		return x.Op == token.AND && !star
	case *ast.CompositeLit, *ast.FuncLit:
		return true
	case *ast.Ident:
		_, ok := a.info.Uses[x].(*types.Func)
		return ok
	case *ast.CallExpr:
		return a.makesNew(x)
	}
	return false
}

// makesNew reports whether a call never gives nil.
func (a *Analysis) makesNew(x *ast.CallExpr) bool {
	fun := ast.Unparen(x.Fun)
	if tv := a.info.Types[fun]; tv.IsType() {
		from := a.info.TypeOf(x.Args[0])
		return types.IsInterface(tv.Type) && from != nil && infeasibleConcrete(from)
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		_, ok := a.info.Uses[fun].(*types.Builtin)
		return ok && (fun.Name == "new" || fun.Name == "make")
	case *ast.SelectorExpr:
		f, ok := a.info.Uses[fun.Sel].(*types.Func)
		return ok && (f.FullName() == "errors.New" || f.FullName() == "fmt.Errorf")
	}
	return false
}

// concrete reports whether a value of type t in an interface makes it other
// than nil.
func infeasibleConcrete(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return !types.IsInterface(t) && !(ok && b.Kind() == types.UntypedNil)
}
