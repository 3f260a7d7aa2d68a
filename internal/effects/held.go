package effects

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// ReadsMachineBehind returns the parts of the outcome of a function that depend on the machine if calls of interface
// methods run those of the types that the inputs put into interfaces, also in the functions that make them. It returns
// nothing if no method of these types depends on the machine.
func (s *Study) ReadsMachineBehind(p *load.Package, fn *types.Func, inputs Handed) Machine {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.roots[p.ImportPath] == nil {
		return Machine{}
	}
	held := s.heldBy(s.resolveHanded(inputs))
	if !slices.ContainsFunc(held, s.tells) {
		return Machine{}
	}
	at := p.ImportPath
	for _, c := range held {
		at += " " + c.typ.String()
	}
	if s.behind[at] == nil {
		s.behind[at] = s.readsMachine(p, held)
	}
	return s.behind[at][fn]
}

// heldBy returns the types outside the standard library that inputs put into interfaces, each once, in order.
func (s *Study) heldBy(inputs handedSSA) (list []*concrete) {
	add := func(t types.Type) {
		n, _ := syntax.NamedOf(t)
		if n == nil || n.Obj().Pkg() == nil || s.analysis.prog.std[n.Obj().Pkg().Path()] {
			return
		}
		if c := s.analysis.universe.concrete(t); c != nil && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	for _, t := range inputs.types {
		add(t)
	}
	for _, g := range inputs.vars {
		add(g.Type().Underlying().(*types.Pointer).Elem())
		for _, part := range s.analysis.summarizer.global(g) {
			for _, t := range part.summary.conversions {
				add(t)
			}
		}
	}
	for _, maker := range inputs.funcs {
		for r := range maker.Signature.Results().Variables() {
			add(r.Type())
		}
		for _, t := range s.analysis.summarizer.function(maker).conversions {
			add(t)
		}
	}
	slices.SortFunc(list, func(a, b *concrete) int { return strings.Compare(a.typ.String(), b.typ.String()) })
	return list
}

// tells reports whether some part of an outcome of a method of c depends on the machine.
func (s *Study) tells(c *concrete) bool {
	known, ok := s.tellers[c]
	if !ok {
		m := s.newMachine(nil)
		for sel := range c.methods.Methods() {
			fn := m.z.prog.ssa.MethodValue(sel)
			known = known || fn != nil && !m.z.trusted(fn) && m.flow(fn).machine().tells()
		}
		s.tellers[c] = known
	}
	return known
}

// invoked returns the methods outside the standard library that a call of an interface method runs if the interface
// holds one of the types that interfaces hold.
func (m *machine) invoked(c *ssa.CallCommon) (list []*ssa.Function) {
	u, ok := c.Value.Type().Underlying().(*types.Interface)
	for _, t := range m.held {
		if f := m.universe.method(t, target{u, c.Method}); ok && f != nil && !m.z.trusted(f) {
			list = append(list, f)
		}
	}
	return list
}
