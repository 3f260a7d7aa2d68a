package fitness

import (
	"go/ast"
	goconstant "go/constant"
	"go/token"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/internal/syntax"
	"nearmiss/term"
)

// lowering turns the expressions of one function into values.
type lowering struct {
	info  *types.Info
	pkg   *types.Package
	terms *term.Builder
	locs  *locs
}

// path returns the access path that e denotes.
func (w *lowering) path(e ast.Expr) (Path, bool) {
	return pathOf(e, w.info, w.pkg)
}

// read returns the value of a path in a class.
func (w *lowering) read(p Path, c Class, elem types.BasicKind, s term.Sort) *value {
	return w.readLoc(w.locs.value(p, c, elem, s))
}

func (w *lowering) readLoc(id int) *value {
	v := newValue(locRead)
	v.loc, v.sort = id, w.locs.all[id].sort
	v.uses = v.uses.with(id)
	return v
}

func (w *lowering) constant(t *term.Term) *value {
	v := newValue(constantValue)
	v.konst = t
	return v
}

func (w *lowering) int(n uint64) *value { return w.constant(w.terms.Int(term.Signed(64), n)) }

// expr lowers an expression; nil means unknown.
func (w *lowering) expr(e ast.Expr) *value {
	e = ast.Unparen(e)
	tv, ok := w.info.Types[e]
	if ok && tv.Value != nil {
		return w.constantOf(tv.Value, tv.Type)
	}
	if p, ok := w.path(e); ok {
		return w.pathValue(p, e)
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return w.unary(e)
	case *ast.BinaryExpr:
		return w.binary(e)
	case *ast.CallExpr:
		return w.call(e)
	case *ast.IndexExpr:
		return w.index(e)
	case *ast.SliceExpr:
		return w.slice(e)
	}
	return nil
}

// pathValue returns the value of an access path.
func (w *lowering) pathValue(p Path, e ast.Expr) *value {
	d, ok := valueTypeOf(w.info.TypeOf(e))
	if !ok || d.class == Nil {
		return nil // compareNil lowers comparisons with nil
	}
	return w.read(p, d.class, d.elem, d.sort)
}

// constantOf returns a constant of a type.
func (w *lowering) constantOf(v goconstant.Value, t types.Type) *value {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || syntax.IsTypeParam(t) {
		return nil
	}
	s, ok := kindSort(basic.Kind())
	if !ok {
		return nil
	}
	switch s.Kind {
	case term.Bool:
		return w.constant(w.terms.Bool(goconstant.BoolVal(v)))
	case term.String:
		return w.constant(w.terms.Str(goconstant.StringVal(v)))
	case term.Float:
		f, _ := goconstant.Float64Val(goconstant.ToFloat(v))
		return w.constant(w.terms.Float(s, f))
	}
	v = goconstant.ToInt(v)
	if n, exact := goconstant.Int64Val(v); exact {
		return w.constant(w.terms.Int(s, uint64(n)))
	}
	if n, exact := goconstant.Uint64Val(v); exact {
		return w.constant(w.terms.Int(s, n))
	}
	return nil // an untyped constant that fits no integer type
}

func (w *lowering) unary(e *ast.UnaryExpr) *value {
	x := w.expr(e.X)
	if x == nil {
		return nil
	}
	switch e.Op {
	case token.NOT:
		return newValue(negation, x)
	case token.ADD:
		return x
	case token.SUB, token.XOR:
		v := newValue(unaryOp, x)
		v.op = term.Neg
		if e.Op == token.XOR {
			v.op = term.Com
		}
		return v
	}
	return nil
}

var binaryOps = map[token.Token]term.Op{
	token.ADD: term.Add, token.SUB: term.Sub, token.MUL: term.Mul, token.QUO: term.Div, token.REM: term.Rem,
	token.AND: term.And, token.OR: term.Or, token.XOR: term.Xor, token.AND_NOT: term.AndNot,
	token.SHL: term.Shl, token.SHR: term.Shr,
}

func (w *lowering) binary(e *ast.BinaryExpr) *value {
	if rel, ok := term.RelOf(e.Op); ok {
		return w.compare(rel, e.X, e.Y)
	}
	x, y := w.expr(e.X), w.expr(e.Y)
	if x == nil || y == nil {
		return nil
	}
	switch e.Op {
	case token.LAND:
		return newValue(conjunction, x, y)
	case token.LOR:
		return newValue(disjunction, x, y)
	}
	op, ok := binaryOps[e.Op]
	d, known := valueTypeOf(w.info.TypeOf(e))
	if !ok || !known {
		return nil
	}
	return w.arithmetic(op, d.sort, x, y)
}

