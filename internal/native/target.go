package native

import (
	"nearmiss/fitness"
	"nearmiss/internal/probe"
)

// Target is what a worker needs to measure how far runs are from the branch of a target.
func Target(t *fitness.Target) *probe.Target {
	out := &probe.Target{Branch: t.Branch}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		program, _ := n.Compiled().(*probe.Program)
		out.Nodes = append(out.Nodes, probe.Node{Cond: uint32(n.Cond.ID), Level: n.Level, Away: n.Away(), Program: program})
	}
	return out
}
