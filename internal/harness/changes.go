package harness

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"nearmiss/internal/syntax"
)

// A Change is a package variable that a call may change, and how deep.
type Change struct {
	Var    *types.Var
	Self   bool // the variable itself, or a part of its struct or array
	Target bool // an element of its slice or map, or the target of its pointer
	Deeper bool
}

// MayChange reports whether a call of fn may change a value of type t or the memory that it refers to.
func (c *Coder) MayChange(fn *types.Func, t types.Type) bool { return c.vars().writes.MayChange(fn, t) }

// Changes returns the package variables that calls of functions, one on what another returns, may change and that are restored
// between runs: those of the package by position, then those of other packages. It follows the
// functions of the package that these name, directly or not, and the methods that they may call
// through an interface. A change of what a parameter leads to is one of a variable only if one of the functions that run
// names the variable. A variable that a sync.Once sets is restored, too, if the calls only set it
// without that: a later call may rely on a value that was set once.
func (c *Coder) Changes(fns ...*types.Func) (list []Change) {
	s := c.vars()
	found, once, named := map[*types.Var]*Change{}, map[*types.Var]bool{}, map[types.Object]bool{}
	var roots []types.Object
	for _, fn := range fns {
		roots = append(roots, fn.Origin())
	}
	run := c.run(roots...)
	for _, f := range run {
		for _, o := range s.mentions.Of(f) {
			named[o] = true
		}
	}
	for _, f := range run {
		for _, at := range s.changedBy[f] {
			if named[at.v] {
				s.addChange(found, at)
				once[at.v] = once[at.v] || at.once || s.runsOnce[f]
			}
		}
	}
	for _, v := range slices.Concat(s.saved, s.elsewhere, s.setOnce) {
		if found[v] != nil && !once[v] {
			list = append(list, *found[v])
		}
	}
	return list
}

// sets reports whether a function itself, and none that it calls, sets a package variable.
func (s *packageVars) sets(fn *types.Func, v *types.Var) bool {
	return slices.ContainsFunc(s.changedBy[fn.Origin()], func(at change) bool { return at.v == v && at.depth == 0 })
}

// addChange adds a change to a set. A change behind a variable that points to another variable is a
// change of that one, too.
func (s *packageVars) addChange(set map[*types.Var]*Change, at change) {
	v := set[at.v]
	if v == nil {
		v = &Change{Var: at.v}
		set[at.v] = v
	}
	v.Self = v.Self || at.depth == 0
	v.Target = v.Target || at.depth == 1
	v.Deeper = v.Deeper || at.depth > 1
	if target := s.pointsTo[at.v]; target != nil && at.depth > 0 {
		s.addChange(set, change{v: target, depth: at.depth - 1})
	}
}

// run returns the functions of the package that a call of one of the functions may run.
func (c *Coder) run(funcs ...types.Object) []types.Object {
	s := c.vars()
	next := func(f types.Object) (list []types.Object) {
		for _, o := range s.mentions.Of(f) {
			list = append(list, s.mentions.Methods(o)...)
		}
		return append(list, s.calls(f)...)
	}
	return syntax.Reach(next, funcs...)
}

// foreign returns the changed variables of other packages, by import path and name.
func (s *packageVars) foreign() []*types.Var {
	list := slices.DeleteFunc(slices.Collect(maps.Keys(s.changedLater)), func(v *types.Var) bool { return v.Pkg() == s.pkg })
	slices.SortFunc(list, func(a, b *types.Var) int {
		return cmp.Or(cmp.Compare(a.Pkg().Path(), b.Pkg().Path()), cmp.Compare(a.Name(), b.Name()))
	})
	return list
}
