package instrument

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"nearmiss/cfg"
)

// guides are the probes at the panic sites of a package, by what they stand
// before.
type guides struct {
	stmt map[ast.Stmt][]*cfg.Site // in a list of statements, which run it from its start
	cond map[*cfg.Cond][]*cfg.Site
}

// placeSites finds where the probes of the sites go: before the condition in
// which a site stands or, else, before its statement. Sites that a statement
// does not come to first thing have no probe.
func (x *index) placeSites(sites *cfg.Sites) {
	x.guides = guides{map[ast.Stmt][]*cfg.Site{}, map[*cfg.Cond][]*cfg.Site{}}
	if sites == nil {
		return
	}
	at := map[ast.Node][]*cfg.Site{}
	funcs := map[*cfg.Func]bool{}
	for _, s := range sites.List {
		if s.Kind != cfg.Explicit && s.Kind != cfg.Callee { // there is nothing to tell but that a run comes there
			at[s.Node] = append(at[s.Node], s)
			funcs[s.Func] = true
		}
	}
	for fn := range funcs {
		var stack []ast.Node
		ast.Inspect(fn.Decl.Body, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			for _, s := range at[n] {
				x.place(s, stack)
			}
			return true
		})
	}
}

// place finds the place of one site among the nodes around it.
func (x *index) place(s *cfg.Site, stack []ast.Node) {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case ast.Expr:
			if c := x.expr[n]; c != nil {
				if c.Const == nil {
					x.guides.cond[c] = append(x.guides.cond[c], s)
				}
				return
			}
		case ast.Stmt:
			if i > 0 && listed(stack[i-1], n) && first(n, stack[i+1:]) {
				x.guides.stmt[n] = append(x.guides.stmt[n], s)
				return
			}
			if _, nested := n.(*ast.BlockStmt); nested || i > 0 && listed(stack[i-1], n) {
				return
			}
		}
	}
}

// listed reports whether a statement is one of a list.
func listed(parent ast.Node, s ast.Stmt) bool {
	switch p := parent.(type) {
	case *ast.BlockStmt:
		switch s.(type) {
		case *ast.CaseClause, *ast.CommClause:
			return false
		}
		return true
	case *ast.CaseClause:
		for _, x := range p.Body {
			if x == s {
				return true
			}
		}
	case *ast.CommClause:
		return s != p.Comm
	}
	return false
}

// first reports whether a statement begins with what the nodes below it, from
// the outside in, lead to.
func first(s ast.Stmt, below []ast.Node) bool {
	if len(below) == 0 {
		return true
	}
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.SendStmt, *ast.IncDecStmt, *ast.DeclStmt, *ast.DeferStmt, *ast.GoStmt:
		return true
	case *ast.IfStmt:
		return s.Init == below[0] || s.Init == nil && s.Cond == below[0]
	case *ast.SwitchStmt:
		return s.Init == below[0] || s.Init == nil && s.Tag == below[0]
	case *ast.TypeSwitchStmt:
		return s.Init == below[0] || s.Init == nil && s.Assign == below[0]
	case *ast.RangeStmt:
		return s.X == below[0]
	case *ast.ForStmt:
		return s.Init == below[0]
	}
	return false
}

// guideStmt puts the probes of a statement's sites before it.
func (w *writer) guideStmt(s ast.Stmt) {
	calls := w.guideCalls(w.index.guides.stmt[s], s.Pos())
	if len(calls) > 0 {
		w.edits.open(w.off(s.Pos()), fmt.Sprintf("if %s && (%s) {}; ", w.probe("Guide"), strings.Join(calls, " || ")))
	}
}

// guided puts the probes of a condition's sites into the text around it. They
// are false, so that what follows decides. neutral makes them an untyped bool.
func (w *writer) guided(c *cfg.Cond, neutral bool, before, after string) (string, string) {
	calls := w.guideCalls(w.index.guides.cond[c], c.Expr.Pos())
	if len(calls) == 0 {
		return before, after
	}
	g := w.probe("Guide") + " && (" + strings.Join(calls, " || ") + ")"
	if neutral {
		g = "(" + g + ") == " + w.probe("Yes")
	}
	return "(" + g + " || " + before, after + ")"
}

