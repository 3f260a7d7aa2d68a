package ese

import (
	"context"

	"nearmiss/symexec"
	"nearmiss/term"
)

// Explorer takes paths through one function at one size.
type Explorer interface {
	// Explore takes one path whose condition does not contradict pre. Where
	// both sides are feasible, c chooses. A path may end in other ways than
	// by returning; its End says how.
	Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error)

	// Builder returns the builder of the terms of all paths of this explorer.
	Builder() *term.Builder
}
