package harness

import (
	"go/types"
	"slices"

	"nearmiss/internal/syntax"
)

// Changes returns the package variables that a call of fn may change and that are restored
// between runs, by position. It follows the functions of the package that fn names, directly or
// not, and the methods that fn may call through an interface.
func (c *Coder) Changes(fn *types.Func) []*types.Var {
	s := c.vars()
	found := map[*types.Var]bool{}
	next := func(f types.Object) (list []types.Object) {
		for _, o := range s.mentions.Of(f) {
			list = append(list, s.mentions.Methods(o)...)
		}
		return append(list, s.calls(f)...)
	}
	for _, f := range syntax.Reach(next, types.Object(fn.Origin())) {
		for _, v := range s.changedBy[f] {
			found[v] = true
		}
	}
	s.addTargets(found)
	return slices.DeleteFunc(slices.Clone(s.saved), func(v *types.Var) bool { return !found[v] })
}
