package cfg

import (
	"go/ast"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// Exposed returns the variables that code below n lets other code change which does not
// name them: those whose address is taken, also by a method call or by slicing an array,
// and those around a function literal to which it assigns.
func Exposed(info *types.Info, n ast.Node) map[*types.Var]bool {
	x := &exposure{info: info, vars: map[*types.Var]bool{}}
	ast.Inspect(n, x.visit)
	return x.vars
}

type exposure struct {
	info *types.Info
	vars map[*types.Var]bool
	lits []*ast.FuncLit // around the walk
}

func (x *exposure) visit(n ast.Node) bool {
	if lit, ok := n.(*ast.FuncLit); ok {
		x.lits = append(x.lits, lit)
		ast.Inspect(lit.Body, x.visit)
		x.lits = x.lits[:len(x.lits)-1]
		return false
	}
	for place := range syntax.Assignments(n) {
		x.assigned(place)
	}
	if v := x.holder(syntax.Addressed(x.info, n)); v != nil {
		x.vars[v] = true
	}
	return true
}

func (x *exposure) assigned(e ast.Expr) {
	if v := x.holder(e); v != nil && len(x.lits) > 0 {
		if lit := x.lits[len(x.lits)-1]; v.Pos() < lit.Pos() || v.Pos() >= lit.End() {
			x.vars[v] = true
		}
	}
}

// holder returns the variable in whose memory e lies, nil if that is behind a pointer or
// not known.
func (x *exposure) holder(e ast.Expr) *types.Var {
	switch e := e.(type) {
	case *ast.Ident:
		v, _ := x.info.ObjectOf(e).(*types.Var)
		return v
	case *ast.ParenExpr:
		return x.holder(e.X)
	case *ast.IndexExpr:
		if _, ok := x.info.TypeOf(e.X).Underlying().(*types.Array); ok {
			return x.holder(e.X)
		}
	case *ast.SelectorExpr:
		if sel := x.info.Selections[e]; sel != nil && !slices.ContainsFunc(along(sel), isPointer) {
			return x.holder(e.X)
		}
	}
	return nil
}

// along are the types of x, and of the embedded fields that lead from it to what x.f
// selects.
func along(sel *types.Selection) []types.Type {
	list, path := []types.Type{sel.Recv()}, sel.Index()
	for n, i := range path[:len(path)-1] {
		t, _ := pointee(list[n])
		list = append(list, t.Underlying().(*types.Struct).Field(i).Type())
	}
	return list
}
