package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// contextTyped reports whether e is a non-constant expression whose type is
// determined by its context, such as 1<<n. In another context, its value could be
// different.
func contextTyped(e ast.Expr, info *types.Info) bool {
	return info.Types[e].Value == nil && untyped(e, info)
}

// untyped reports whether the type of e is determined by its context.
func untyped(e ast.Expr, info *types.Info) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return untyped(e.X, info)
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		switch o := info.Uses[e].(type) {
		case *types.Const:
			b, ok := o.Type().(*types.Basic)
			return ok && b.Info()&types.IsUntyped != 0
		case *types.Nil:
			return true
		}
		return false
	case *ast.SelectorExpr:
		return untyped(e.Sel, info)
	case *ast.UnaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.XOR, token.NOT:
			return untyped(e.X, info)
		}
		return false
	case *ast.BinaryExpr:
		switch e.Op {
		case token.SHL, token.SHR:
			return untyped(e.X, info)
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return true
		}
		return untyped(e.X, info) && untyped(e.Y, info)
	case *ast.CallExpr:
		return untypedCall(e, info)
	}
	return false
}

// untypedCall reports whether the type of a call is determined by its context.
// It is for the builtins real, imag, complex, min and max with untyped arguments.
func untypedCall(e *ast.CallExpr, info *types.Info) bool {
	if !info.Types[e.Fun].IsBuiltin() {
		return false
	}
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	switch id.Name {
	case "real", "imag", "min", "max", "complex":
		return !slices.ContainsFunc(e.Args, func(a ast.Expr) bool { return !untyped(a, info) })
	}
	return false
}
