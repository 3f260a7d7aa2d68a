package harness

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/syntax"
)

// aliases maps a local variable to the memory of package variables that it may refer to. A local
// variable is an alias if it is assigned the address of a package variable, or a slice, map or
// pointer read from one, or if it is a parameter that a call in the package passes such a value
// for. An alias through a field, a result or another package is not tracked.
type aliases map[*types.Var][]change

// A change is a place in the memory of a package variable.
type change struct {
	v     *types.Var
	depth int  // number of references to follow: 0 for v itself, 1 for an element of a slice or the target of a pointer
	once  bool // a sync.Once runs the code that changes it
}

// deepest is the greatest depth that is told from greater ones. No test restores so deep a change.
const deepest = 3

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
	behind := 1 // references between the place x and the memory of the alias
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x, behind = u.X, 0
	} else if t := c.pkg.Info.TypeOf(x); t == nil || !isReference(t) {
		return false
	}
	from := syntax.Root(c.pkg.Info, x)
	if local == nil || from == nil || from == local {
		return false
	}
	behind += syntax.Derefs(c.pkg.Info, x)
	list := a[from]
	if isGlobal(from) {
		list = []change{{v: from}}
	} else {
		behind = max(behind-1, 0)
	}
	for _, at := range list {
		at.depth = min(at.depth+behind, deepest)
		if !slices.Contains(a[local], at) {
			a[local] = append(a[local], at)
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
