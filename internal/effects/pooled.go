package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// PooledFields returns the fields of structs of the package that a value from a sync.Pool may hold as its last
// user left them: the function that gets the value assigns to other fields only, itself or by methods of the
// value. It follows functions that return what they get.
func PooledFields(pkg *load.Package) map[*types.Var]bool {
	p := &pooled{info: pkg.Info, bodies: map[types.Object]*ast.FuncDecl{}, getters: map[types.Object]bool{}, left: map[*types.Var]bool{}}
	for _, d := range pkg.FuncDecls() {
		if d.Body != nil {
			p.bodies[p.info.Defs[d.Name]] = d
		}
	}
	for more := true; more; {
		before := len(p.getters)
		for f, d := range p.bodies {
			p.get(f, d.Body)
		}
		more = len(p.getters) > before
	}
	clear(p.left) // a getter leaves its callers to assign
	for f, d := range p.bodies {
		p.get(f, d.Body)
	}
	return p.left
}

type pooled struct {
	info    *types.Info
	bodies  map[types.Object]*ast.FuncDecl
	getters map[types.Object]bool // functions that return what they get, as it is
	left    map[*types.Var]bool
}

// get notes what a function does with each value that it gets.
func (p *pooled) get(f types.Object, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if id, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Rhs) == 1 && p.gets(n.Rhs[0]) {
				p.note(p.info.ObjectOf(id), body)
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 1 && p.gets(n.Results[0]) {
				p.getters[f] = true
			}
		}
		return true
	})
}

// gets reports whether an expression is a value from a pool, of the type that it is stored as.
func (p *pooled) gets(x ast.Expr) bool {
	x = ast.Unparen(x)
	if assert, ok := x.(*ast.TypeAssertExpr); ok {
		x = ast.Unparen(assert.X)
	}
	call, ok := x.(*ast.CallExpr)
	if !ok {
		return false
	}
	f := typeutil.Callee(p.info, call)
	fn, ok := f.(*types.Func)
	return p.getters[f] || ok && fn.FullName() == "(*sync.Pool).Get"
}

// note notes the fields of the struct to which v points that no statement of the body assigns to.
func (p *pooled) note(v types.Object, body *ast.BlockStmt) {
	if v == nil {
		return
	}
	ptr, ok := syntax.Underlying(v.Type()).(*types.Pointer)
	if !ok {
		return
	}
	u, ok := syntax.Underlying(ptr.Elem()).(*types.Struct)
	if !ok {
		return
	}
	set := map[*types.Var]bool{}
	if p.assigned(v, body, set, map[types.Object]bool{}) {
		return
	}
	for f := range u.Fields() {
		if !set[f] {
			p.left[f] = true
		}
	}
}

// assigned adds to set the fields of *v that a body, or a method of the package that it calls on v, assigns to. It
// returns true if all are assigned to at once.
func (p *pooled) assigned(v types.Object, body *ast.BlockStmt, set map[*types.Var]bool, seen map[types.Object]bool) (all bool) {
	is := func(x ast.Expr) bool {
		id, ok := ast.Unparen(x).(*ast.Ident)
		return ok && p.info.ObjectOf(id) == v
	}
	ast.Inspect(body, func(n ast.Node) bool {
		for place := range syntax.Assignments(n) {
			switch x := ast.Unparen(place).(type) {
			case *ast.StarExpr:
				all = all || is(x.X)
			case *ast.SelectorExpr:
				if f, ok := p.info.ObjectOf(x.Sel).(*types.Var); ok && is(x.X) {
					set[f] = true
				}
			}
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok || !is(sel.X) || seen[p.info.ObjectOf(sel.Sel)] {
			return true
		}
		method := p.bodies[p.info.ObjectOf(sel.Sel)]
		if seen[p.info.ObjectOf(sel.Sel)] = true; method != nil && method.Recv != nil && len(method.Recv.List[0].Names) == 1 {
			all = p.assigned(p.info.Defs[method.Recv.List[0].Names[0]], method.Body, set, seen) || all
		}
		return true
	})
	return all
}
