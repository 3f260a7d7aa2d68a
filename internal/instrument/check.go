package instrument

import (
	"fmt"
	"go/ast"
	"go/types"

	"nearmiss/cfg"
	"nearmiss/internal/probe"
	"nearmiss/internal/syntax"
)

// A check is a panic site with a probe that measures how far the operation is from a panic. Its number stands behind those of
// the conditions: that of the site, counted from there.
type check struct {
	kind   cfg.SiteKind
	branch int // number of its false branch in the worker
}

// checksOf returns the checks of the sites, by their syntax nodes. first is the number of the first.
func checksOf(sites *cfg.Sites, first int) map[ast.Node]check {
	at := map[ast.Node]check{}
	if sites == nil || first+len(sites.List) > probe.MaxConds {
		return at
	}
	for _, s := range sites.List {
		if s.Kind.IsNumeric() {
			at[s.Node] = check{s.Kind, 2 * (first + s.ID)}
		}
	}
	return at
}

// check wraps an operand of n in a probe if n is an operation with a check.
func (w *writer) check(n ast.Node) {
	c, ok := w.index.checks[n]
	if !ok || !w.allowsGenerics() || !w.isPredeclared(n, "len", "cap", "int") {
		return
	}
	switch n := n.(type) {
	case *ast.IndexExpr:
		if w.repeatable(n.X) {
			w.checkOperand(c, "Index", n.Index, fmt.Sprintf(", len(%s)", w.source(n.X)))
		}
	case *ast.SliceExpr:
		w.checkBounds(c, n)
	case *ast.BinaryExpr:
		w.checkRight(c, n.Y)
	case *ast.AssignStmt:
		w.checkRight(c, n.Rhs[0])
	}
}

// checkRight wraps the right operand of a division or a shift.
func (w *writer) checkRight(c check, y ast.Expr) {
	name := "Divisor"
	if c.kind == cfg.ShiftCount {
		name = "Count"
	}
	w.checkOperand(c, name, y, "")
}

// checkBounds wraps the upper bound of a slice expression, or the lower one if it is alone. Go compares an upper bound with the
// capacity, and a lower one that is alone with the length.
func (w *writer) checkBounds(c check, n *ast.SliceExpr) {
	if !w.repeatable(n.X) || n.Slice3 {
		return
	}
	room := "cap"
	if b, ok := w.info.TypeOf(n.X).Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
		room = "len"
	}
	switch x := w.source(n.X); {
	case n.High == nil:
		w.checkOperand(c, "Index", n.Low, fmt.Sprintf(", len(%s)+1", x))
	case syntax.IsTypeParam(w.info.TypeOf(n.X)):
	case n.Low == nil:
		w.checkOperand(c, "Index", n.High, fmt.Sprintf(", %s(%s)+1", room, x))
	case w.repeatable(n.Low):
		w.checkOperand(c, "Bound", n.High, fmt.Sprintf(", int(%s), %s(%s)", w.source(n.Low), room, x))
	}
}

// checkOperand wraps an operand in a probe with more arguments. It leaves out operands that are contextTyped, and constant
// divisors and counts.
func (w *writer) checkOperand(c check, probe string, e ast.Expr, more string) {
	if _, basic := w.info.TypeOf(e).Underlying().(*types.Basic); !basic || contextTyped(e, w.info) || more == "" && w.info.Types[e].Value != nil {
		return
	}
	w.edits.Wrap(w.offset(e.Pos()), w.offset(e.End()), fmt.Sprintf("%s(%d, ", w.probe(probe), c.branch), more+")")
}
