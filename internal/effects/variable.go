package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// Changing returns the package variables that do not keep a constant initial value. A variable
// keeps it if it is a boolean, a number, a string or an array of them with constant initial
// values, or an error from errors.New, and if the package neither assigns to it, nor takes its
// address, nor slices it. In a package with files in other languages, no variable keeps it.
func Changing(pkg *load.Package) map[*types.Var]bool {
	changed := map[*types.Var]bool{}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && (!constantType(v.Type()) || len(pkg.OtherFiles) > 0) {
			changed[v] = true
		}
	}
	for _, file := range pkg.Files {
		for n := range ast.Preorder(file) {
			_, declares := n.(*ast.ValueSpec)
			for place, value := range syntax.Assignments(n) {
				if !declares || value == nil || !constantExpr(pkg.Info, value) {
					changed[syntax.Root(pkg.Info, place)] = true
				}
			}
			if place := syntax.Addressed(pkg.Info, n); place != nil {
				changed[syntax.Root(pkg.Info, place)] = true
			}
		}
	}
	return changed
}

// constantExpr reports whether e is a constant, a composite literal of constants, or a call of
// errors.New with a constant.
func constantExpr(info *types.Info, e ast.Expr) bool {
	if info.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		f := typeutil.StaticCallee(info, e)
		return f != nil && f.FullName() == "errors.New" && constantExpr(info, e.Args[0])
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			if !constantExpr(info, x) {
				return false
			}
		}
		return true
	}
	return false
}

// constantType reports whether a variable of type t can be constant: t is error, a basic type
// except unsafe.Pointer, or an array of such types.
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
