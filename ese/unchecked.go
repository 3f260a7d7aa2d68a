package ese

import (
	"context"

	"nearmiss/input"
	"nearmiss/symexec"
)

// UncheckedExplorer is an Explorer that can take sides without a query for the feasibility of each.
type UncheckedExplorer interface {
	Explorer

	// ExploreUnchecked takes one path with the sides that c chooses. At the end of the path it
	// finds an input of the path, or of its longest feasible prefix. start has the shape of the
	// explorer's inputs.
	ExploreUnchecked(ctx context.Context, start input.Vector, c symexec.Chooser) (*symexec.UncheckedPath, error)
}

// exploreUnchecked takes one path without queries for single sides if the explorer is an
// UncheckedExplorer, else a path of Explore. u is nil if Explore returns no path.
func (g *Gate) exploreUnchecked(start input.Vector, c symexec.Chooser) (u *symexec.UncheckedPath, more bool) {
	e, ok := g.target.Explorer.(UncheckedExplorer)
	if !ok {
		p, more := g.Explore(nil, c)
		if p == nil {
			return nil, more
		}
		return &symexec.UncheckedPath{Path: p, Sides: len(p.Decisions), Kept: len(p.Decisions)}, more
	}
	p, more := g.take(nil, func() (*symexec.Path, error) {
		var err error
		if u, err = e.ExploreUnchecked(g.ctx, start, c); u == nil {
			return nil, err
		}
		return u.Path, err
	})
	if p == nil {
		return nil, more
	}
	return u, more
}
