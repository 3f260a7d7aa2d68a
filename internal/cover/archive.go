package cover

import (
	"slices"

	"nearmiss/input"
	wire "nearmiss/internal/worker"
)

// A branch belongs to the archive as soon as a run takes it, whatever that run was looking
// for (Rojas et al., A detailed investigation of the effectiveness of whole test suite
// generation, EMSE 2017).

// A find is an input that takes a branch.
type find struct {
	fn     *function
	vector input.Vector
	panics bool // the run does
}

// legal reports whether the values in an input of a function are.
func (f *find) legal() bool { return f.fn.legal(f.vector) }

// take puts an input into the archive. An input of the branch's own function
// reads better in a test than one that gets there through another, and
// replaces it; so does one with which the function returns, if it panicked
// before, and first of all one that is legal, if the other is not; else the first one stays.
func (g *goal) take(fn *function, v input.Vector, panics bool) {
	if g.ignored {
		return
	}
	is, f := &find{fn, v, panics}, g.found
	switch {
	case f == nil:
	case is.legal() != f.legal():
		if f.legal() {
			return
		}
	case panics != f.panics:
		if panics {
			return
		}
	case fn != g.fn || f.fn == g.fn:
		return
	}
	g.found = is
}

// nearer merges the nearest inputs of a search and reports whether there is a
// better one among them.
func (g *goal) nearer(bests []wire.Best, lexicographic bool) (better bool) {
	for _, b := range bests {
		if i := slices.IndexFunc(g.bests, func(best wire.Best) bool { return best.Mode == b.Mode }); i < 0 {
			g.bests = append(g.bests, b)
			better = true
		} else if b.Fitness.Less(&g.bests[i].Fitness, lexicographic) {
			g.bests[i] = b
			better = true
		}
	}
	if better {
		g.stale = 0
	}
	return better
}
