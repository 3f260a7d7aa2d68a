package cfg

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// varUse has the assignments of a function to one of its variables.
type varUse struct {
	sets      []token.Pos // positions of assignments, including a declaration with a value
	lastValue ast.Expr    // value of the assignment that was recorded last; nil if its value is no single expression
}

// variable returns the variable if e is the name of a local variable, else nil.
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

// useVars records the assignments of all variables, the assertions with two results, and the
// map entries that are assigned to.
func (f *siteFinder) useVars() {
	f.exposed = Exposed(f.info, f.fn.Decl)
	for n := range ast.Preorder(f.fn.Decl) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			f.recordPair(len(n.Lhs), n.Rhs)
		case *ast.ValueSpec:
			f.recordPair(len(n.Names), n.Values)
		}
		for place, value := range syntax.Assignments(n) {
			f.recordAssignment(place, value)
		}
	}
}

func (f *siteFinder) recordPair(n int, values []ast.Expr) {
	if n == 2 && len(values) == 1 {
		f.paired[ast.Unparen(values[0])] = true
	}
}

// recordAssignment records an assignment of value to e.
func (f *siteFinder) recordAssignment(e, value ast.Expr) {
	if x, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
		f.assignedIndexes[x] = true
	}
	if v := f.variable(e); v != nil {
		u := f.use(v)
		u.sets = append(u.sets, e.Pos())
		u.lastValue = value
	}
}

// constantVar reports whether v keeps the value of its declaration.
func (f *siteFinder) constantVar(v *types.Var) bool {
	u := f.vars[v]
	return !f.exposed[v] && (u == nil || len(u.sets) == 0 || len(u.sets) == 1 && u.sets[0] == v.Pos())
}

func (f *siteFinder) sameVar(x, y ast.Expr) bool {
	v := f.variable(x)
	return v != nil && v == f.variable(y)
}

// indexFits reports whether the index e is always less than n: it is a constant, or its type has
// no greater values.
func (f *siteFinder) indexFits(e ast.Expr, n int64) bool {
	if f.info.Types[e].Value != nil {
		return true // the type checker has checked it
	}
	b, ok := f.info.TypeOf(e).Underlying().(*types.Basic)
	if !ok {
		return false
	}
	return b.Kind() == types.Uint8 && n >= 1<<8 || b.Kind() == types.Uint16 && n >= 1<<16
}

// nonNil reports whether s dereferences a variable that cannot be nil: it holds an address, or on
// every path to s it was compared with nil or dereferenced. Otherwise nonNil records the
// dereference.
func (f *siteFinder) nonNil(s *Site) bool {
	if s.Kind != NilDeref {
		return false
	}
	if f.throughEmbedded(s.Node) {
		return false
	}
	v := f.variable(operandOf(s.Node))
	if v == nil || !f.constantVar(v) {
		return f.isAddress(operandOf(s.Node))
	}
	if u := f.vars[v]; u != nil && f.isAddress(u.lastValue) {
		return true
	}
	for at, ok := f.places[s.Node]; ok; at, ok = f.places[at.graph.Lit] {
		dom := f.doms[at.graph]
		if dom == nil {
			dom = Dominators(at.graph)
			f.doms[at.graph] = dom
		}
		for _, d := range f.derefs[v] {
			// the block of a loop's body may also have the post statement, which stands before it
			if d.graph == at.graph && dom.Dominates(d.block, at.block) && (d.block != at.block || d.node <= at.node) {
				return true
			}
		}
		for x := at.block; x != nil; x = dom.Parent(x) {
			if f.compared(v, x) {
				return true
			}
		}
	}
	f.derefs[v] = append(f.derefs[v], f.places[s.Node])
	return false
}

// throughEmbedded reports whether a selector dereferences an embedded pointer.
func (f *siteFinder) throughEmbedded(n ast.Node) bool {
	x, ok := n.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	return slices.ContainsFunc(fieldPath(f.info.Selections[x])[1:], isPointer)
}

// compared reports whether the only edge to x is the outcome of a comparison that implies v != nil.
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

// operandOf returns the expression that a site dereferences.
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
