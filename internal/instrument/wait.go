package instrument

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/syntax"
)

// This file inserts probes that detect operations on nil channels, which would
// block for ever, before they happen.

// receive wraps the channel of a receive or a range loop in a probe.
func (w *writer) receive(ch ast.Expr) {
	if w.handled[ch] || w.chanType(ch) == nil || !w.allowsGenerics() {
		return
	}
	w.edits.Wrap(w.offset(ch.Pos()), w.offset(ch.End()), w.probe("Chan")+"(", ")")
}

// sendStmt wraps the value of a send in a probe that also gets the channel. There
// is no probe if the value is converted to the type of the elements, or if the
// channel cannot be evaluated twice. Like the compiled send, the probe evaluates
// the channel after the calls in the value, and before the other parts of the value.
func (w *writer) sendStmt(s *ast.SendStmt) {
	c := w.chanType(s.Chan)
	if w.handled[s] || c == nil || !w.allowsGenerics() || !w.repeatable(s.Chan) || contextTyped(s.Value, w.info) {
		return
	}
	if !types.Identical(w.info.TypeOf(s.Value), c.Elem()) {
		return
	}
	w.edits.Wrap(w.offset(s.Value.Pos()), w.offset(s.Value.End()), fmt.Sprintf("%s(%s, ", w.probe("Sent"), w.source(s.Chan)), ")")
}

// blockingSelect inserts a probe before a select without a default clause. The
// probe runs if the select has no cases, or if all its channels are nil. There is
// no probe if the select has a label, if a channel is not a variable or field, or if
// a sent value cannot be evaluated twice.
func (w *writer) blockingSelect(stmt *ast.SelectStmt) {
	var nils []string
	plain := w.isPredeclared(stmt, "nil")
	for _, l := range w.labels {
		plain = plain && l != stmt // a statement cannot be inserted between a label and its select
	}
	for _, clause := range stmt.Body.List {
		ch, value := w.commOperands(clause.(*ast.CommClause).Comm)
		if ch == nil { // the default clause
			plain = false
			continue
		}
		pointers, ok := w.nonNilTests(ch)
		nils = append(append(nils, pointers...), w.source(ch)+" == nil")
		plain = plain && ok && w.chanType(ch) != nil && w.repeatable(ch) && (value == nil || w.info.Types[value].Value != nil || pure(value, w.info))
	}
	switch {
	case !plain:
	case len(nils) == 0:
		w.edits.Open(w.offset(stmt.Pos()), w.probe("Forever")+"(); ")
	default:
		w.edits.Open(w.offset(stmt.Pos()), fmt.Sprintf("if %s { %s() }; ", strings.Join(nils, " && "), w.probe("Forever")))
	}
}

// nonNilTests returns tests that no pointer in the selector expression e is nil. ok is false if e
// is not a variable or field.
func (w *writer) nonNilTests(e ast.Expr) (tests []string, ok bool) {
	x, isField := ast.Unparen(e).(*ast.SelectorExpr)
	if !isField || pure(x, w.info) {
		return nil, pure(e, w.info)
	}
	sel := w.info.Selections[x]
	if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 {
		return nil, false
	}
	tests, ok = w.nonNilTests(x.X)
	if _, isPointer := sel.Recv().Underlying().(*types.Pointer); isPointer {
		tests = append(tests, w.source(x.X)+" != nil")
	}
	return tests, ok
}

// commOperands returns the channel of a case of a select, and the value of a send.
// Both are nil for a default clause. It marks the send or channel as handled.
func (w *writer) commOperands(comm ast.Stmt) (ch, value ast.Expr) {
	var from ast.Expr
	switch s := comm.(type) {
	case nil:
		return nil, nil
	case *ast.SendStmt:
		w.markHandled(s)
		return s.Chan, s.Value
	case *ast.ExprStmt:
		from = s.X
	case *ast.AssignStmt:
		from = s.Rhs[0]
	}
	ch = ast.Unparen(from).(*ast.UnaryExpr).X
	w.markHandled(ch)
	return ch, nil
}

// markHandled adds n to w.handled.
func (w *writer) markHandled(n ast.Node) {
	if w.handled == nil {
		w.handled = map[ast.Node]bool{}
	}
	w.handled[n] = true
}

// chanType returns the type of e if e is a channel, else nil.
func (w *writer) chanType(e ast.Expr) *types.Chan {
	t := w.info.TypeOf(e)
	if t == nil || syntax.IsTypeParam(t) {
		return nil
	}
	c, _ := t.Underlying().(*types.Chan)
	return c
}

// isPredeclared reports whether names mean at n what the language declares them for.
func (w *writer) isPredeclared(n ast.Node, names ...string) bool {
	scope := w.pkg.Types.Scope().Innermost(n.Pos())
	return !slices.ContainsFunc(names, func(name string) bool {
		_, o := scope.LookupParent(name, n.Pos())
		return o != types.Universe.Lookup(name)
	})
}