// arithmetic returns x op y of a sort. Constant operands may still be untyped.
func (w *lowering) arithmetic(op term.Op, s term.Sort, x, y *value) *value {
	if !s.IsInteger() && (s.Kind != term.Float || op > term.Div) {
		return nil // complex numbers, and strings, which would need concatenation
	}
	x = w.toSort(x, s)
	if op != term.Shl && op != term.Shr {
		y = w.toSort(y, s)
	}
	if x == nil || y == nil {
		return nil
	}
	v := newValue(binaryOp, x, y)
	v.op = op
	return v
}

// toSort converts a constant to the sort of its context. It returns nil if a value has another
// sort, as with the operands of 1.0<<n.
func (w *lowering) toSort(v *value, s term.Sort) *value {
	switch {
	case v == nil:
		return nil
	case v.kind == constantValue && v.konst.Sort != s:
		t := w.terms.Convert(v.konst, s)
		if !t.IsConst() {
			return nil
		}
		return w.constant(t)
	case v.valueSort() != s:
		return nil
	}
	return v
}

// valueSort returns the sort of the terms of v.
func (v *value) valueSort() term.Sort {
	switch v.kind {
	case constantValue:
		return v.konst.Sort
	case locRead, conversion:
		return v.sort
	case unaryOp, binaryOp, substring:
		return v.args[0].valueSort()
	case conditional:
		return v.args[1].valueSort()
	case lengthOf:
		return term.Signed(64)
	case elementRead:
		return v.args[0].valueSort().ElemSort()
	}
	return term.BoolSort
}

// compare lowers x rel y.
func (w *lowering) compare(rel term.Rel, x, y ast.Expr) *value {
	if w.isNil(y) {
		return w.compareNil(rel, x)
	}
	if w.isNil(x) {
		return w.compareNil(rel, y)
	}
	xt, yt := w.info.TypeOf(x), w.info.TypeOf(y)
	if xt == nil || yt == nil {
		return nil
	}
	d, ok := valueTypeOf(xt)
	if b, untyped := xt.Underlying().(*types.Basic); untyped && b.Info()&types.IsUntyped != 0 {
		d, ok = valueTypeOf(yt)
	}
	if !ok || d.class == Nil || d.sort.Kind == term.Array {
		return nil
	}
	a, b := w.toSort(w.expr(x), d.sort), w.toSort(w.expr(y), d.sort)
	if a == nil || b == nil {
		return nil
	}
	v := newValue(comparison, a, b)
	v.rel = rel
	return v
}

func (w *lowering) isNil(e ast.Expr) bool {
	tv, ok := w.info.Types[ast.Unparen(e)]
	return ok && tv.IsNil()
}

// compareNil lowers x == nil or x != nil.
func (w *lowering) compareNil(rel term.Rel, x ast.Expr) *value {
	v := w.nilness(x)
	if v == nil {
		return nil
	}
	if rel == term.NE {
		return newValue(negation, v)
	}
	return v
}

// nilness returns whether x is nil, as a value.
func (w *lowering) nilness(x ast.Expr) *value {
	if w.isNil(x) {
		return w.constant(w.terms.Bool(true))
	}
	t := w.info.TypeOf(x)
	if t == nil {
		return nil
	}
	d, ok := valueTypeOf(t)
	if !ok {
		return nil
	}
	switch e := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return w.constant(w.terms.Bool(false))
		}
	case *ast.CompositeLit, *ast.FuncLit:
		return w.constant(w.terms.Bool(false))
	}
	if d.class == Slice {
		if v := w.expr(x); v != nil {
			return newValue(nilTest, v)
		}
		return nil
	}
	p, ok := w.path(x)
	if !ok || d.class != Nil {
		return nil
	}
	return w.read(p, Nil, types.Invalid, term.BoolSort)
}

// call lowers conversions and the builtins that compute values.
func (w *lowering) call(e *ast.CallExpr) *value {
	if w.info.Types[e.Fun].IsType() && len(e.Args) == 1 {
		return w.conversion(e)
	}
	switch name := syntax.Builtin(w.info, e); name {
	case "len":
		return w.lengthOf(e.Args[0])
	case "cap":
		return w.capacity(e.Args[0])
	case "min", "max":
		return w.minMax(name, e)
	}
	return nil
}

