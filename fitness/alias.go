package fitness

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/internal/syntax"
)

// Memory is the set of locs (see loc) that code can change without naming them: fields and variables
// behind pointers, package variables, variables whose address is taken or that a function literal
// assigns to, elements of slices. Two rules bound the unknown effects of an assignment to memory. A
// single value (hasNoParts) assigned to a field changes only fields that may be the same memory, and
// a single value assigned to a variable or an element changes no field. The target of a pointer to a
// single value may be changed by either.

// changedByStore returns a function that matches the locs that an assignment to e may change in
// addition to the locs of e's own path. It returns nil if there are none.
func (w *lowering) changedByStore(e ast.Expr) func(*loc) bool {
	e = ast.Unparen(e)
	t := w.info.TypeOf(e)
	if id, ok := e.(*ast.Ident); t == nil || ok && id.Name == "_" {
		return nil
	}
	p, isPath := w.path(e)
	if isPath && !p.throughPointer() && !w.locs.isExposed(p.Root) {
		return nil
	}
	if x, ok := e.(*ast.IndexExpr); ok {
		return w.changedByElementStore(x.X, t)
	}
	assigned := w.changedByAssignment(e, p, isPath, t)
	own := func(l *loc) bool {
		if !isPath {
			return false
		}
		_, own := l.path.suffix(p)
		return own && !mayChangePointer(p, assigned)
	}
	return func(l *loc) bool { return !own(l) && (assigned(l) || mayChangePointer(l.path, assigned)) }
}

// changedByAssignment matches the locs that an assignment of a value of type t to e may change
// themselves, without a change of a pointer on their paths. p is the path of e if isPath is set.
func (w *lowering) changedByAssignment(e ast.Expr, p Path, isPath bool, t types.Type) func(*loc) bool {
	var field *types.Var
	if s, ok := e.(*ast.SelectorExpr); ok {
		if sel := w.info.Selections[s]; sel != nil {
			field, _ = sel.Obj().(*types.Var)
		}
	}
	isVariable := isPath && len(p.Steps) == 0
	if !hasNoParts(t) || field == nil && !isVariable {
		return w.inMemory
	}
	return func(l *loc) bool { return w.locs.isMemory(l) && (l.behindPointer() || l.path.endsInField(field)) }
}

// hasNoParts reports whether values of a type have no fields or elements of their own. It is false
// for type parameters.
func hasNoParts(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return false
	}
	return !syntax.IsTypeParam(t)
}

// behindPointer reports whether l is the whole target of a pointer.
func (l *loc) behindPointer() bool {
	n := len(l.path.Steps)
	return n > 0 && l.path.Steps[n-1].Field == nil
}

// endsInField reports whether a path ends in a field f, or in a field that may be the same memory:
// the field of another instance of a generic type, or of a struct type whose pointers convert to
// pointers to the struct of f.
func (p Path) endsInField(f *types.Var) bool {
	if f == nil || len(p.Steps) == 0 {
		return false
	}
	g := p.Steps[len(p.Steps)-1].Field
	return g == f || g != nil && g.Name() == f.Name() && types.Identical(g.Type(), f.Type())
}

// mayChangePointer reports whether an assignment may change a pointer that the path p follows:
// x.next = y may change the pointer z.next of z.next.val, if z and x are equal. assigned matches the
// locs that the assignment may change themselves.
func mayChangePointer(p Path, assigned func(*loc) bool) bool {
	for n, s := range p.Steps {
		if s.Guard && assigned(&loc{path: Path{p.Root, p.Steps[:n]}, class: Nil}) {
			return true
		}
	}
	return false
}

// changedByElementStore is changedByStore for x[i], whose type is t.
func (w *lowering) changedByElementStore(x ast.Expr, t types.Type) func(*loc) bool {
	container := w.info.TypeOf(x)
	if container == nil {
		return nil
	}
	if _, ok := container.Underlying().(*types.Map); ok {
		return isSharedLength
	}
	p, isPath := w.path(x)
	own := func(l *loc) bool {
		if !isPath || l.class != Array {
			return false
		}
		suffix, ok := l.path.suffix(p)
		return ok && (len(suffix) == 0 || len(suffix) == 1 && suffix[0].Field == nil)
	}
	if _, ok := container.Underlying().(*types.Array); ok && isPath && !p.throughPointer() && !w.locs.isExposed(p.Root) {
		return own
	}
	element := w.inMemory
	if hasNoParts(t) {
		basic, _ := t.Underlying().(*types.Basic)
		element = func(l *loc) bool {
			if l.content != types.Invalid {
				return basic != nil && basic.Kind() == l.content
			}
			return w.locs.isMemory(l) && (l.class == Array || l.behindPointer())
		}
	}
	return func(l *loc) bool { return own(l) || element(l) || mayChangePointer(l.path, element) }
}

