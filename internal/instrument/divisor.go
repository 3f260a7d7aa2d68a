package instrument

import (
	"fmt"
	"go/ast"
	"go/types"

	"nearmiss/cfg"
)

// divisorsOf returns the divisions that can panic, by their syntax nodes.
func divisorsOf(sites *cfg.Sites) map[ast.Node]*cfg.Site {
	at := map[ast.Node]*cfg.Site{}
	if sites != nil {
		for _, s := range sites.List {
			if s.Kind == cfg.DivideZero {
				at[s.Node] = s
			}
		}
	}
	return at
}

// divisor wraps the divisor of n in a probe, which measures its distance from zero, if n is a
// division that can panic. It leaves out divisors that are constant or contextTyped.
func (w *writer) divisor(n ast.Node) {
	site := w.index.divisors[n]
	if site == nil || !w.allowsGenerics() {
		return
	}
	var y ast.Expr
	switch n := n.(type) {
	case *ast.BinaryExpr:
		y = n.Y
	case *ast.AssignStmt:
		y = n.Rhs[0]
	}
	if _, basic := w.info.TypeOf(y).Underlying().(*types.Basic); basic && !contextTyped(y, w.info) && w.info.Types[y].Value == nil {
		w.edits.Wrap(w.offset(y.Pos()), w.offset(y.End()), fmt.Sprintf("%s(%d, ", w.probe("Divisor"), site.ID), ")")
	}
}
