package syntax

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"

	"golang.org/x/tools/go/types/typeutil"
)

// Assignments yields the places to which the node n itself assigns: the left sides of an
// assignment or of a declaration with values, the operand of ++ or --, the variables of a range
// loop. With each place it yields the expression of the value, nil if there is no expression for
// this place alone.
func Assignments(n ast.Node) iter.Seq2[ast.Expr, ast.Expr] {
	var places, values []ast.Expr
	switch n := n.(type) {
	case *ast.AssignStmt:
		places, values = n.Lhs, n.Rhs
	case *ast.ValueSpec:
		if values = n.Values; len(values) > 0 {
			for _, name := range n.Names {
				places = append(places, name)
			}
		}
	case *ast.IncDecStmt:
		places = []ast.Expr{n.X}
	case *ast.RangeStmt:
		places = []ast.Expr{n.Key, n.Value}
	}
	return func(yield func(ast.Expr, ast.Expr) bool) {
		for i, place := range places {
			var value ast.Expr
			if len(places) == len(values) {
				value = values[i]
			}
			if place != nil && !yield(place, value) {
				return
			}
		}
	}
}

// Addressed returns the place of which the node n itself takes the address, nil if it takes none:
// x for &x, for x[:] if x is an array, and for x.M if M has a pointer receiver and x is not a
// pointer.
func Addressed(info *types.Info, n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return n.X
		}
	case *ast.SliceExpr:
		if _, array := info.TypeOf(n.X).Underlying().(*types.Array); array {
			return n.X
		}
	case *ast.SelectorExpr:
		if sel := info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal {
			_, already := sel.Recv().Underlying().(*types.Pointer)
			if IsPointer(sel.Obj().(*types.Func).Signature().Recv().Type()) && !already {
				return n.X
			}
		}
	}
	return nil
}

// Builtin returns the name of the predeclared function that call calls, "" for other calls.
func Builtin(info *types.Info, call *ast.CallExpr) string {
	if b, ok := typeutil.Callee(info, call).(*types.Builtin); ok {
		return b.Name()
	}
	return ""
}

// Root returns the variable at the start of the place e: x for x, x.f, x[i], x[i:j] and *x, and
// combinations of these. x may be a variable of another package, as in q.X. Root returns nil if e
// does not start with a variable.
func Root(info *types.Info, e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
			if Qualified(info, x) {
				e = x.Sel
			}
		case *ast.Ident:
			v, _ := info.ObjectOf(x).(*types.Var)
			return v
		default:
			return nil
		}
	}
}

// Qualified reports whether x names an object of another package, as q.X does.
func Qualified(info *types.Info, x *ast.SelectorExpr) bool {
	id, ok := x.X.(*ast.Ident)
	if !ok {
		return false
	}
	_, is := info.Uses[id].(*types.PkgName)
	return is
}

// Derefs returns how many times the place e follows a pointer, slice or map from its root: none in
// x.f, one in *p, p.f, s[i] and m[k], two in m[k].f if the map holds pointers.
func Derefs(info *types.Info, e ast.Expr) (n int) {
	for {
		var in ast.Expr
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.SliceExpr: // has the memory of x.X
			e = x.X
			continue
		case *ast.StarExpr:
			in = x.X
		case *ast.IndexExpr:
			in = x.X
		case *ast.SelectorExpr:
			if Qualified(info, x) {
				return n
			}
			in = x.X
		default:
			return n
		}
		if t := info.TypeOf(in); t != nil {
			switch t.Underlying().(type) {
			case *types.Pointer, *types.Slice, *types.Map:
				n++
			}
		}
		e = in
	}
}

// HasLoop reports whether n contains a for or range statement.
func HasLoop(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			found = true
		}
		return !found
	})
	return found
}
