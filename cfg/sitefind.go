package cfg

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// siteFinder finds the panic sites of one function.
type siteFinder struct {
	pkg             *Package
	info            *types.Info
	fn              *Func
	out             *Sites
	candidates      []*Site
	places          map[ast.Node]location
	doms            map[*Graph]*DomTree
	vars            map[*types.Var]*varUse
	exposed         map[*types.Var]bool       // see Exposed
	paired          map[ast.Expr]bool         // assertions v, ok := x.(T), which do not panic
	assignedIndexes map[ast.Expr]bool         // index expressions that are assigned to
	skipped         map[ast.Expr]bool         // operands of range loops that are not evaluated
	derefs          map[*types.Var][]location // by variable: its dereferences that are sites
}

func (f *siteFinder) find() {
	f.locate()
	f.vars, f.paired, f.assignedIndexes = map[*types.Var]*varUse{}, map[ast.Expr]bool{}, map[ast.Expr]bool{}
	f.derefs, f.skipped = map[*types.Var][]location{}, map[ast.Expr]bool{}
	f.useVars()
	ast.Inspect(f.fn.Decl.Body, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok {
			if tv := f.info.Types[e]; tv.IsType() || tv.Value != nil || f.skipped[e] {
				return false // no part of a type or constant is evaluated
			}
		}
		f.addSites(n)
		return true
	})
	f.collect(f.candidates)
}

// add adds a candidate if its code is reached. If safe is true, it only counts the exclusion.
func (f *siteFinder) add(kind SiteKind, n ast.Node, safe bool) {
	at, ok := f.places[n]
	switch {
	case !ok:
	case safe:
		f.out.Excluded++
	default:
		f.candidates = append(f.candidates, &Site{Kind: kind, Node: n, Func: f.fn, Graph: at.graph, Block: at.block})
	}
}

// addSites adds the sites of n itself, without those of its children.
func (f *siteFinder) addSites(n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		f.call(n)
	case *ast.IndexExpr:
		f.index(n)
	case *ast.SliceExpr:
		f.slice(n)
	case *ast.StarExpr:
		f.add(NilDeref, n, false)
	case *ast.SelectorExpr:
		f.selector(n)
	case *ast.BinaryExpr:
		f.arithmetic(n, n.Op, n.X, n.Y)
		if (n.Op == token.EQL || n.Op == token.NEQ) && f.isDynamic(n.X) && f.isDynamic(n.Y) {
			f.add(Uncomparable, n, false)
		}
	case *ast.AssignStmt:
		f.assign(n)
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			f.add(Assertion, n, f.paired[n])
		}
	case *ast.SendStmt:
		f.add(ClosedChannel, n, false)
	case *ast.RangeStmt:
		f.rangeOver(n)
	}
}

// rangeOver adds the elements that a loop reads through a pointer to an array, or the call of the
// function that it ranges over. A loop without a second variable needs the length of an array only,
// and evaluates an operand without calls and receives not at all.
func (f *siteFinder) rangeOver(n *ast.RangeStmt) {
	t := f.info.TypeOf(n.X).Underlying()
	if _, ok := t.(*types.Signature); ok {
		if _, call := ast.Unparen(n.X).(*ast.CallExpr); call {
			f.add(NilFunc, n.X, false) // call adds the panics of callees
		} else {
			f.callOf(n.X, n.X)
		}
		return
	}
	p, pointer := t.(*types.Pointer)
	if pointer {
		t = p.Elem().Underlying()
	}
	a, ok := t.(*types.Array)
	if !ok {
		return
	}
	f.skipped[n.X] = n.Value == nil && !f.callsOrReceives(n.X)
	at, reached := f.places[n.X]
	if id, _ := n.Value.(*ast.Ident); pointer && reached && n.Value != nil && (id == nil || id.Name != "_") {
		read := &ast.StarExpr{Star: n.X.Pos(), X: n.X}
		f.places[read] = at
		f.add(NilDeref, read, a.Len() == 0)
	}
}

// callsOrReceives reports whether an expression outside of function literals calls a function or
// receives.
func (f *siteFinder) callsOrReceives(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			tv := f.info.Types[n]
			found = found || tv.Value == nil && !f.info.Types[n.Fun].IsType()
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

func (f *siteFinder) assign(n *ast.AssignStmt) {
	if op, ok := assignOps[n.Tok]; ok {
		f.arithmetic(n, op, n.Lhs[0], n.Rhs[0])
	}
}

var assignOps = map[token.Token]token.Token{
	token.QUO_ASSIGN: token.QUO, token.REM_ASSIGN: token.REM, token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR,
}

// arithmetic adds a division whose divisor may be zero, or a shift whose count may be negative.
func (f *siteFinder) arithmetic(n ast.Node, op token.Token, x, y ast.Expr) {
	constant := f.info.Types[y].Value != nil
	switch op {
	case token.QUO, token.REM:
		if hasInfo(f.info.TypeOf(x), types.IsInteger) {
			f.add(DivideZero, n, constant)
		}
	case token.SHL, token.SHR:
		signed := hasInfo(f.info.TypeOf(y), types.IsInteger) && !hasInfo(f.info.TypeOf(y), types.IsUnsigned)
		if signed {
			f.add(ShiftCount, n, constant)
		}
	}
}

// hasInfo reports whether t is a basic type of a class, or a type parameter with such a type
// argument.
func hasInfo(t types.Type, class types.BasicInfo) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&class != 0
	}
	return syntax.IsTypeParam(t) && slices.ContainsFunc(syntax.Terms(t.Underlying()), func(t types.Type) bool { return hasInfo(t, class) })
}

