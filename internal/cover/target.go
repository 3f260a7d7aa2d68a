package cover

import (
	"nearmiss/cfg"
	"nearmiss/internal/wire"
)

// target is what the worker needs to search for a goal.
func (u *unit) target(g *goal) *wire.Target {
	edge := u.graph.Edge(g.branch)
	t := &wire.Target{Branch: g.branch}
	if edge == nil {
		return t
	}
	graph := u.graph.Conds[g.branch/2].Graph
	for _, n := range cfg.Approach(graph, edge) {
		row := wire.Divergence{Cond: uint32(n.Block.Cond.ID), Level: n.Level}
		if n.Diverges[0] {
			row.Away |= wire.DivergesFalse
		}
		if n.Diverges[1] {
			row.Away |= wire.DivergesTrue
		}
		t.Table = append(t.Table, row)
	}
	return t
}
