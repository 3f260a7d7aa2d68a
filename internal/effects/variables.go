package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"nearmiss/cfg"
)

// usage is what is done with the variables of a function.
type usage struct {
	info     *types.Info
	owner    map[*types.Var]*ast.FuncLit // the literal in which it is declared, nil for the body
	open     map[*types.Var]bool         // may change behind our back
	assigned map[*ast.Ident]bool         // as it stands in the source
}

// usageOf walks a function with all of its literals.
func usageOf(info *types.Info, fn *cfg.Func) *usage {
	u := &usage{info: info, owner: map[*types.Var]*ast.FuncLit{}, open: map[*types.Var]bool{}, assigned: map[*ast.Ident]bool{}}
	u.walk(fn.Decl, nil)
	u.check(fn)
	return u
}

// walk looks at what belongs to one graph and goes into the literals.
func (u *usage) walk(root ast.Node, lit *ast.FuncLit) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			if n != lit {
				u.walk(n, n)
				return false
			}
		case *ast.Ident:
			if v, ok := u.info.Defs[n].(*types.Var); ok {
				u.owner[v] = lit
			}
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				u.assign(x, lit)
			}
		case *ast.IncDecStmt:
			u.assign(n.X, lit)
		case *ast.RangeStmt:
			u.assign(n.Key, lit)
			u.assign(n.Value, lit)
		case *ast.ValueSpec:
			for _, id := range n.Names {
				u.assign(id, lit)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				u.expose(n.X)
			}
		case *ast.SelectorExpr:
			u.method(n)
		}
		return true
	})
}

// assign notes an assignment. A literal that assigns to a variable from
// around it does so at times that are not known.
func (u *usage) assign(x ast.Expr, lit *ast.FuncLit) {
	id, ok := x.(*ast.Ident)
	if !ok {
		if p, ok := x.(*ast.ParenExpr); ok {
			u.expose(p.X) // rare, and the graphs have it in another form
		}
		return
	}
	u.assigned[id] = true
	if v, ok := u.info.Uses[id].(*types.Var); ok {
		if owner, known := u.owner[v]; !known || owner != lit {
			u.open[v] = true
		}
	}
}

// expose notes that the address of x is taken.
func (u *usage) expose(x ast.Expr) {
	if id, ok := ast.Unparen(x).(*ast.Ident); ok {
		if v, ok := u.info.Uses[id].(*types.Var); ok {
			u.open[v] = true
		}
	}
}

// method notes the address that a method with a pointer receiver gets.
func (u *usage) method(x *ast.SelectorExpr) {
	sel := u.info.Selections[x]
	if sel == nil || sel.Kind() == types.FieldVal {
		return
	}
	if f, ok := sel.Obj().(*types.Func); ok && f.Signature().Recv() != nil {
		if _, ptr := f.Signature().Recv().Type().(*types.Pointer); ptr {
			if _, already := sel.Recv().Underlying().(*types.Pointer); !already {
				u.expose(x.X)
			}
		}
	}
}

// check gives up variables with an assignment that no block of a graph has:
// what is not seen to change cannot be followed.
func (u *usage) check(fn *cfg.Func) {
	seen := map[*ast.Ident]bool{}
	for _, g := range fn.Graphs {
		for _, b := range g.Blocks {
			for _, n := range b.Nodes {
				for _, x := range targets(n) {
					if id, ok := x.(*ast.Ident); ok {
						seen[id] = true
					}
				}
			}
		}
	}
	for id := range u.assigned {
		v, _ := u.info.Defs[id].(*types.Var)
		if v == nil {
			v, _ = u.info.Uses[id].(*types.Var)
		}
		if v != nil && !seen[id] {
			u.open[v] = true
		}
	}
}

// targets are what a node assigns to.
func targets(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.ValueSpec:
		var list []ast.Expr
		for _, id := range n.Names {
			list = append(list, id)
		}
		return list
	case *ast.DeclStmt:
		var list []ast.Expr
		if d, ok := n.Decl.(*ast.GenDecl); ok {
			for _, s := range d.Specs {
				list = append(list, targets(s)...)
			}
		}
		return list
	}
	return nil
}
