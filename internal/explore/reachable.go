package explore

import (
	"go/types"

	"nearmiss/cfg"
	"nearmiss/internal/syntax"
)

// reachable lists the functions of the package that a run of fn can come to,
// itself first, then in the order of the package: those that are mentioned in
// it, in what is mentioned, and so on. A method that is called through an
// interface is any of that name; methods that only other packages call are left
// out. It takes time linear in the package and in the longest chain of calls.
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
