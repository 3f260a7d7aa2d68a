package ese

import (
	"context"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
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
	e := g.target.Explorer
	one := &uncheckedExplorer{Explorer: e, start: start}
	if _, ok := e.(UncheckedExplorer); ok {
		g.target.Explorer = one
		defer func() { g.target.Explorer = e }()
	}
	p, more := g.Explore(nil, c)
	switch {
	case p == nil:
		return nil, more
	case one.result == nil:
		return &symexec.UncheckedPath{Path: p, Sides: len(p.Decisions), Kept: len(p.Decisions)}, more
	}
	return one.result, more
}

// uncheckedExplorer is an Explorer that takes one path by ExploreUnchecked and keeps the result.
type uncheckedExplorer struct {
	Explorer
	start  input.Vector // first witness
	result *symexec.UncheckedPath
}

// Explore implements Explorer.
func (o *uncheckedExplorer) Explore(ctx context.Context, _ []*term.Term, c symexec.Chooser) (*symexec.Path, error) {
	var err error
	if o.result, err = o.Explorer.(UncheckedExplorer).ExploreUnchecked(ctx, o.start, c); o.result == nil {
		return nil, err
	}
	return o.result.Path, err
}
