package cover

import (
	"go/ast"
	"go/token"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/report"
)

// By convention, methods in Go may panic on a nil receiver. Such a panic is no finding, unless the
// method compares its receiver with nil and so means to handle it. Panics by this convention appear
// in the JSON report and are counted in a note.

// conventional reports whether the panic of a case at the site only shows that the receiver is nil.
func (p *panicSite) conventional(c *testCase) bool {
	return c.setup() == input.NilReceiver && !c.fn.comparesReceiverWithNil() && (p.fn == nil || !p.fn.comparesReceiverWithNil())
}

// comparesReceiverWithNil reports whether the function compares its receiver with nil.
func (f *function) comparesReceiverWithNil() bool {
	if f.cfg == nil || f.cfg.Decl == nil || f.cfg.Decl.Recv == nil || f.cfg.Decl.Body == nil {
		return false
	}
	names := f.cfg.Decl.Recv.List[0].Names
	info := f.unit.pkg.Info
	if len(names) == 0 || info == nil {
		return false
	}
	nilReceiver := func(x, y ast.Expr) bool {
		id, ok := ast.Unparen(x).(*ast.Ident)
		return ok && info.Uses[id] == info.Defs[names[0]] && info.Types[y].IsNil()
	}
	for n := range ast.Preorder(f.cfg.Decl.Body) {
		b, ok := n.(*ast.BinaryExpr)
		if ok && (b.Op == token.EQL || b.Op == token.NEQ) && (nilReceiver(b.X, b.Y) || nilReceiver(b.Y, b.X)) {
			return true
		}
	}
	return false
}

// isConventional reports whether the case shows a panic by the convention.
func (u *unit) isConventional(c *testCase) bool {
	return c.panic != 0 && u.sites[c.panic.Site()].conventional(c)
}

// noteNilReceivers adds a note with the number of methods that panic on a nil receiver by the
// convention.
func (u *unit) noteNilReceivers() {
	methods := map[*function]bool{}
	for _, c := range slices.Concat(u.cases, u.dropped()) {
		if u.isConventional(c) {
			methods[c.fn.main()] = true
		}
	}
	if n := len(methods); n > 0 {
		u.note("", report.Numbered(n, "method panics", "methods panic")+" on a nil receiver")
	}
}

// setupText returns the text in the report for the strange setup of a case's input.
func (p *panicSite) setupText(c *testCase) string {
	if c.setup() == input.NilReceiver && !p.conventional(c) {
		return input.NilInput.String()
	}
	return c.setup().String()
}
