package search

import (
	"slices"

	"nearmiss/input"
)

// maxNear is how many local optima of a mode are kept.
const maxNear = 4

// Optimum tells the gate of a local optimum: a vector that the search is
// about to leave. The best few of each mode are kept.
func (g *Gate) Optimum(v input.Vector, f *Fitness) {
	near := g.near[g.mode]
	for i := range near {
		if slices.Equal(near[i].Vector, v) {
			return
		}
	}
	at := len(near)
	for at > 0 && g.Less(f, &near[at-1].Fitness) {
		at--
	}
	if at == maxNear {
		return
	}
	near = slices.Insert(near, at, Best{Mode: g.mode, Fitness: *f, Vector: slices.Clone(v), At: g.evaluations})
	g.near[g.mode] = near[:min(len(near), maxNear)]
}

// Near returns the best local optima of a mode, best first. They are the
// gate's own.
func (g *Gate) Near(m Mode) []Best { return g.near[m] }
