package native

import (
	"nearmiss/fitness"
	"nearmiss/internal/probe"
)

// Target returns the part of a target that a worker needs to compute the distance of a run to the
// target's branch.
func Target(t *fitness.Target) *probe.Target {
	out := &probe.Target{Branch: t.Branch}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		program, _ := n.Compiled().(*probe.Program)
		out.Nodes = append(out.Nodes, probe.Node{Cond: uint32(n.Cond.ID), Level: n.Level, Away: n.DivergingOutcomes(), Program: program})
	}
	return out
}
