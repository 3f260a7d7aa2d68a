package cfg

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// enumerator finds the atomic conditions of the functions of a package, one
// function at a time. Package.number sorts them by position later.
type enumerator struct {
	info      *types.Info
	fn        *Func                 // function whose conditions are being found
	lit       *ast.FuncLit          // innermost function literal around the node that is being walked; nil outside
	conds     map[ast.Node]*Cond    // by atomic expression, case expression, clause or range statement
	owner     map[ast.Node]ast.Stmt // switch, type switch or select statement by clause
	enclosing map[ast.Node]ast.Stmt // range statement by its key and value, select clause by its communication
}

// enumerate fills fn.Conds.
func (e *enumerator) enumerate(fn *Func) {
	e.fn, e.lit = fn, nil
	e.walkValue(fn.Decl.Body)
}

func (e *enumerator) add(key ast.Node, c Cond) *Cond {
	c.Lit, c.Func = e.lit, e.fn
	e.conds[key] = &c
	e.fn.Conds = append(e.fn.Conds, &c)
	return &c
}

// walkValue walks a statement or an expression whose value is used. Boolean expressions in it are
// value conditions; statements have further conditions.
func (e *enumerator) walkValue(n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncLit:
		e.funcLit(n)
	case *ast.IfStmt:
		e.walkEach(e.walkValue, n.Init)
		e.addBoolean(n.Cond, false)
		e.walkEach(e.walkValue, n.Body, n.Else)
	case *ast.ForStmt:
		e.walkEach(e.walkValue, n.Init)
		if n.Cond != nil {
			e.addBoolean(n.Cond, false)
		}
		e.walkEach(e.walkValue, n.Body, n.Post)
	case *ast.RangeStmt:
		e.add(n, Cond{Kind: Range, Pos: n.For, Stmt: n})
		e.enclosing[n.Key], e.enclosing[n.Value] = n, n
		e.walkEach(e.walkValue, n.X, n.Body)
		e.walkEach(e.walkAtom, n.Key, n.Value)
	case *ast.SwitchStmt:
		e.switchStmt(n)
	case *ast.TypeSwitchStmt:
		e.clauses(n, n.Body, TypeCase)
		e.walkEach(e.walkValue, n.Init, n.Assign, n.Body)
	case *ast.SelectStmt:
		e.clauses(n, n.Body, SelectCase)
		e.walkEach(e.walkValue, n.Body)
	case *ast.CaseClause:
		for _, s := range n.Body { // the list holds types; switchStmt has seen case expressions
			e.walkValue(s)
		}
	case ast.Expr:
		if isValueCondition(e.info, n) {
			e.addBoolean(n, true)
		} else if !isType(n) {
			walkChildren(n, e.walkValue)
		}
	case nil:
	default:
		walkChildren(n, e.walkValue)
	}
}

// walkEach calls walk for every node that is not nil.
func (e *enumerator) walkEach(walk func(ast.Node), nodes ...ast.Node) {
	for _, n := range nodes {
		if !isNil(n) {
			walk(n)
		}
	}
}

// addBoolean adds the atomic conditions of the boolean expression x, with value as their Cond.Value.
func (e *enumerator) addBoolean(x ast.Expr, value bool) {
	x = ast.Unparen(x)
	if parts := operands(x); parts != nil {
		for _, p := range parts {
			e.addBoolean(p, value)
		}
		return
	}
	c := Cond{Kind: Bool, Pos: x.Pos(), Expr: x, Value: value, Const: constBool(e.info, x)}
	if b, ok := x.(*ast.BinaryExpr); ok && IsComparison(b.Op) {
		c.Kind = Compare
	}
	e.add(x, c)
	e.walkAtom(x)
}

// walkAtom walks the operands of an atomic condition. Only their call arguments, index expressions
// and function literals contain further conditions.
func (e *enumerator) walkAtom(n ast.Node) { visitAtomParts(n, e.walkValue, e.walkAtom) }

func (e *enumerator) funcLit(l *ast.FuncLit) {
	outer := e.lit
	e.lit = l
	e.walkValue(l.Body)
	e.lit = outer
}

