package instrument

import (
	"go/ast"
	"go/token"
	"go/types"
)

// pure reports whether e can be evaluated again without effects or panics. It is
// true for names, constants, and fields of variables without pointer indirection.
func pure(e ast.Expr, info *types.Info) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return pure(e.X, info)
	case *ast.BasicLit, *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := info.Selections[e] // nil for a qualified identifier
		return sel == nil || sel.Kind() == types.FieldVal && !sel.Indirect() && pure(e.X, info)
	}
	return false
}

// impure reports whether evaluating e may run other code, or whether e contains
// conditions.
func impure(e ast.Expr, info *types.Info) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if !info.Types[n.Fun].IsType() && !info.Types[n.Fun].IsBuiltin() {
				found = true
			}
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.BinaryExpr:
			found = found || isConditionOp(n.Op)
		case *ast.FuncLit, *ast.CompositeLit:
			found = true
		}
		return !found
	})
	return found
}

// isConditionOp reports whether op is &&, || or a comparison.
func isConditionOp(op token.Token) bool {
	return op == token.LAND || op == token.LOR || compareProbes[op] != ""
}
