package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// Changing are the package variables that may be something else than what
// they were made as, or are made by code: all but numbers, strings and arrays
// of them that constants initialize, and errors that errors.New makes, if nothing
// assigns to them, takes their address, or slices them.
func Changing(pkg *load.Package) map[*types.Var]bool {
	changed := map[*types.Var]bool{}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && (!constantType(v.Type()) || len(pkg.OtherFiles) > 0) {
			changed[v] = true
		}
	}
	change := func(e ast.Expr) {
		if v, ok := pkg.Info.Uses[root(e)].(*types.Var); ok {
			changed[v] = true
		}
	}
	for _, file := range pkg.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, e := range n.Lhs {
					change(e)
				}
			case *ast.IncDecStmt:
				change(n.X)
			case *ast.RangeStmt:
				change(n.Key)
				change(n.Value)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					change(n.X)
				}
			case *ast.SliceExpr:
				change(n.X)
			case *ast.SelectorExpr:
				if s := pkg.Info.Selections[n]; s != nil {
					change(n.X) // a method may change it
				}
			case *ast.ValueSpec:
				made(pkg, n, changed)
			}
			return true
		})
	}
	return changed
}

// made marks the variables of a declaration that code makes.
func made(pkg *load.Package, n *ast.ValueSpec, changed map[*types.Var]bool) {
	for i, name := range n.Names {
		v, ok := pkg.Info.Defs[name].(*types.Var)
		if ok && len(n.Values) > 0 && (len(n.Values) != len(n.Names) || !constantUse(pkg.Info, n.Values[i])) {
			changed[v] = true
		}
	}
}

func constantUse(info *types.Info, e ast.Expr) bool {
	if info.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		f := typeutil.StaticCallee(info, e)
		return f != nil && f.FullName() == "errors.New" && constantUse(info, e.Args[0])
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			if !constantUse(info, x) {
				return false
			}
		}
		return true
	}
	return false
}

func constantType(t types.Type) bool {
	if syntax.IsError(t) {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Array:
		return constantType(t.Elem())
	}
	return false
}

// root is the variable that an expression is a part of, nil if there is none.
func root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return nil
		}
	}
}
