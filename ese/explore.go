package ese

import (
	"context"

	"nearmiss/symexec"
	"nearmiss/term"
)

// Explorer takes paths through one function at one size.
type Explorer interface {
	// Explore takes one path whose condition does not contradict pre, with
	// the sides that c chooses where both are feasible. A path that ends
	// otherwise than by returning is a path too, by its End.
	Explore(ctx context.Context, pre []*term.Term, c symexec.Chooser) (*symexec.Path, error)

	// Builder makes the terms of all paths of this explorer.
	Builder() *term.Builder
}
