package cover

import (
	"go/ast"
	"slices"

	"nearmiss/cfg"
	"nearmiss/internal/oracle"
)

// assertionSilence returns the silence for the text of a panic in one of several type assertions and calls of make of a
// statement: Go leaves open which of them comes first, and builds with the race detector have another order.
func (u *unit) assertionSilence(c *testCase) []oracle.Silenced {
	p := u.ran(c)
	if p == nil || !unordered(p.site) {
		return nil
	}
	stmt := statementOf(p.site)
	if slices.ContainsFunc(u.sites, func(o *panicSite) bool {
		return o != p && unordered(o.site) && o.site.Block == p.site.Block && statementOf(o.site) == stmt
	}) {
		return []oracle.Silenced{{ID: oracle.ID{Part: oracle.Panic}, Why: "its statement has several type assertions or calls of make, in no order"}}
	}
	return nil
}

func unordered(s *cfg.Site) bool { return s.Kind == cfg.Assertion || s.Kind == cfg.MakeSize }

// statementOf returns the innermost statement around a site.
func statementOf(s *cfg.Site) (in ast.Stmt) {
	ast.Inspect(s.Func.Decl, func(n ast.Node) bool {
		if n == nil || n.Pos() > s.Pos() || n.End() <= s.Pos() {
			return false
		}
		if stmt, ok := n.(ast.Stmt); ok {
			in = stmt
		}
		return true
	})
	return in
}
