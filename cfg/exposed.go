package cfg

import (
	"go/ast"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// Exposed returns the variables that code may change without naming them at that place: code
// below n takes their address, also by a method call or by slicing an array, or a function
// literal below n assigns to them and they are declared outside of the literal.
func Exposed(info *types.Info, n ast.Node) map[*types.Var]bool {
	x := &exposure{info: info, vars: map[*types.Var]bool{}}
	ast.Inspect(n, x.visit)
	return x.vars
}

type exposure struct {
	info *types.Info
	vars map[*types.Var]bool
	lits []*ast.FuncLit // function literals around the current node
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

// holder returns the variable that contains the memory of e, nil if e is behind a pointer or the
// variable is not known.
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
		if sel := x.info.Selections[e]; sel != nil && !slices.ContainsFunc(fieldPath(sel), isPointer) {
			return x.holder(e.X)
		}
	}
	return nil
}

// fieldPath returns the types of x and of the embedded fields on the path from x to the field or
// method that x.f selects.
func fieldPath(sel *types.Selection) []types.Type {
	list := []types.Type{sel.Recv()}
	for _, f := range syntax.Path(sel)[:len(sel.Index())-1] {
		list = append(list, f.Type())
	}
	return list
}
