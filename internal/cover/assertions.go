package cover

import (
	"slices"

	"nearmiss/cfg"
	"nearmiss/internal/oracle"
)

// assertionSilence returns the silence for the text of a panic in one of several type assertions on a line: Go leaves open
// which of them is made first, and builds with the race detector do it in another order.
func (u *unit) assertionSilence(c *testCase) []oracle.Silenced {
	p := u.ran(c)
	if p == nil || p.site.Kind != cfg.Assertion {
		return nil
	}
	line := func(s *cfg.Site) int { return u.pkg.Fset.Position(s.Pos()).Line }
	if slices.ContainsFunc(u.sites, func(o *panicSite) bool {
		return o != p && o.site.Kind == cfg.Assertion && o.site.Graph == p.site.Graph && line(o.site) == line(p.site)
	}) {
		return []oracle.Silenced{{ID: oracle.ID{Part: oracle.Panic}, Why: "its line has several type assertions, in no order"}}
	}
	return nil
}
