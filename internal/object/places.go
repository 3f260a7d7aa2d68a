package object

import (
	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// places describes states to strategies: the place of each word, and whether clauses hold. It
// exposes no lists to edit, because calls may not be able to make an edited state.
type places struct {
	*dse.Function
	p *Program
}

// Inputs returns the description of the words of states for strategies.
func (p *Program) Inputs() dse.Inputs { return places{p.f, p} }

// Wants implements dse.Inputs.
func (places) Wants(*term.Term) (list, elements int) { return 0, 0 }

// Grow implements dse.Inputs.
func (places) Grow(*term.Term, int) *term.Term { return nil }

// Elements implements dse.Inputs.
func (places) Elements(input.Vector, int) []uint64 { return nil }

// Splice implements dse.Inputs.
func (places) Splice(input.Vector, int, int, int, ...uint64) input.Vector { return nil }

// ListsOf implements dse.Inputs.
func (places) ListsOf(input.Vector) []dse.List { return nil }

// Scalars implements dse.Inputs.
func (places) Scalars(input.Vector) []dse.Element { return nil }

// Replace implements dse.Inputs.
func (places) Replace(input.Vector, int, int, int, dse.Block) input.Vector { return nil }

// Sample implements dse.Sampler: the inputs are states.
func (p places) Sample(news func(input.Vector) bool) input.Vector {
	states := &p.p.states
	for len(states.recent) > 0 {
		s := states.recent[0]
		if states.recent = states.recent[1:]; states.of(s.literal) == s && news(s.literal) {
			states.keep(s)
			return s.literal
		}
	}
	return nil
}
