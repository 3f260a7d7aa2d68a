package native

import (
	"nearmiss/fitness"
	"nearmiss/internal/wire"
)

// Target is what a worker needs to measure how far runs are from the branch of a target.
func Target(t *fitness.Target) *wire.Target {
	out := &wire.Target{Branch: uint32(t.Branch)}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		cond := uint32(n.Cond.ID)
		out.Table = append(out.Table, wire.Divergence{Cond: cond, Level: n.Level, Away: n.Away()})
		if words := n.Words(); words != nil {
			out.Nodes = append(out.Nodes, wire.Node{Cond: cond, Program: words})
		}
	}
	return out
}
