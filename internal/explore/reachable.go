package explore

import (
	"go/types"

	"nearmiss/cfg"
	"nearmiss/internal/syntax"
)

// reachable lists the functions of the package that a run of fn can call: first fn, then the
// others in the order of the package. The set is the transitive closure of mentions. A call
// through an interface may reach any method of that name. Methods that only other packages call
// are left out. It takes time linear in the size of the package and in the longest chain of
// calls.
func reachable(g *cfg.Package, m *syntax.Mentions, fn *cfg.Func) []*cfg.Func {
	found := map[types.Object]bool{}
	for _, o := range syntax.Reach(func(o types.Object) []types.Object { return append(m.Of(o), m.Methods(o)...) }, types.Object(fn.Obj)) {
		found[o] = true
	}
	list := []*cfg.Func{fn}
	for _, f := range g.Funcs {
		if found[f.Obj] && f != fn {
			list = append(list, f)
		}
	}
	return list
}
