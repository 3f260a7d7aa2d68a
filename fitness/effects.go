package fitness

import (
	"go/ast"
	"go/token"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/term"
)

// effect describes one effect of a statement, recorded before all locs of the function are known:
// simultaneous assignments, or the loss of all locs that kill matches.
type effect struct {
	dst    []int // with src: assignments to pseudo locs
	src    []*value
	writes []pathWrite
	kill   func(*loc) bool
}

// pathWrite assigns a source to a path and to all paths that extend it.
type pathWrite struct {
	to   Path
	from source
}

// source is the right side of an assignment, seen as a value, by whether it is nil, as a path that
// is copied, or by its parts. Fields that are not set are unknown.
type source struct {
	value    *value
	isNil    *value
	path     *Path
	isZero   bool
	fields   map[string]source // of a struct literal; missing fields are zero
	target   *source           // the operand of &x
	concrete bool              // the type is not an interface, so that an interface that holds it is not nil
}

// statementEffects returns the effects of a node of a block.
func (w *lowering) statementEffects(g *cfg.Graph, n ast.Node, ranges *ranges) []effect {
	out := w.callEffects(g, n)
	switch n := n.(type) {
	case *ast.AssignStmt:
		out = append(out, w.assign(n, ranges)...)
	case *ast.IncDecStmt:
		op := token.ADD
		if n.Tok == token.DEC {
			op = token.SUB
		}
		one := w.int(1)
		out = append(out, w.store(n.X, source{value: w.operation(n.X, op, one)})...)
	case *ast.ValueSpec:
		out = append(out, w.declare(n)...)
	case *ast.DeclStmt:
		if d, ok := n.Decl.(*ast.GenDecl); ok {
			for _, s := range d.Specs {
				if s, ok := s.(*ast.ValueSpec); ok {
					out = append(out, w.declare(s)...)
				}
			}
		}
	case *ast.SendStmt:
		out = append(out, effect{kill: w.changedElsewhere})
	case ast.Expr:
		if s := ranges.byX[n]; s != nil {
			if l := w.newRangeLoop(s); l != nil {
				out = append(out, w.initRange(l))
			}
		}
	}
	return out
}

// ranges indexes range loops by the position of their assignment token and by the expression that
// they range over.
type ranges struct {
	byTok map[token.Pos]*ast.RangeStmt
	byX   map[ast.Expr]*ast.RangeStmt
}

func rangesOf(body *ast.BlockStmt) *ranges {
	r := &ranges{make(map[token.Pos]*ast.RangeStmt), make(map[ast.Expr]*ast.RangeStmt)}
	for n := range ast.Preorder(body) {
		if s, ok := n.(*ast.RangeStmt); ok {
			r.byX[s.X] = s
			if s.Key != nil {
				r.byTok[s.TokPos] = s
			}
		}
	}
	return r
}

// assign returns the effects of an assignment of any form.
func (w *lowering) assign(n *ast.AssignStmt, ranges *ranges) []effect {
	switch {
	case len(n.Rhs) == 0:
		if s := ranges.byTok[n.TokPos]; s != nil {
			if l := w.newRangeLoop(s); l != nil {
				return w.writeAll(w.assignRangeVars(l, n), n.Lhs)
			}
		}
		return w.assignUnknown(n.Lhs)
	case n.Tok != token.ASSIGN && n.Tok != token.DEFINE:
		op := n.Tok - token.ADD_ASSIGN + token.ADD
		return w.store(n.Lhs[0], source{value: w.operation(n.Lhs[0], op, w.expr(n.Rhs[0]))})
	case len(n.Lhs) != len(n.Rhs):
		return append(w.assignUnknown(n.Lhs), w.clauseVariables(n)...)
	}
	var writes []pathWrite
	for i, lhs := range n.Lhs {
		writes = append(writes, w.writeTo(lhs, w.source(n.Rhs[i]))...)
	}
	return append(w.writeAll(writes, n.Lhs), w.clauseVariables(n)...)
}

// clauseVariables kills the variables that the clauses of a type switch bind, when the switch is
// entered.
func (w *lowering) clauseVariables(n *ast.AssignStmt) []effect {
	if len(n.Rhs) != 1 {
		return nil
	}
	if t, ok := ast.Unparen(n.Rhs[0]).(*ast.TypeAssertExpr); !ok || t.Type != nil {
		return nil
	}
	name := n.Lhs[0].(*ast.Ident)
	return []effect{{kill: func(l *loc) bool {
		return l.path.Root != nil && l.path.Root.Name() == name.Name && w.locs.implicit[l.path.Root]
	}}}
}

// noteImplicits records the variables that the clauses of type switches bind.
func (w *lowering) noteImplicits(body *ast.BlockStmt) {
	for _, o := range w.info.Implicits {
		if v, ok := o.(*types.Var); ok && body.Pos() <= v.Pos() && v.Pos() < body.End() {
			w.locs.implicit[v] = true
		}
	}
}

