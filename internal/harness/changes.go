package harness

import (
	"go/types"
	"slices"
)

// Changes returns the package variables that a call of fn may change and that
// are put back between runs, by position: those that fn changes itself, and
// those that functions of the package change that it names, or that are
// methods it may call through an interface.
func (c *Coder) Changes(fn *types.Func) []*types.Var {
	s := c.vars()
	found := map[*types.Var]bool{}
	seen := map[*types.Func]bool{}
	var visit func(*types.Func)
	visit = func(f *types.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		for _, v := range s.direct[f] {
			found[v] = true
		}
		for _, g := range s.calls[f] {
			visit(g)
		}
		for _, name := range s.named[f] {
			for _, g := range s.methods(name) {
				visit(g)
			}
		}
	}
	visit(fn.Origin())
	s.addTargets(found)
	var out []*types.Var
	for _, v := range s.saved {
		if found[v] {
			out = append(out, v)
		}
	}
	return slices.Clip(out)
}

// methods returns the methods with a name that do something of note.
func (s *state) methods(name string) []*types.Func {
	var list []*types.Func
	for f := range s.direct {
		if f.Name() == name && f.Signature().Recv() != nil {
			list = append(list, f)
		}
	}
	for f := range s.calls {
		if f.Name() == name && f.Signature().Recv() != nil && s.direct[f] == nil {
			list = append(list, f)
		}
	}
	return list
}
