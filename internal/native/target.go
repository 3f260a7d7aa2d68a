package native

import (
	"nearmiss/fitness"
	"nearmiss/internal/wire"
)

// Target is what a worker needs to measure how far runs are from the branch of a target, by
// function-assigned flags, too, unless flags is nil.
func Target(t *fitness.Target, flags *fitness.Flags) *wire.Target {
	out := &wire.Target{Branch: uint32(t.Branch)}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		cond := uint32(n.Cond.ID)
		out.Table = append(out.Table, wire.Divergence{Cond: cond, Level: n.Level, Away: n.Away()})
		if words := n.Words(); words != nil {
			out.Nodes = append(out.Nodes, wire.Node{Cond: cond, Program: words})
		}
	}
	if flags != nil {
		addFlags(out, t, flags)
	}
	return out
}

func addFlags(out *wire.Target, t *fitness.Target, flags *fitness.Flags) {
	links, tails := flags.Links(t)
	for _, l := range links {
		to := wire.Link{Branch: l.Branch, Asked: l.Flag}
		for _, d := range l.Decides {
			to.Parts = append(to.Parts, wire.Part{Answer: d.Flag, Level: d.Level})
		}
		out.Links = append(out.Links, to)
	}
	for _, x := range tails {
		out.Tails = append(out.Tails, wire.Tail{Answer: x.Flag, As: x.As})
	}
}
