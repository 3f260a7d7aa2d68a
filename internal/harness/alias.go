package harness

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/syntax"
)

// aliases maps a local variable to the package variables with which it may share memory. A local
// variable is an alias if it is assigned the address of a package variable, or a slice, map or
// pointer read from one, or if it is a parameter that a call in the package passes such a value
// for. An alias through a field, a result or another package is not tracked.
type aliases map[*types.Var][]*types.Var

// localVar returns the local variable that x names, or nil.
func (c *Coder) localVar(x ast.Expr) *types.Var {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return nil
	}
	if v, ok := c.pkg.Info.ObjectOf(id).(*types.Var); ok && v.Parent() != c.pkg.Types.Scope() {
		return v
	}
	return nil
}

// aliases collects the aliases of the whole package. An alias may itself be assigned or passed
// as an argument, so the search repeats until a round finds no new alias.
func (c *Coder) aliases() aliases {
	a := aliases{}
	for changed := true; changed; {
		changed = false
		pair := func(local *types.Var, x ast.Expr) { changed = a.addAlias(c, local, x) || changed }
		for _, f := range c.pkg.Files {
			for n := range ast.Preorder(f) {
				for place, value := range syntax.Assignments(n) {
					if value != nil {
						pair(c.localVar(place), value)
					}
				}
				if call, ok := n.(*ast.CallExpr); ok {
					a.pairArguments(c, call, pair)
				}
			}
		}
	}
	return a
}

// pairArguments pairs the receiver and the parameters of a called function of the package with the
// receiver and the arguments of the call.
func (a aliases) pairArguments(c *Coder, call *ast.CallExpr, pair func(*types.Var, ast.Expr)) {
	fn, ok := typeutil.Callee(c.pkg.Info, call).(*types.Func)
	if !ok || fn.Pkg() != c.pkg.Types {
		return
	}
	sig := fn.Origin().Signature()
	if fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sig.Recv() != nil {
		pair(sig.Recv(), fun.X)
	}
	for i, x := range call.Args {
		if i < sig.Params().Len() && !(sig.Variadic() && i >= sig.Params().Len()-1 && !call.Ellipsis.IsValid()) {
			pair(sig.Params().At(i), x)
		}
	}
}

// addAlias records that local may share memory with the package variable at the start of x, or with
// the package variables of which the local variable at the start of x is an alias. It reports
// whether a pair of variables is new.
func (a aliases) addAlias(c *Coder, local *types.Var, x ast.Expr) (changed bool) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = u.X
	} else if t := c.pkg.Info.TypeOf(x); t == nil || !isReference(t) {
		return false
	}
	from := syntax.Root(c.pkg.Info, x)
	if local == nil || from == nil || from == local {
		return false
	}
	list := a[from]
	if from.Parent() == c.pkg.Types.Scope() {
		list = []*types.Var{from}
	}
	for _, v := range list {
		if !slices.Contains(a[local], v) {
			a[local] = append(a[local], v)
			changed = true
		}
	}
	return changed
}

// isReference reports whether t is a pointer, slice or map type.
func isReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}
