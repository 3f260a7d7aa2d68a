package fitness

import (
	"go/ast"
	"go/token"
	"go/types"

	"nearmiss/internal/syntax"
)

// collector finds the paths that conditions and assignments mention.
type collector struct{ l *Layout }

// declared adds receiver and parameters first, because the caller sets them.
func (c collector) declared(d *ast.FuncDecl) {
	fields := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, f := range list.List {
			for _, name := range f.Names {
				c.value(name)
			}
		}
	}
	fields(d.Recv)
	fields(d.Type.Params)
}

// stmts visits the statements of a body, including those in function literals.
func (c collector) stmts(body *ast.BlockStmt) {
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			c.values(n.Lhs)
			c.values(n.Rhs)
		case *ast.IncDecStmt:
			c.value(n.X)
		case *ast.ValueSpec:
			for _, name := range n.Names {
				c.value(name)
			}
			c.values(n.Values)
		case *ast.RangeStmt:
			c.value(n.Key)
			c.value(n.Value)
			c.value(n.X)
		case *ast.SwitchStmt:
			c.value(n.Tag)
		case *ast.ReturnStmt:
			c.values(n.Results)
		}
	}
}

func (c collector) values(list []ast.Expr) {
	for _, e := range list {
		c.value(e)
	}
}

// value adds the longest paths within e. It skips arguments of calls, because the analysis does not
// know the result as a function of them.
func (c collector) value(e ast.Expr) {
	if e == nil {
		return
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.CompositeLit, ast.Stmt:
			return false
		case *ast.CallExpr:
			return c.call(n)
		case *ast.UnaryExpr:
			return n.Op != token.AND && n.Op != token.ARROW
		case *ast.SelectorExpr:
			return !c.path(n) && c.l.info.Selections[n] != nil
		case *ast.Ident:
			c.path(n)
			return false
		case *ast.StarExpr:
			return !c.path(n)
		}
		return true
	})
}

// call reports whether the operands of a call are to be visited: the operands of conversions, len,
// cap, min and max.
func (c collector) call(n *ast.CallExpr) bool {
	switch syntax.Builtin(c.l.info, n) {
	case "cap":
		c.capacity(n.Args[0])
		return true
	case "len", "min", "max":
		return true
	}
	return c.l.info.Types[n.Fun].IsType()
}

// capacity adds the slot for cap(e).
func (c collector) capacity(e ast.Expr) {
	p, ok := pathOf(e, c.l.info, c.l.pkg)
	if !ok {
		return
	}
	switch p.Type().Underlying().(type) {
	case *types.Slice, *types.Chan:
		c.l.addSlot(p, Cap, types.Invalid)
	}
}

// path adds the access path that e denotes, and reports whether e is one.
func (c collector) path(e ast.Expr) bool {
	p, ok := pathOf(e, c.l.info, c.l.pkg)
	if ok {
		c.l.addPath(p)
	}
	return ok
}
