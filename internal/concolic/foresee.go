package concolic

import (
	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

var _ dse.Foreseer = (*Program)(nil)

// Under implements dse.Foreseer.
func (p *Program) Under(in input.Vector) func(clause *term.Term) bool {
	holds, err := p.executor.Under(in)
	if err != nil {
		return nil
	}
	return holds
}
