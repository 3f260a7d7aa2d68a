package explore

import (
	"nearmiss/cfg"
	"nearmiss/internal/syntax"
)

// reachable lists the functions of the package that a run of fn can call: first fn, then the
// others in the order of the package. The set is the transitive closure of mentions. A call
// through an interface may reach any method of that name. Methods that only other packages call
// are left out. It takes time linear in the size of the package and in the longest chain of
// calls.
func reachable(g *cfg.Package, m *syntax.Mentions, fn *cfg.Func) []*cfg.Func {
	found := m.Reachable(fn.Obj)
	list := []*cfg.Func{fn}
	for _, f := range g.Funcs {
		if found[f.Obj] && f != fn {
			list = append(list, f)
		}
	}
	return list
}
