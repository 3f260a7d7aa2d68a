package fitness

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"nearmiss/cfg"
)

// aliases returns which locs an assignment to e may change besides those of
// its own path, nil if there are none.
//
// The rule goes by fields and types: an assignment through a pointer, to a
// variable whose address is taken, or to an element of a slice changes a loc
// that such an assignment can reach only if it ends in the same field, or,
// where one of them does not end in a field, if their types allow it. Two
// variables are never the same memory, nor are a variable and a field.
func (w *lowering) aliases(e ast.Expr) func(*loc) bool {
	e = ast.Unparen(e)
	if id, ok := e.(*ast.Ident); ok && id.Name == "_" {
		return nil
	}
	t := w.info.TypeOf(e)
	if t == nil {
		return nil
	}
	p, isPath := w.path(e)
	if isPath && !p.throughPointer() && !w.locs.foreign(p.root) {
		return nil
	}
	if x, ok := e.(*ast.IndexExpr); ok {
		return w.elementAliases(x, t)
	}
	var field *types.Var
	if isPath {
		field = p.last()
	} else if s, ok := e.(*ast.SelectorExpr); ok && w.info.Selections[s] != nil {
		field, _ = w.info.Selections[s].Obj().(*types.Var)
	}
	to := assignment{field, isPath && !p.throughPointer(), partsOf(t)}
	return func(l *loc) bool {
		if isPath && l.path.root != nil {
			if _, own := l.path.suffix(p); own {
				return false
			}
		}
		assigned := func(l *loc) bool { return w.overlaps(to, l) }
		return assigned(l) || onTheWay(l, assigned)
	}
}

// assignment is what is known of the memory that is assigned.
type assignment struct {
	field *types.Var // it ends in, nil if it does not
	named bool       // it is a variable, or in one
	parts parts
}

// onTheWay reports whether a pointer that is followed on the way to l is
// assigned: that of z.next.val by x.next = y, if z and x are the same.
func onTheWay(l *loc, assigned func(*loc) bool) bool {
	if l.path.root == nil {
		return false
	}
	for n, s := range l.path.steps {
		way := loc{path: path{l.path.root, l.path.steps[:n]}, class: Nil}
		if s.deref && assigned(&way) {
			return true
		}
	}
	return false
}

// overlaps tells whether an assignment may change l, which is not its own
// path.
func (w *lowering) overlaps(to assignment, l *loc) bool {
	anywhere := to.field == nil && !to.named // a pointer's target: also an element
	if l.content != types.Invalid {
		return to.parts.arrays[l.content] || anywhere && to.parts.kinds[kindOf(l.content)]
	}
	if !w.locs.memory(l) || to.named && !l.path.throughPointer() {
		return false
	}
	last := l.path.last()
	switch {
	case last == nil && to.field != nil && !l.path.throughPointer():
		return false
	case last != nil && (sameField(last, to.field) || to.parts.has(last)):
		return true
	case last != nil && !anywhere:
		return false
	case anywhere && l.class == Array && to.parts.kinds[kindOf(l.elem)]:
		return true
	}
	return to.parts.kinds[l.kind()]
}

// elementAliases is aliases for x[i].
func (w *lowering) elementAliases(e *ast.IndexExpr, t types.Type) func(*loc) bool {
	container := w.info.TypeOf(e.X)
	if container == nil {
		return nil
	}
	if _, ok := container.Underlying().(*types.Map); ok {
		return shared
	}
	p, isPath := w.path(e.X)
	_, isArray := container.Underlying().(*types.Array)
	own := func(l *loc) bool {
		if !isPath || l.path.root == nil || l.class == Len || l.class == Cap || l.class == Nil {
			return false
		}
		suffix, ok := l.path.suffix(p)
		return ok && l.class == Array && (len(suffix) == 0 || len(suffix) == 1 && suffix[0].field == nil)
	}
	named := isArray && isPath && !p.throughPointer()
	if named && !w.locs.foreign(p.root) {
		return own
	}
	parts := partsOf(t)
	element := func(l *loc) bool {
		switch {
		case l.content != types.Invalid:
			return parts.kinds[kindOf(l.content)]
		case !w.locs.memory(l), named && !l.path.throughPointer():
			return false
		case l.path.last() != nil && parts.has(l.path.last()):
			return true
		case l.class == Array:
			return parts.kinds[kindOf(l.elem)]
		}
		return l.path.last() == nil && l.path.throughPointer() && parts.kinds[l.kind()]
	}
	return func(l *loc) bool { return own(l) || element(l) || onTheWay(l, element) }
}