// operation returns the value of x op= y.
func (w *lowering) operation(x ast.Expr, op token.Token, y *value) *value {
	d, ok := valueTypeOf(w.info.TypeOf(x))
	if !ok || y == nil {
		return nil
	}
	v := w.expr(x)
	if v == nil {
		return nil
	}
	return w.arithmetic(binaryOps[op], d.sort, v, y)
}

// declare returns the effects of var x = y and var x T.
func (w *lowering) declare(n *ast.ValueSpec) []effect {
	var writes []pathWrite
	var names []ast.Expr
	for i, name := range n.Names {
		names = append(names, name)
		src := source{isZero: len(n.Values) == 0}
		if len(n.Values) == len(n.Names) {
			src = w.source(n.Values[i])
		}
		writes = append(writes, w.writeTo(name, src)...)
	}
	return w.writeAll(writes, names)
}

// assignUnknown returns the effects of assignments of unknown values.
func (w *lowering) assignUnknown(lhs []ast.Expr) []effect {
	var writes []pathWrite
	for _, e := range lhs {
		writes = append(writes, w.writeTo(e, source{})...)
	}
	return w.writeAll(writes, lhs)
}

func (w *lowering) store(lhs ast.Expr, src source) []effect {
	return w.writeAll(w.writeTo(lhs, src), []ast.Expr{lhs})
}

// writeAll returns the effects of simultaneous writes to lhs, followed by the loss of the other locs
// that assignments to lhs may change.
func (w *lowering) writeAll(writes []pathWrite, lhs []ast.Expr) []effect {
	out := []effect{{writes: writes}}
	for _, e := range lhs {
		if k := w.changedByStore(e); k != nil {
			out = append(out, effect{kill: k})
		}
	}
	return out
}

// writeTo returns the write to an expression, none if the expression is not a path.
func (w *lowering) writeTo(e ast.Expr, src source) []pathWrite {
	if p, ok := w.path(e); ok {
		return []pathWrite{{p, src}}
	}
	return nil
}

// source describes the right side of an assignment.
func (w *lowering) source(e ast.Expr) source {
	e = ast.Unparen(e)
	src := source{value: w.expr(e)}
	if t := w.info.TypeOf(e); t != nil {
		if d, ok := valueTypeOf(t); ok && d.class == Nil {
			src.isNil = w.nilness(e)
		}
		src.concrete = !types.IsInterface(t) && !w.isNil(e)
	}
	if p, ok := w.path(e); ok {
		src.path = &p
		return src
	}
	switch e := e.(type) {
	case *ast.CompositeLit:
		src.fields = w.literal(e)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			t := w.source(e.X)
			src.target = &t
		}
	}
	return src
}

// literal returns the fields of a struct literal, nil for other literals.
func (w *lowering) literal(e *ast.CompositeLit) map[string]source {
	st, ok := w.info.TypeOf(e).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	fields := make(map[string]source)
	for i, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			fields[kv.Key.(*ast.Ident).Name] = w.source(kv.Value)
			continue
		}
		fields[st.Field(i).Name()] = w.source(x)
	}
	return fields
}

// valueAt returns the value of the loc l after the source is assigned to a path that l extends by
// steps.
func (s source) valueAt(w *lowering, steps []Step, l *loc) *value {
	if len(steps) == 0 && s.concrete && l.class == Nil && types.IsInterface(l.path.Type()) {
		return w.constant(w.terms.Bool(false))
	}
	if s.path != nil {
		if from := w.locs.find(s.path.with(steps...), l.class); from >= 0 && w.locs.all[from].sort == l.sort {
			return w.readLoc(from)
		}
		if len(steps) > 0 {
			return nil
		}
	}
	if len(steps) == 0 {
		return s.wholeValue(w, l)
	}
	first := steps[0]
	switch {
	case first.Guard && s.target != nil:
		if first.Field == nil {
			return s.target.valueAt(w, steps[1:], l)
		}
		return s.target.valueAt(w, append([]Step{{Field: first.Field}}, steps[1:]...), l)
	case first.Guard:
		return nil
	case s.isZero:
		return s.valueAt(w, steps[1:], l)
	case s.fields != nil:
		f, ok := s.fields[first.Field.Name()]
		if !ok {
			f = source{isZero: true}
		}
		return f.valueAt(w, steps[1:], l)
	}
	return nil
}

// wholeValue returns the value of l, whose path is the one assigned.
func (s source) wholeValue(w *lowering, l *loc) *value {
	if s.isZero {
		return w.zeroValue(l)
	}
	switch l.class {
	case Nil:
		return s.isNil
	case Len, Cap:
		return nil
	}
	return w.toSort(s.value, l.sort)
}

// zeroValue returns the zero value of l.
func (w *lowering) zeroValue(l *loc) *value {
	switch l.class {
	case Nil:
		return w.constant(w.terms.Bool(true))
	case Slice, Array:
		return nil
	}
	switch l.sort.Kind {
	case term.Bool:
		return w.constant(w.terms.Bool(false))
	case term.Float:
		return w.constant(w.terms.Float(l.sort, 0))
	case term.String:
		return w.constant(w.terms.Str(""))
	}
	return w.constant(w.terms.Int(l.sort, 0))
}
