package native

import (
	"nearmiss/fitness"
	"nearmiss/internal/probe"
)

// Target is what a worker needs to measure how far runs are from the branch of a target, by
// function-assigned flags, too, unless flags is nil.
func Target(t *fitness.Target, flags *fitness.Flags) *probe.Target {
	out := &probe.Target{Branch: t.Branch}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		program, _ := n.Compiled().(*probe.Program)
		out.Nodes = append(out.Nodes, probe.Node{Cond: uint32(n.Cond.ID), Level: n.Level, Away: n.Away(), Program: program})
	}
	if flags != nil {
		addFlags(out, t, flags)
	}
	return out
}

func addFlags(out *probe.Target, t *fitness.Target, flags *fitness.Flags) {
	links, tails := flags.Links(t)
	for _, l := range links {
		to := probe.Link{Branch: l.Branch, Asked: l.Flag}
		for _, d := range l.Decides {
			to.Parts = append(to.Parts, probe.Part{Answer: d.Flag, Level: d.Level})
		}
		out.Links = append(out.Links, to)
	}
	for _, x := range tails {
		out.Tails = append(out.Tails, probe.Tail{Answer: x.Flag, As: x.As})
	}
}