func (w *lowering) conversion(e *ast.CallExpr) *value {
	x := w.expr(e.Args[0])
	d, ok := valueTypeOf(w.info.TypeOf(e))
	if x == nil || !ok {
		return nil
	}
	from := x.valueSort()
	if from == d.sort {
		return x
	}
	numeric := func(s term.Sort) bool { return s.IsInteger() || s.Kind == term.Float }
	if !numeric(from) || !numeric(d.sort) {
		return nil
	}
	v := newValue(conversion, x)
	v.sort = d.sort
	return v
}

func (w *lowering) lengthOf(e ast.Expr) *value {
	t := w.info.TypeOf(e)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if a, ok := p.Elem().Underlying().(*types.Array); ok {
			return w.int(uint64(a.Len()))
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return w.int(uint64(u.Len()))
	case *types.Map, *types.Chan:
		if p, ok := w.path(e); ok {
			return w.read(p, Len, types.Invalid, term.Signed(64))
		}
		return nil
	}
	if x := w.expr(e); x != nil {
		return newValue(lengthOf, x)
	}
	return nil
}

func (w *lowering) capacity(e ast.Expr) *value {
	switch u := w.info.TypeOf(e).Underlying().(type) {
	case *types.Array:
		return w.int(uint64(u.Len()))
	case *types.Slice, *types.Chan:
		if p, ok := w.path(e); ok {
			return w.read(p, Cap, types.Invalid, term.Signed(64))
		}
	}
	return nil
}

// minMax lowers min or max of integers and strings. Floats are excluded, because their min and max
// order zeros and NaN in a special way.
func (w *lowering) minMax(name string, e *ast.CallExpr) *value {
	d, ok := valueTypeOf(w.info.TypeOf(e))
	if !ok || !d.sort.IsInteger() && d.sort.Kind != term.String {
		return nil
	}
	var best *value
	for i, a := range e.Args {
		x := w.toSort(w.expr(a), d.sort)
		if x == nil {
			return nil
		}
		if i == 0 {
			best = x
			continue
		}
		c := newValue(comparison, best, x)
		c.rel = term.LE
		if name == "max" {
			c.rel = term.GE
		}
		best = newValue(conditional, c, best, x)
	}
	return best
}

// index lowers x[i] of strings, slices and arrays of scalars.
func (w *lowering) index(e *ast.IndexExpr) *value {
	t := w.info.TypeOf(e.X)
	if t == nil {
		return nil
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return w.indexPointer(e, p)
	}
	d, ok := valueTypeOf(t)
	if !ok || d.elem == types.Invalid {
		return nil
	}
	return w.element(w.expr(e.X), w.expr(e.Index), d)
}

// indexPointer lowers p[i] of a pointer to an array.
func (w *lowering) indexPointer(e *ast.IndexExpr, t *types.Pointer) *value {
	d, ok := valueTypeOf(t.Elem())
	p, isPath := w.path(e.X)
	if !ok || !isPath || d.class != Array || d.elem == types.Invalid {
		return nil
	}
	array := w.read(p.with(Step{Guard: true}), Array, d.elem, d.sort)
	return w.element(array, w.expr(e.Index), d)
}

func (w *lowering) element(x, i *value, d valueType) *value {
	if x == nil || i == nil || !i.valueSort().IsInteger() {
		return nil
	}
	v := newValue(elementRead, x, i)
	if d.class == Slice {
		v.content = w.locs.contentOf(d.elem)
		v.uses = v.uses.clone().with(v.content)
	}
	return v
}

// slice lowers x[lo:hi] of strings and slices.
func (w *lowering) slice(e *ast.SliceExpr) *value {
	t := w.info.TypeOf(e.X)
	if t == nil || e.Slice3 {
		return nil
	}
	d, ok := valueTypeOf(t)
	if !ok || d.class != Slice && d.class != String {
		return nil
	}
	x := w.expr(e.X)
	if x == nil {
		return nil
	}
	lo, hi := w.int(0), newValue(lengthOf, x)
	if e.Low != nil {
		lo = w.expr(e.Low)
	}
	if e.High != nil {
		hi = w.expr(e.High)
	}
	if lo == nil || hi == nil || !lo.valueSort().IsInteger() || !hi.valueSort().IsInteger() {
		return nil
	}
	return newValue(substring, x, lo, hi)
}

// condition lowers the test of a condition; nil means unknown.
func (w *lowering) condition(c *cfg.Cond) *value {
	switch c.Kind {
	case cfg.Bool, cfg.Compare:
		return w.expr(c.Expr)
	case cfg.Case:
		return w.compare(term.EQ, c.Stmt.(*ast.SwitchStmt).Tag, c.Expr)
	case cfg.Range:
		return w.hasNext(c.Stmt.(*ast.RangeStmt))
	}
	return nil
}
