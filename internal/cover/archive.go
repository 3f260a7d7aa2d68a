package cover

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

// A run that takes a branch puts its input into the archive, even if the run was meant for another
// branch (Rojas et al., A detailed investigation of the effectiveness of whole test suite
// generation, EMSE 2017).

// A find is an input that takes a branch.
type find struct {
	fn     *function
	vector input.Vector
	panics bool // the run of the input panics
	legal  bool // all values in the input are legal (see legal.go)
	byHand bool // a literal in the input sets an unexported field
}

func isFound(f *find) bool { return f != nil }

func newFind(fn *function, v input.Vector, panics bool) *find {
	return &find{fn, v, panics, fn.legal(v), fn.byHand(v)}
}

// take stores an input that takes the branch. It replaces an earlier input if it is better: a legal
// input is better than an illegal one, then an input with which the function returns is better than
// one with which it panics, then an input that calls make is better than one made by hand, then an input of the function that contains the branch is better than
// one of another function, because it reads better in a test. If the first input is illegal, the
// search for a legal one starts with a new budget.
func (g *goal) take(fn *function, v input.Vector, panics bool) {
	if g.ignored {
		return
	}
	is, f := newFind(fn, v, panics), g.found
	switch {
	case f == nil:
		if !is.legal {
			g.waived, g.stale = g.used, 0
		}
	case is.legal != f.legal:
		if f.legal {
			return
		}
	case panics != f.panics:
		if panics {
			return
		}
	case is.byHand != f.byHand:
		if is.byHand {
			return
		}
	case fn != g.fn || f.fn == g.fn:
		return
	}
	g.found = is
}

// nearer merges the nearest inputs of a search, one per fitness mode, and reports whether one of
// them improves the fitness.
func (g *goal) nearer(bests []worker.Best, lexicographic bool) (better bool) {
	for _, b := range bests {
		if i := slices.IndexFunc(g.bests, func(best worker.Best) bool { return best.Mode == b.Mode }); i < 0 {
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
