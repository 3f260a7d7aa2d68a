package ese

import (
	"context"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Unasker is an Explorer that takes sides without asking for each whether it is feasible.
type Unasker interface {
	Explorer

	// ExploreUnasked takes one path with the sides that c chooses, and finds an input of it,
	// or of a longest feasible prefix, at its end. start has the shape of the explorer's inputs.
	ExploreUnasked(ctx context.Context, start input.Vector, c symexec.Chooser) (*symexec.Unasked, error)
}

// takeUnasked takes one path with sides unasked, where the explorer is an Unasker; otherwise
// it asks. u is nil where Explore returns no path.
func (g *Gate) takeUnasked(start input.Vector, c symexec.Chooser) (u *symexec.Unasked, more bool) {
	e := g.target.Explorer
	one := &unasked{Explorer: e, start: start}
	if _, ok := e.(Unasker); ok {
		g.target.Explorer = one
		defer func() { g.target.Explorer = e }()
	}
	p, more := g.Explore(nil, c)
	switch {
	case p == nil:
		return nil, more
	case one.took == nil:
		return &symexec.Unasked{Path: p, Sides: len(p.Decisions), Kept: len(p.Decisions)}, more
	}
	return one.took, more
}

// unasked is an Explorer that takes one path so.
type unasked struct {
	Explorer
	start input.Vector
	took  *symexec.Unasked
}

// Explore implements Explorer.
func (o *unasked) Explore(ctx context.Context, _ []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	var err error
	if o.took, err = o.Explorer.(Unasker).ExploreUnasked(ctx, o.start, c); o.took == nil {
		return nil, err
	}
	return o.took.Path, err
}
