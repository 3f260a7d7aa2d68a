package ese

import (
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// ExploreFrom is Explore with a first witness, as ese.Starter has it.
func (e *ToyExplorer) ExploreFrom(ctx context.Context, start input.Vector, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	m := &ToyMachine{e: e, ctx: ctx, chooser: c, witness: slices.Clone(start), path: &symexec.Path{}}
	for _, clause := range pre {
		m.push(clause)
	}
	defer func() { e.solver.Pop(m.pushed) }()
	if !m.holds(pre) && !m.begin() {
		return m.path, nil
	}
	m.run()
	m.path.Input = m.witness
	return m.path, nil
}

func (m *ToyMachine) holds(pre []*term.Term) bool {
	return !slices.ContainsFunc(pre, func(clause *term.Term) bool {
		v, ok := term.Eval(clause, m.env)
		return !ok || v.Bits == 0
	})
}
