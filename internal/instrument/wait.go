package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"nearmiss/internal/syntax"
)

// Who sends to a nil channel or receives from one waits for ever. The probes
// here tell of that before it happens.

// received hands a channel that is received from, or ranged over, through a
// probe.
func (w *writer) received(ch ast.Expr) {
	if w.chosen[ch] || w.chanType(ch) == nil || !w.generics() {
		return
	}
	w.edits.wrap(w.off(ch.Pos()), w.off(ch.End()), w.probe("Chan")+"(", ")")
}

// sent hands the value that is sent through a probe, which knows the channel.
// Values whose type changes on the way to the channel stay as they are, and so
// do those for a channel that cannot be evaluated twice. Machine code looks at
// the channel behind the calls in the value and before the rest of it, and so
// does the probe.
func (w *writer) sent(s *ast.SendStmt) {
	c := w.chanType(s.Chan)
	if w.chosen[s] || c == nil || !w.generics() || !w.repeatable(s.Chan) || free(s.Value, w.info) {
		return
	}
	if !types.Identical(w.info.TypeOf(s.Value), c.Elem()) {
		return
	}
	w.edits.wrap(w.off(s.Value.Pos()), w.off(s.Value.End()), fmt.Sprintf("%s(%s, ", w.probe("Sent"), w.text(s.Chan)), ")")
}

// endless tells of a select without a case that can ever be ready: none at all,
// or nil channels only. Channels must be variables or fields, and what
// is sent plain, or nothing is told.
func (w *writer) endless(s *ast.SelectStmt) {
	var nils []string
	_, universal := w.pkg.Types.Scope().Innermost(s.Pos()).LookupParent("nil", s.Pos())
	plain := universal == types.Universe.Lookup("nil")
	for _, l := range w.labels {
		plain = plain && l != s // nothing goes between a label and its select
	}
	for _, clause := range s.Body.List {
		ch, value := w.operandsOf(clause.(*ast.CommClause).Comm)
		if ch == nil { // a default
			plain = false
			continue
		}
		pointers, ok := w.pointers(ch)
		nils = append(append(nils, pointers...), w.text(ch)+" == nil")
		plain = plain && ok && w.chanType(ch) != nil && w.repeatable(ch) && (value == nil || w.info.Types[value].Value != nil || pure(value, w.info))
	}
	switch {
	case !plain:
	case len(nils) == 0:
		w.edits.open(w.off(s.Pos()), w.probe("Forever")+"(); ")
	default:
		w.edits.open(w.off(s.Pos()), fmt.Sprintf("if %s { %s() }; ", strings.Join(nils, " && "), w.probe("Forever")))
	}
}

// pointers are the tests that no pointer on the way to a variable or a field is nil; ok
// is false for other expressions.
func (w *writer) pointers(e ast.Expr) (tests []string, ok bool) {
	x, isField := ast.Unparen(e).(*ast.SelectorExpr)
	if !isField || pure(x, w.info) {
		return nil, pure(e, w.info)
	}
	sel := w.info.Selections[x]
	if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 {
		return nil, false
	}
	tests, ok = w.pointers(x.X)
	if _, isPointer := sel.Recv().Underlying().(*types.Pointer); isPointer {
		tests = append(tests, w.text(x.X)+" != nil")
	}
	return tests, ok
}

// operandsOf is the channel of a case, and the value if it sends; both nil for
// a default. It remembers them as a select's.
func (w *writer) operandsOf(comm ast.Stmt) (ch, value ast.Expr) {
	var from ast.Expr
	switch s := comm.(type) {
	case nil:
		return nil, nil
	case *ast.SendStmt:
		w.choose(s)
		return s.Chan, s.Value
	case *ast.ExprStmt:
		from = s.X
	case *ast.AssignStmt:
		from = s.Rhs[0]
	}
	ch = ast.Unparen(from).(*ast.UnaryExpr).X
	w.choose(ch)
	return ch, nil
}

// choose remembers that something is dealt with.
func (w *writer) choose(n ast.Node) {
	if w.chosen == nil {
		w.chosen = map[ast.Node]bool{}
	}
	w.chosen[n] = true
}

// chanType is the type of an expression if that is a channel.
func (w *writer) chanType(e ast.Expr) *types.Chan {
	t := w.info.TypeOf(e)
	if t == nil || syntax.IsTypeParam(t) {
		return nil
	}
	c, _ := t.Underlying().(*types.Chan)
	return c
}