// guideCalls are the calls that tell of sites to the probes; all are false.
func (w *writer) guideCalls(sites []*cfg.Site, at token.Pos) (calls []string) {
	if len(sites) == 0 || !w.universalAt(at) {
		return nil
	}
	for _, s := range sites {
		o := &operands{w: w, site: s, at: at}
		call := o.call()
		if call == "" {
			call = fmt.Sprintf("%s(%d)", w.probe("Reach"), s.ID)
		} else if len(o.guards) > 0 {
			call = "(" + strings.Join(o.guards, " && ") + " && " + call + ")"
		}
		calls = append(calls, call)
		w.res.Guided = append(w.res.Guided, s.ID)
	}
	return calls
}

// universalAt reports whether the names that the probes are written with mean
// what Go means by them.
func (w *writer) universalAt(pos token.Pos) bool {
	scope := w.pkg.Types.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	for _, name := range []string{"nil", "len", "cap"} {
		if s, _ := scope.LookupParent(name, pos); s != types.Universe {
			return false
		}
	}
	return true
}

// operands prints what a site computes with, if that can be computed once
// more before it without harm: names, fields, lengths and plain arithmetic.
type operands struct {
	w      *writer
	site   *cfg.Site
	at     token.Pos // names declared behind it are not known yet
	guards []string  // what must hold for the operands to be read
	failed bool
}

// call is the call that tells of a site with a distance, or "".
func (o *operands) call() string {
	s, text := o.site, ""
	switch n := s.Node.(type) {
	case *ast.IndexExpr:
		if s.Kind == cfg.IndexRange {
			text = o.index(n)
		}
	case *ast.SliceExpr:
		if s.Kind == cfg.SliceRange && n.Max == nil {
			text = o.slice(n)
		}
	case *ast.BinaryExpr:
		text = o.arithmetic(n.Y)
	case *ast.AssignStmt:
		text = o.arithmetic(n.Rhs[0])
	case *ast.CallExpr:
		switch s.Kind {
		case cfg.ToArray:
			text = o.probe("Size", o.w.probe("I")+"("+o.length(n.Args[0])+")", fmt.Sprint(o.arrayLen(n)))
		case cfg.MakeSize:
			text = o.probe("Size", o.signed(n.Args[len(n.Args)-1]), "0")
		}
	}
	if o.failed || text == "" {
		return ""
	}
	return text
}

func (o *operands) index(n *ast.IndexExpr) string {
	if o.unsigned(n.Index) {
		return o.probe("IndexU", o.w.probe("U")+"("+o.text(n.Index)+")", o.length(n.X))
	}
	return o.probe("Index", o.signed(n.Index), o.length(n.X))
}

// probe is a call of a probe for the site.
func (o *operands) probe(name string, args ...string) string {
	return fmt.Sprintf("%s(%d, %s)", o.w.probe(name), o.site.ID, strings.Join(args, ", "))
}

func (o *operands) slice(n *ast.SliceExpr) string {
	low, length := "0", o.length(n.X)
	if n.Low != nil {
		low = o.signed(n.Low)
	}
	high, limit := o.w.probe("I")+"("+length+")", length
	if _, ok := o.w.info.TypeOf(n.X).Underlying().(*types.Slice); ok {
		limit = "cap" + strings.TrimPrefix(length, "len")
	}
	if n.High != nil {
		high = o.signed(n.High)
	}
	return o.probe("Bounds", low, high, limit)
}

func (o *operands) arithmetic(y ast.Expr) string {
	switch kind := o.site.Kind; {
	case kind == cfg.DivideZero && o.unsigned(y):
		return o.probe("DivisorU", o.w.probe("U")+"("+o.text(y)+")")
	case kind == cfg.DivideZero:
		return o.probe("Divisor", o.signed(y))
	case kind == cfg.ShiftCount:
		return o.probe("Size", o.signed(y), "0")
	}
	return ""
}

func (o *operands) arrayLen(n *ast.CallExpr) int64 {
	t := o.w.info.TypeOf(n).Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	return t.(*types.Array).Len()
}

