package object

import (
	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// stateInputs describes states to strategies: the place of each word, and whether clauses hold. It
// exposes no lists to edit, because calls may not be able to make an edited state.
type stateInputs struct {
	*dse.Function
	program *Program
}

// Inputs returns the description of the words of states for strategies.
func (p *Program) Inputs() dse.Inputs { return stateInputs{p.function, p} }

// DemandedElements implements dse.Inputs.
func (stateInputs) DemandedElements(*term.Term) (list, elements int) { return 0, 0 }

// Grow implements dse.Inputs.
func (stateInputs) Grow(*term.Term, int) *term.Term { return nil }

// Elements implements dse.Inputs.
func (stateInputs) Elements(input.Vector, int) []uint64 { return nil }

// Splice implements dse.Inputs.
func (stateInputs) Splice(input.Vector, int, int, int, ...uint64) input.Vector { return nil }

// ListsOf implements dse.Inputs.
func (stateInputs) ListsOf(input.Vector) []dse.List { return nil }

// Scalars implements dse.Inputs.
func (stateInputs) Scalars(input.Vector) []dse.Element { return nil }

// Replace implements dse.Inputs.
func (stateInputs) Replace(input.Vector, int, int, int, dse.Block) input.Vector { return nil }

// Sample implements dse.Sampler: it offers each state that calls have made, the oldest first, and
// keeps a state that news accepts.
func (p stateInputs) Sample(news func(input.Vector) bool) input.Vector {
	states := &p.program.states
	for len(states.unoffered) > 0 {
		s := states.unoffered[0]
		if states.unoffered = states.unoffered[1:]; states.find(s.literal) == s && news(s.literal) {
			states.keep(s)
			return s.literal
		}
	}
	return nil
}