// shared matches what maps and channels have: a length that others see too.
func shared(l *loc) bool { return l.path.root != nil && l.class == Len }

// kind is a key for the type of a piece of memory.
type kind struct {
	class Class
	basic types.BasicKind
}

func kindOf(b types.BasicKind) kind { return kind{Int, b} }

// kind returns the key of the memory of l.
func (l *loc) kind() kind { return keyOf(l.path.typ()) }

func keyOf(t types.Type) kind {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return kindOf(b.Kind())
	}
	d, _ := describe(t)
	return kind{class: d.class}
}

// typ is the type at the end of a path.
func (p path) typ() types.Type {
	t := p.root.Type()
	for _, s := range p.steps {
		if s.field != nil {
			t = s.field.Type()
		} else if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
		}
	}
	return t
}

// parts are the fields and kinds of memory that a type consists of, without
// what is behind pointers.
type parts struct {
	fields map[*types.Var]bool
	kinds  map[kind]bool
	arrays map[types.BasicKind]bool // kinds of the elements of arrays in it
}

func partsOf(t types.Type) parts {
	p := parts{make(map[*types.Var]bool), make(map[kind]bool), make(map[types.BasicKind]bool)}
	p.add(t)
	return p
}

// sameField reports whether a and b, which may be nil, can be one piece of
// memory: they are the same field, of a generic type perhaps, or pointers to
// their structs can be converted into each other.
func sameField(a, b *types.Var) bool {
	return a == b || a != nil && b != nil && a.Name() == b.Name() && types.Identical(a.Type(), b.Type())
}

func (p parts) has(f *types.Var) bool {
	for g := range p.fields {
		if sameField(f, g) {
			return true
		}
	}
	return false
}

func (p parts) add(t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			p.fields[u.Field(i)] = true
			p.add(u.Field(i).Type())
		}
	case *types.Array:
		if b, ok := u.Elem().Underlying().(*types.Basic); ok {
			p.arrays[b.Kind()] = true
		}
		p.kinds[keyOf(t)] = true
		p.add(u.Elem())
	default:
		p.kinds[keyOf(t)] = true
	}
}

// havoc drafts what the calls within a node may change.
func (w *lowering) havoc(g *cfg.Graph, n ast.Node) []draft {
	var out []draft
	g.Inspect(n, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if k := w.callEffect(x); k != nil {
				out = append(out, draft{kill: k})
			}
		case *ast.UnaryExpr:
			if x.Op == token.ARROW {
				out = append(out, draft{kill: w.elsewhere})
			}
		}
		return true
	})
	return out
}

// sinceTag drafts what happens between the tag of a switch, before which the
// live values are handed over, and the comparison with a case.
func (w *lowering) sinceTag(g *cfg.Graph, c *cfg.Cond) []draft {
	s := c.Stmt.(*ast.SwitchStmt)
	out := w.havoc(g, s.Tag)
	for _, clause := range s.Body.List {
		for _, x := range clause.(*ast.CaseClause).List {
			if x.Pos() < c.Pos {
				out = append(out, w.havoc(g, x)...)
			}
		}
	}
	return out
}