// inMemory matches all locs that are memory, and the contents of slices.
func (w *lowering) inMemory(l *loc) bool { return l.content != types.Invalid || w.locs.isMemory(l) }

// isSharedLength matches the lengths of maps and channels, which code with another reference can
// change.
func isSharedLength(l *loc) bool { return l.path.Root != nil && l.class == Len }

// callEffects returns the effects of the calls within a node.
func (w *lowering) callEffects(g *cfg.Graph, n ast.Node) []effect {
	var out []effect
	g.Inspect(n, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if k := w.changedByCall(x); k != nil {
				out = append(out, effect{kill: k})
			}
		case *ast.UnaryExpr:
			if x.Op == token.ARROW {
				out = append(out, effect{kill: w.changedElsewhere})
			}
		}
		return true
	})
	return out
}

// tagEffects returns the effects between the evaluation of the tag of a switch, before which the
// probe reads the live values, and the comparison with a case.
func (w *lowering) tagEffects(g *cfg.Graph, c *cfg.Cond) []effect {
	s := c.Stmt.(*ast.SwitchStmt)
	out := w.callEffects(g, s.Tag)
	for _, clause := range s.Body.List {
		for _, x := range clause.(*ast.CaseClause).List {
			if x.Pos() < c.Pos {
				out = append(out, w.callEffects(g, x)...)
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

// yieldsControl reports whether a range loop over e lets other code run in each iteration: the
// function that it ranges over, or the sender of the channel.
func (w *lowering) yieldsControl(e ast.Expr) bool {
	t := w.info.TypeOf(e)
	if t == nil {
		return true
	}
	_, ok := t.Underlying().(*types.Chan)
	return ok || w.isFunc(e)
}

// changedByCall matches the locs that a call may change; nil if there are none.
func (w *lowering) changedByCall(e *ast.CallExpr) func(*loc) bool {
	fun := w.info.Types[e.Fun]
	if fun.IsType() {
		return nil
	}
	if fun.IsBuiltin() {
		return w.changedByBuiltin(e)
	}
	if w.isPure(e) {
		return nil
	}
	return w.changedElsewhere
}

// changedElsewhere matches the locs that code outside of the function may change, while that code
// is called or while the function waits for another goroutine.
func (w *lowering) changedElsewhere(l *loc) bool { return isSharedLength(l) || w.inMemory(l) }

func (w *lowering) changedByBuiltin(e *ast.CallExpr) func(*loc) bool {
	switch syntax.Builtin(w.info, e) {
	case "append", "copy", "clear":
		t := w.info.TypeOf(e.Args[0])
		if s, ok := t.Underlying().(*types.Slice); ok {
			return w.changedByElementStore(e.Args[0], s.Elem())
		}
		return isSharedLength
	case "delete", "close":
		return isSharedLength
	}
	return nil
}

// purePackages lists packages whose functions change no memory of their caller.
var purePackages = []string{"cmp", "errors", "math", "math/bits", "strconv", "strings", "unicode", "unicode/utf8"}

// isPure reports whether a call is known to change nothing: the function belongs to one of
// purePackages, is not a method, fills no buffer, and calls no function that it is given.
func (w *lowering) isPure(e *ast.CallExpr) bool {
	f, ok := typeutil.Callee(w.info, e).(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return false
	}
	if strings.HasPrefix(f.Name(), "Append") || strings.HasPrefix(f.Name(), "Encode") {
		return false
	}
	params := f.Signature().Params()
	for i := range params.Len() {
		switch params.At(i).Type().Underlying().(type) {
		case *types.Signature, *types.Interface, *types.Pointer:
			return false
		}
	}
	return slices.Contains(purePackages, f.Pkg().Path())
}
