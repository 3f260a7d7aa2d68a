package ese

import (
	"context"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Starter is an Explorer whose paths can begin with a given witness.
type Starter interface {
	Explorer

	// ExploreFrom is Explore with start as the first witness if start
	// satisfies pre. start has the shape of the explorer's inputs.
	ExploreFrom(ctx context.Context, start input.Vector, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error)
}

// Placer is an Explorer that knows the places of slots in an input.
type Placer interface {
	// Places returns the place in the input for each slot.
	Places() []symexec.Place
}

// ExploreFrom is Explore with start as the first witness if the explorer is a Starter and start
// is not nil. A path from its own input needs no queries.
func (g *Gate) ExploreFrom(start input.Vector, pre []*term.Term, c symexec.Chooser) (p *symexec.Path, more bool) {
	s, ok := g.target.Explorer.(Starter)
	if !ok || start == nil {
		return g.Explore(pre, c)
	}
	return g.take(pre, func() (*symexec.Path, error) { return s.ExploreFrom(g.ctx, start, pre, c) })
}
