package effects

import (
	"go/ast"
	"go/types"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// Pooled tells which values a sync.Pool may hand on as their last user left them.
type Pooled struct {
	Fields  map[*types.Var]bool   // fields of structs of the package that the functions which get them from a pool do not assign to
	Reused  map[*types.Var]bool   // fields whose lists these functions only shorten: an empty one may be nil
	Getters map[types.Object]bool // functions that return what they get
}

// NewPooled looks for values from pools in a package. A field is left if the function that gets the struct, and
// is no getter, assigns to other fields only, itself or by methods of the struct.
func NewPooled(pkg *load.Package) *Pooled {
	p := &pooled{info: pkg.Info, bodies: map[types.Object]*ast.FuncDecl{}, left: map[*types.Var]bool{}, reused: map[*types.Var]bool{}}
	p.getters = syntax.PoolGetters(pkg.Info, pkg.FuncDecls())
	for _, d := range pkg.FuncDecls() {
		if d.Body != nil {
			p.bodies[p.info.Defs[d.Name]] = d
		}
	}
	for f, d := range p.bodies {
		if !p.getters[f] {
			p.look(d.Body)
		}
	}
	return &Pooled{Fields: p.left, Reused: p.reused, Getters: p.getters}
}

type pooled struct {
	info    *types.Info
	bodies  map[types.Object]*ast.FuncDecl
	getters map[types.Object]bool
	left    map[*types.Var]bool
	reused  map[*types.Var]bool
}

// look notes what a function does with each value that it gets.
func (p *pooled) look(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if n, ok := n.(*ast.AssignStmt); ok {
			if id, ok := n.Lhs[0].(*ast.Ident); ok && len(n.Rhs) == 1 && syntax.FromPool(p.info, n.Rhs[0], p.getters) {
				p.note(p.info.ObjectOf(id), body)
			}
		}
		return true
	})
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
					p.reused[f] = p.reused[f] || slicesItself(n)
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

// slicesItself reports whether a statement has the form x = x[i:j].
func slicesItself(n ast.Node) bool {
	a, ok := n.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 {
		return false
	}
	part, ok := ast.Unparen(a.Rhs[0]).(*ast.SliceExpr)
	return ok && types.ExprString(part.X) == types.ExprString(a.Lhs[0])
}