// call adds the sites of a call or a conversion.
func (f *siteFinder) call(n *ast.CallExpr) {
	if tv := f.info.Types[n.Fun]; tv.IsType() {
		f.conversion(n, tv.Type)
		return
	}
	if name := syntax.Builtin(f.info, n); name != "" {
		f.builtin(n, name)
		return
	}
	f.callOf(n.Fun, n)
}

// callOf adds the sites of a call of the function fun, at n.
func (f *siteFinder) callOf(fun ast.Expr, n ast.Node) {
	if _, ok := ast.Unparen(fun).(*ast.FuncLit); ok {
		return
	}
	fn := callee(f.info, &ast.CallExpr{Fun: fun})
	switch {
	case fn == nil:
		f.add(NilFunc, n, false)
		f.add(Callee, n, false)
	case fn.Pkg() != f.pkg.Types || syntax.IsInterfaceMethod(fn):
		f.add(Callee, n, false)
	}
}

func (f *siteFinder) builtin(n *ast.CallExpr, name string) {
	switch name {
	case "panic":
		f.add(Explicit, n, false)
	case "close":
		f.add(ClosedChannel, n, false)
	case "delete":
		if f.isDynamic(n.Args[1]) {
			f.add(Unhashable, n, false)
		}
	case "make":
		safe := true
		for _, a := range n.Args[1:] {
			safe = safe && f.smallSize(a)
		}
		if len(n.Args) > 1 {
			f.add(MakeSize, n, safe)
		}
	}
}

// isDynamic reports whether e may have an operand for which no equality is defined.
func (f *siteFinder) isDynamic(e ast.Expr) bool {
	tv := f.info.Types[e]
	return tv.Value == nil && !tv.IsNil() && holdsAny(tv.Type)
}

// holdsAny reports whether a value of type t is or contains, outside of pointers and the like, an empty interface.
func holdsAny(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return u.Empty() && !syntax.IsTypeParam(t)
	case *types.Array:
		return holdsAny(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if holdsAny(v.Type()) {
				return true
			}
		}
	}
	return false
}

// smallSize reports whether e is certainly a valid size for make: a constant, a length, or of a
// narrow unsigned type.
func (f *siteFinder) smallSize(e ast.Expr) bool {
	if f.info.Types[e].Value != nil || f.lengthOf(e) != nil {
		return true
	}
	b, ok := f.info.TypeOf(e).Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Uint8 || b.Kind() == types.Uint16)
}

// lengthOf returns x if e is len(x) or cap(x), else nil.
func (f *siteFinder) lengthOf(e ast.Expr) ast.Expr {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if name := syntax.Builtin(f.info, call); name == "len" || name == "cap" {
			return ast.Unparen(call.Args[0])
		}
	}
	return nil
}

// conversion adds the conversion of a slice to an array.
func (f *siteFinder) conversion(n *ast.CallExpr, to types.Type) {
	if len(n.Args) != 1 {
		return
	}
	if _, ok := f.info.TypeOf(n.Args[0]).Underlying().(*types.Slice); !ok {
		return
	}
	u := to.Underlying()
	if p, ok := u.(*types.Pointer); ok {
		u = p.Elem().Underlying()
	}
	if a, ok := u.(*types.Array); ok {
		f.add(ToArray, n, a.Len() == 0)
	}
}

func (f *siteFinder) index(n *ast.IndexExpr) {
	if f.info.Types[n.Index].IsType() {
		return // n instantiates a generic function
	}
	switch t := f.info.TypeOf(n.X).Underlying().(type) {
	case *types.Map:
		if f.assignedIndexes[n] {
			f.add(NilMap, n, false)
		}
		if f.isDynamic(n.Index) {
			f.add(Unhashable, n, false)
		}
	case *types.Array:
		f.add(IndexRange, n, f.indexFits(n.Index, t.Len()))
	case *types.Pointer:
		f.add(NilDeref, n, false)
		if a, ok := t.Elem().Underlying().(*types.Array); ok {
			f.add(IndexRange, n, f.indexFits(n.Index, a.Len()))
		}
	case *types.Slice, *types.Basic, *types.Interface: // a type parameter has an interface
		f.add(IndexRange, n, false)
	}
}

// slice adds the slice expression n. It is safe if it has no third bound, a low bound of 0 or none,
// and a high bound of 0, len(x) or cap(x), where x is the operand, or none.
func (f *siteFinder) slice(n *ast.SliceExpr) {
	t := f.info.TypeOf(n.X).Underlying()
	if _, ok := t.(*types.Pointer); ok {
		f.add(NilDeref, n, false)
	}
	zero := func(e ast.Expr) bool {
		v := f.info.Types[e].Value
		return v != nil && v.ExactString() == "0"
	}
	low := n.Low == nil || zero(n.Low)
	high := n.High == nil || zero(n.High) && low || low && f.sameVar(f.lengthOf(n.High), n.X)
	f.add(SliceRange, n, low && high && n.Max == nil)
}

// selector adds a selector x.f that dereferences a pointer or an interface.
func (f *siteFinder) selector(n *ast.SelectorExpr) {
	sel := f.info.Selections[n]
	if sel == nil || sel.Kind() == types.MethodExpr {
		return
	}
	way := fieldPath(sel)
	last := len(way) - 1
	t := way[last]
	pointer := isPointer(t)
	if sel.Kind() == types.MethodVal {
		byPointer := isPointer(sel.Obj().(*types.Func).Signature().Recv().Type())
		pointer = types.IsInterface(t) && !syntax.IsTypeParam(t) || pointer && !byPointer
	}
	if pointer || slices.ContainsFunc(way[:last], isPointer) {
		f.add(NilDeref, n, false)
	}
}

func isPointer(t types.Type) bool {
	_, is := t.Underlying().(*types.Pointer)
	return is
}
