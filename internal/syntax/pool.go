package syntax

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"
)

// PoolGetters returns the functions in decls that return what they, or other such functions, get from a
// sync.Pool, as its last user has left it.
func PoolGetters(info *types.Info, decls []*ast.FuncDecl) map[types.Object]bool {
	getters := map[types.Object]bool{}
	for more := true; more; {
		before := len(getters)
		for _, d := range decls {
			if d.Body != nil && returnsPooled(info, d.Body, getters) {
				getters[info.Defs[d.Name]] = true
			}
		}
		more = len(getters) > before
	}
	return getters
}

// returnsPooled reports whether a body returns a value from a pool, also by way of a variable of interface type.
func returnsPooled(info *types.Info, body *ast.BlockStmt, getters map[types.Object]bool) (found bool) {
	got := map[types.Object]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Rhs) == 1 && FromPool(info, n.Rhs[0], getters) {
				obj := info.ObjectOf(id)
				got[obj] = obj != nil && types.IsInterface(obj.Type())
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 1 {
				id, ok := asserted(n.Results[0]).(*ast.Ident)
				found = found || FromPool(info, n.Results[0], getters) || ok && got[info.ObjectOf(id)]
			}
		}
		return !found
	})
	return found
}

// FromPool reports whether an expression is a call of (*sync.Pool).Get, of a method Get of a struct with a sync.Pool
// in another package, or of a getter, or a type assertion on one.
func FromPool(info *types.Info, x ast.Expr, getters map[types.Object]bool) bool {
	call, ok := asserted(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := typeutil.Callee(info, call).(*types.Func)
	return ok && (getters[f] || f.FullName() == "(*sync.Pool).Get" || wrapsPool(f))
}

// wrapsPool reports whether a function is a method Get of a struct that holds a sync.Pool.
func wrapsPool(f *types.Func) bool {
	recv := f.Signature().Recv()
	if recv == nil || f.Name() != "Get" || f.Signature().Params().Len() > 0 {
		return false
	}
	named, _ := NamedOf(recv.Type())
	if named == nil {
		return false
	}
	u, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for field := range u.Fields() {
		if field.Type().String() == "sync.Pool" {
			return true
		}
	}
	return false
}

// asserted returns the operand of a type assertion, x itself if x is none.
func asserted(x ast.Expr) ast.Expr {
	x = ast.Unparen(x)
	if assert, ok := x.(*ast.TypeAssertExpr); ok {
		x = ast.Unparen(assert.X)
	}
	return x
}
