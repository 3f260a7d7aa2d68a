package ese

import (
	"context"
	"errors"

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

// ExploreUnasked takes one path with sides unasked, as Explore does with questions. u is nil
// where p is. The explorer is an Unasker.
func (g *Gate) ExploreUnasked(start input.Vector, c symexec.Chooser) (u *symexec.Unasked, more bool) {
	e := g.target.Explorer
	once := &unasked{Explorer: e, start: start}
	g.target.Explorer = once
	defer func() { g.target.Explorer = e }()
	if p, more := g.Explore(nil, c); p != nil {
		return once.took, more
	}
	return nil, !g.Over()
}

// unasked is an Unasker that takes one path.
type unasked struct {
	Explorer
	start input.Vector
	took  *symexec.Unasked
}

// Explore implements Explorer.
func (o *unasked) Explore(ctx context.Context, _ []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	u, ok := o.Explorer.(Unasker)
	if !ok {
		return nil, errors.New("ese: this explorer takes no sides unasked")
	}
	var err error
	if o.took, err = u.ExploreUnasked(ctx, o.start, c); o.took == nil {
		return nil, err
	}
	return o.took.Path, err
}