func (o *operands) unsigned(e ast.Expr) bool {
	b, ok := o.w.info.TypeOf(e).Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned != 0 && o.w.info.Types[e].Value == nil
}

// length is len(e), of what has one without a conversion.
func (o *operands) length(e ast.Expr) string {
	switch o.w.info.TypeOf(e).Underlying().(type) {
	case *types.Slice, *types.Basic, *types.Array, *types.Pointer:
		return "len(" + o.text(e) + ")"
	}
	o.failed = true
	return ""
}

// signed is e as an int64, if that can hold it.
func (o *operands) signed(e ast.Expr) string {
	if v := o.w.info.Types[e].Value; v != nil {
		if k, ok := constant.Int64Val(constant.ToInt(v)); ok {
			return fmt.Sprint(k)
		}
	}
	b, ok := o.w.info.TypeOf(e).Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || b.Info()&types.IsUntyped != 0 || b.Info()&types.IsUnsigned != 0 && o.w.pkg.Sizes.Sizeof(b) == 8 {
		o.failed = true
		return ""
	}
	return o.w.probe("I") + "(" + o.text(e) + ")"
}

// text prints e, or fails.
func (o *operands) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return "(" + o.text(e.X) + ")"
	case *ast.BasicLit:
		return e.Value
	case *ast.Ident:
		return o.name(e)
	case *ast.SelectorExpr:
		return o.field(e)
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD || e.Op == token.XOR {
			return e.Op.String() + "(" + o.text(e.X) + ")"
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR, token.AND_NOT:
			if b, ok := o.w.info.TypeOf(e).Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
				return "(" + o.text(e.X) + " " + e.Op.String() + " " + o.text(e.Y) + ")"
			}
		}
	case *ast.CallExpr:
		return o.plainCall(e)
	}
	o.failed = true
	return ""
}

func (o *operands) name(e *ast.Ident) string {
	switch obj := o.w.info.ObjectOf(e).(type) {
	case *types.Var, *types.Const:
		if e.Name != "_" && (obj.Pos() < o.at || obj.Parent() == o.w.pkg.Types.Scope() || obj.Parent() == types.Universe) {
			return e.Name
		}
	}
	o.failed = true
	return ""
}

// field prints x.f. Pointers on the way have to be looked at first.
func (o *operands) field(e *ast.SelectorExpr) string {
	sel := o.w.info.Selections[e]
	if sel == nil {
		if x, ok := e.X.(*ast.Ident); ok {
			if v, ok := o.w.info.Uses[e.Sel].(*types.Var); ok && v.Exported() {
				return x.Name + "." + e.Sel.Name
			}
		}
		o.failed = true
		return ""
	}
	if sel.Kind() != types.FieldVal || len(sel.Index()) != 1 {
		o.failed = true
		return ""
	}
	x := o.text(e.X)
	if _, ok := sel.Recv().Underlying().(*types.Pointer); ok && !o.failed {
		o.guards = append(o.guards, x+" != nil")
	}
	return x + "." + e.Sel.Name
}

// plainCall prints len(x), cap(x) and conversions between integers.
func (o *operands) plainCall(e *ast.CallExpr) string {
	id, ok := ast.Unparen(e.Fun).(*ast.Ident)
	if !ok || len(e.Args) != 1 {
		o.failed = true
		return ""
	}
	switch obj := o.w.info.Uses[id].(type) {
	case *types.Builtin:
		if obj.Name() == "len" || obj.Name() == "cap" {
			return obj.Name() + "(" + o.text(e.Args[0]) + ")"
		}
	case *types.TypeName:
		to, ok1 := obj.Type().Underlying().(*types.Basic)
		from, ok2 := o.w.info.TypeOf(e.Args[0]).Underlying().(*types.Basic)
		known := obj.Parent() == types.Universe || obj.Parent() == o.w.pkg.Types.Scope() || obj.Pos() < o.at
		if ok1 && ok2 && known && to.Info()&types.IsInteger != 0 && from.Info()&types.IsInteger != 0 {
			return id.Name + "(" + o.text(e.Args[0]) + ")"
		}
	}
	o.failed = true
	return ""
}
