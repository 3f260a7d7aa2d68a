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
	next := func(f *types.Func) []*types.Func {
		list := slices.Clone(s.calls[f])
		for _, name := range s.named[f] {
			list = append(list, s.methods(name)...)
		}
		return list
	}
	found := map[*types.Var]bool{}
	for f := range s.reached(fn.Origin(), next) {
		for _, v := range s.direct[f] {
			found[v] = true
		}
	}
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
