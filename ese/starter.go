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
	e := g.target.Explorer
	s, ok := e.(Starter)
	if !ok || start == nil {
		return g.Explore(pre, c)
	}
	g.target.Explorer = startingAt{s, start}
	defer func() { g.target.Explorer = e }()
	return g.Explore(pre, c)
}

// startingAt is a Starter with a fixed first witness.
type startingAt struct {
	Starter
	start input.Vector
}

// Explore implements Explorer.
func (s startingAt) Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	return s.ExploreFrom(ctx, s.start, pre, c)
}
