package cfg

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// varUse is how a function uses one of its variables.
type varUse struct {
	sets    []token.Pos // where it gets a value, its declaration among them
	defined ast.Expr    // the value that its declaration gives it
}

// variable returns the local variable that e is, else nil.
func (f *siteFinder) variable(e ast.Expr) *types.Var {
	if e == nil {
		return nil
	}
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.info.ObjectOf(id).(*types.Var)
	if v == nil || v.IsField() || v.Parent() == f.pkg.Types.Scope() {
		return nil
	}
	return v
}

func (f *siteFinder) use(v *types.Var) *varUse {
	u := f.vars[v]
	if u == nil {
		u = &varUse{}
		f.vars[v] = u
	}
	return u
}

// useVars notes the assignments of all variables, which assertions have two results, and
// which map entries are assigned to.
func (f *siteFinder) useVars() {
	f.exposed = Exposed(f.info, f.fn.Decl)
	for n := range ast.Preorder(f.fn.Decl) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			f.pair(len(n.Lhs), n.Rhs)
		case *ast.ValueSpec:
			f.pair(len(n.Names), n.Values)
		}
		for place, value := range syntax.Assignments(n) {
			f.set(place, value)
		}
	}
}

func (f *siteFinder) pair(n int, values []ast.Expr) {
	if n == 2 && len(values) == 1 {
		f.paired[ast.Unparen(values[0])] = true
	}
}

// set notes an assignment.
func (f *siteFinder) set(e, value ast.Expr) {
	if x, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
		f.stored[x] = true
	}
	if v := f.variable(e); v != nil {
		u := f.use(v)
		u.sets = append(u.sets, e.Pos())
		u.defined = value
	}
}

// constantVar reports whether v has one value from its declaration on.
func (f *siteFinder) constantVar(v *types.Var) bool {
	u := f.vars[v]
	return !f.exposed[v] && (u == nil || len(u.sets) == 0 || len(u.sets) == 1 && u.sets[0] == v.Pos())
}

func (f *siteFinder) sameVar(x, y ast.Expr) bool {
	v := f.variable(x)
	return v != nil && v == f.variable(y)
}

// fits reports whether an index is less than n whatever it is: a constant, or
// of a type that holds no more.
func (f *siteFinder) fits(e ast.Expr, n int64) bool {
	if f.info.Types[e].Value != nil {
		return true // the type checker has seen to it
	}
	b, ok := f.info.TypeOf(e).Underlying().(*types.Basic)
	if !ok {
		return false
	}
	return b.Kind() == types.Uint8 && n >= 1<<8 || b.Kind() == types.Uint16 && n >= 1<<16
}

// nonNil reports whether s dereferences a variable that is sure not to be
// nil: it holds an address, it was compared with nil, or it has been
// dereferenced on every way to s. Otherwise it notes the dereference.
func (f *siteFinder) nonNil(s *Site) bool {
	if s.Kind != NilDeref {
		return false
	}
	if f.deep(s.Node) {
		return false
	}
	v := f.variable(operandOf(s.Node))
	if v == nil || !f.constantVar(v) {
		return f.isAddress(operandOf(s.Node))
	}
	if u := f.vars[v]; u != nil && f.isAddress(u.defined) {
		return true
	}
	for g, b := s.Graph, s.Block; g != nil; g, b = g.Parent, g.Site {
		dom := f.doms[g]
		if dom == nil {
			dom = Dominators(g)
			f.doms[g] = dom
		}
		for _, at := range f.derefs[v] {
			if at.graph == g && dom.Dominates(at.block, b) {
				return true
			}
		}
		for x := b; x != nil; x = dom.Parent(x) {
			if f.compared(v, x) {
				return true
			}
		}
	}
	f.derefs[v] = append(f.derefs[v], place{s.Graph, s.Block})
	return false
}

// deep reports whether a selector goes through a pointer that is embedded.
func (f *siteFinder) deep(n ast.Node) bool {
	x, ok := n.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	return slices.ContainsFunc(along(f.info.Selections[x])[1:], isPointer)
}

// compared reports whether the only way to x is a comparison by which v is
// not nil.
func (f *siteFinder) compared(v *types.Var, x *Block) bool {
	if len(x.Preds) != 1 || x.Preds[0].Cond == nil {
		return false
	}
	e := x.Preds[0]
	b, ok := e.Cond.Expr.(*ast.BinaryExpr)
	if !ok || e.Cond.Kind != Compare || b.Op != token.EQL && b.Op != token.NEQ || (b.Op == token.NEQ) != e.Outcome {
		return false
	}
	isNil := func(e ast.Expr) bool { return f.info.Types[e].IsNil() }
	return f.variable(b.X) == v && isNil(b.Y) || f.variable(b.Y) == v && isNil(b.X)
}

// operandOf is what a site dereferences.
func operandOf(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.StarExpr:
		return n.X
	case *ast.SelectorExpr:
		return n.X
	case *ast.IndexExpr:
		return n.X
	case *ast.SliceExpr:
		return n.X
	}
	return nil
}

// isAddress reports whether e is &x or new(T).
func (f *siteFinder) isAddress(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.CallExpr:
		return syntax.Builtin(f.info, e) == "new"
	}
	return false
}
