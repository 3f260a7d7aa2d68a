package dse

import (
	"nearmiss/input"
	"nearmiss/term"
)

var _ Foreseer = (*ConcolicProgram)(nil)

// Under implements dse.Foreseer.
func (p *ConcolicProgram) Under(in input.Vector) func(clause *term.Term) bool {
	holds, err := p.executor.Under(in)
	if err != nil {
		return nil
	}
	return holds
}
