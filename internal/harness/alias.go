package harness

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// aliases says to which package variables' memory a local variable may lead,
// because it was assigned their address, or a slice, map or pointer of theirs,
// or is a parameter of such a call. Aliases that take another way (a field, a
// result, another package) are not followed.
type aliases map[*types.Var][]*types.Var

// base returns the variable that x is, or is a part of.
func base(c *Coder, x ast.Expr) *types.Var {
	for {
		switch y := x.(type) {
		case *ast.ParenExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		case *ast.SliceExpr:
			x = y.X
		case *ast.StarExpr:
			x = y.X
		case *ast.SelectorExpr:
			x = y.X
		case *ast.Ident:
			if v, ok := c.pkg.Info.Uses[y].(*types.Var); ok {
				return v
			}
			v, _ := c.pkg.Info.Defs[y].(*types.Var)
			return v
		default:
			return nil
		}
	}
}

// local returns the local variable that x is, or nil.
func (aliases) local(c *Coder, x ast.Expr) *types.Var {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return nil
	}
	v := base(c, id)
	if v == nil || v.Parent() == c.pkg.Types.Scope() {
		return nil
	}
	return v
}

// aliases collects the aliases of the whole package, round after round until
// an alias of an alias, or the parameter it is passed for, brings nothing new.
func (c *Coder) aliases() aliases {
	a := aliases{}
	for changed := true; changed; {
		changed = false
		pair := func(local *types.Var, x ast.Expr) { changed = a.add(c, local, x) || changed }
		for _, f := range c.pkg.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					for i, x := range n.Lhs {
						if len(n.Lhs) == len(n.Rhs) {
							pair(a.local(c, x), n.Rhs[i])
						}
					}
				case *ast.ValueSpec:
					for i, x := range n.Names {
						if len(n.Names) == len(n.Values) {
							pair(a.local(c, x), n.Values[i])
						}
					}
				case *ast.CallExpr:
					a.call(c, n, pair)
				}
				return true
			})
		}
	}
	return a
}

// call pairs the parameters of a function of the package with the arguments.
func (a aliases) call(c *Coder, call *ast.CallExpr, pair func(*types.Var, ast.Expr)) {
	var id *ast.Ident
	var recv ast.Expr
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id, recv = fun.Sel, fun.X
	default:
		return
	}
	fn, ok := c.pkg.Info.Uses[id].(*types.Func)
	if !ok || fn.Pkg() != c.pkg.Types {
		return
	}
	sig := fn.Origin().Signature()
	if sig.Recv() != nil && recv != nil {
		pair(sig.Recv(), recv)
	}
	for i, x := range call.Args {
		if i < sig.Params().Len() && !(sig.Variadic() && i >= sig.Params().Len()-1 && !call.Ellipsis.IsValid()) {
			pair(sig.Params().At(i), x)
		}
	}
}

// add notes that local may lead to what x leads to.
func (a aliases) add(c *Coder, local *types.Var, x ast.Expr) (changed bool) {
	x = ast.Unparen(x)
	if u, ok := x.(*ast.UnaryExpr); ok && u.Op == token.AND {
		x = u.X
	} else if t := c.pkg.Info.TypeOf(x); t == nil || !leads(t) {
		return false
	}
	from := base(c, x)
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

func leads(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}