// isFunc reports whether an expression is a function.
func (w *lowering) isFunc(e ast.Expr) bool {
	t := w.info.TypeOf(e)
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// yields reports whether a range loop over e runs other code at each turn:
// the function that it ranges over, or whoever sends to the channel.
func (w *lowering) yields(e ast.Expr) bool {
	t := w.info.TypeOf(e)
	if t == nil {
		return true
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok || w.isFunc(e)
}

// callEffect returns what a call may change, nil for nothing.
func (w *lowering) callEffect(e *ast.CallExpr) func(*loc) bool {
	fun := w.info.Types[e.Fun]
	if fun.IsType() {
		return nil
	}
	if fun.IsBuiltin() {
		return w.builtinEffect(e)
	}
	if w.isPure(e) {
		return nil
	}
	return w.elsewhere
}

// elsewhere matches what code outside of the function may change: while it is
// called, or while this one waits for another goroutine.
func (w *lowering) elsewhere(l *loc) bool {
	return l.content != types.Invalid || shared(l) || w.locs.memory(l)
}

func (w *lowering) builtinEffect(e *ast.CallExpr) func(*loc) bool {
	name := ""
	switch f := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	switch name {
	case "append", "copy", "clear":
		t := w.info.TypeOf(e.Args[0])
		if s, ok := t.Underlying().(*types.Slice); ok {
			elem := &ast.IndexExpr{X: e.Args[0]}
			return w.elementAliases(elem, s.Elem())
		}
		return shared
	case "delete", "close":
		return shared
	}
	return nil
}

// pure lists packages whose functions change nothing that their caller has.
var purePackages = []string{"cmp", "errors", "math", "math/bits", "strconv", "strings", "unicode", "unicode/utf8"}

// isPure reports whether a call is one of a function that is known to change
// nothing: it belongs to such a package, is no method, fills no buffer, and
// calls nothing it is given.
func (w *lowering) isPure(e *ast.CallExpr) bool {
	var id *ast.Ident
	switch f := ast.Unparen(e.Fun).(type) {
	case *ast.SelectorExpr:
		id = f.Sel
	case *ast.Ident:
		id = f
	default:
		return false
	}
	f, ok := w.info.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return false
	}
	if strings.HasPrefix(f.Name(), "Append") || strings.HasPrefix(f.Name(), "Encode") {
		return false
	}
	known := false
	for _, p := range purePackages {
		known = known || p == f.Pkg().Path()
	}
	params := f.Signature().Params()
	for i := range params.Len() {
		switch params.At(i).Type().Underlying().(type) {
		case *types.Signature, *types.Interface, *types.Pointer:
			return false
		}
	}
	return known
}

// exposure finds the variables that code which does not name them may change:
// those whose address is taken, also by a method call or by slicing an array,
// those that a function literal assigns to, and package variables.
func (w *lowering) exposure(body *ast.BlockStmt) {
	var lits []*ast.FuncLit
	expose := func(e ast.Expr) {
		if p, ok := w.path(e); ok && !p.throughPointer() {
			w.locs.exposed[p.root] = true
			return
		}
		if x, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
			if p, ok := w.path(x.X); ok {
				w.locs.exposed[p.root] = true
			}
		}
	}
	assigned := func(e ast.Expr) {
		for {
			x, ok := ast.Unparen(e).(*ast.IndexExpr)
			if !ok {
				break
			}
			e = x.X
		}
		if p, ok := w.path(e); ok {
			for _, l := range lits {
				if p.root.Pos() < l.Pos() || p.root.Pos() >= l.End() {
					w.locs.exposed[p.root] = true
				}
			}
		}
	}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			lits = append(lits, n)
			ast.Inspect(n.Body, visit)
			lits = lits[:len(lits)-1]
			return false
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				expose(n.X)
			}
		case *ast.SelectorExpr:
			if s := w.info.Selections[n]; s != nil && s.Kind() == types.MethodVal {
				f, _ := s.Obj().(*types.Func)
				if _, ptr := f.Signature().Recv().Type().(*types.Pointer); ptr {
					expose(n.X)
				}
			}
		case *ast.SliceExpr:
			if _, ok := w.info.TypeOf(n.X).Underlying().(*types.Array); ok {
				expose(n.X)
			}
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				assigned(e)
			}
		case *ast.IncDecStmt:
			assigned(n.X)
		case *ast.RangeStmt:
			assigned(n.Key)
			assigned(n.Value)
		}
		return true
	}
	ast.Inspect(body, visit)
	for _, o := range w.info.Implicits {
		if v, ok := o.(*types.Var); ok && body.Pos() <= v.Pos() && v.Pos() < body.End() {
			w.locs.implicit[v] = true
		}
	}
}