func (e *enumerator) switchStmt(s *ast.SwitchStmt) {
	e.walkEach(e.walkValue, s.Init, s.Tag)
	index := 0
	for _, clause := range s.Body.List {
		e.owner[clause] = s
		for _, x := range clause.(*ast.CaseClause).List {
			if s.Tag == nil {
				e.addBoolean(x, false)
				continue
			}
			e.add(x, Cond{Kind: Case, Pos: x.Pos(), Expr: x, Stmt: s, Index: index, Const: constCase(e.info, s.Tag, x)})
			e.walkAtom(x)
			index++
		}
	}
	e.walkValue(s.Body)
}

// clauses adds one condition for every clause that is not the default.
func (e *enumerator) clauses(s ast.Stmt, body *ast.BlockStmt, kind Kind) {
	for i, clause := range body.List {
		e.owner[clause] = s
		var isDefault bool
		switch clause := clause.(type) {
		case *ast.CaseClause:
			isDefault = clause.List == nil
		case *ast.CommClause:
			isDefault = clause.Comm == nil
			if !isDefault {
				e.enclosing[clause.Comm] = clause
			}
		}
		if !isDefault {
			e.add(clause, Cond{Kind: kind, Pos: clause.Pos(), Stmt: s, Index: i})
		}
	}
}

// visitAtomParts walks a part n of an atomic condition. It calls value for the parts of n that may
// contain further conditions, and atom for the other parts.
func visitAtomParts(n ast.Node, value, atom func(ast.Node)) {
	switch n := n.(type) {
	case *ast.FuncLit:
		value(n)
	case *ast.CallExpr:
		atom(n.Fun)
		for _, arg := range n.Args {
			value(arg)
		}
	case *ast.IndexExpr:
		atom(n.X)
		value(n.Index)
	case ast.Expr:
		if !isType(n) {
			walkChildren(n, atom)
		}
	default:
		walkChildren(n, atom)
	}
}

// walkChildren calls f for the direct children of n, in source order.
func walkChildren(n ast.Node, f func(ast.Node)) {
	ast.Inspect(n, func(c ast.Node) bool {
		if c != nil && c != n {
			f(c)
		}
		return c == n
	})
}

// operands returns the operands of &&, || and !, nil for an atomic condition.
func operands(x ast.Expr) []ast.Expr {
	switch x := x.(type) {
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			return []ast.Expr{x.X, x.Y}
		}
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return []ast.Expr{x.X}
		}
	}
	return nil
}

// isValueCondition reports whether x, an expression whose value is used, is a comparison, &&, ||
// or ! that the type checker has not decided.
func isValueCondition(info *types.Info, x ast.Expr) bool {
	if operands(x) == nil {
		b, ok := x.(*ast.BinaryExpr)
		if !ok || !IsComparison(b.Op) {
			return false
		}
	}
	return info.Types[x].Value == nil
}

// IsComparison reports whether an operator compares.
func IsComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// isType reports whether n can only be a type, which has no parts to evaluate.
func isType(n ast.Node) bool {
	switch n.(type) {
	case *ast.ArrayType, *ast.StructType, *ast.FuncType, *ast.InterfaceType, *ast.MapType, *ast.ChanType:
		return true
	}
	return false
}

// isNil reports whether n, an optional part of a statement, is nil or a nil *ast.BlockStmt.
func isNil(n ast.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *ast.BlockStmt:
		return n == nil
	}
	return false
}

// constBool returns the value of x if it is constant.
func constBool(info *types.Info, x ast.Expr) *bool {
	v := info.Types[x].Value
	if v == nil || v.Kind() != constant.Bool {
		return nil
	}
	b := constant.BoolVal(v)
	return &b
}

// constCase returns the outcome of tag == x if both are constant.
func constCase(info *types.Info, tag, x ast.Expr) *bool {
	v, w := info.Types[tag].Value, info.Types[x].Value
	if v == nil || w == nil {
		return nil
	}
	b := constant.Compare(v, token.EQL, w)
	return &b
}
