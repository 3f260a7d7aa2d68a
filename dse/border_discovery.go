package dse

// DiscoveryBorder flips nodes of runs that were the first to take a branch,
// before those of all others; runs take turns. A node belongs to the run that
// came to it first.
func DiscoveryBorder(w *World) Frontier {
	f := &discoveryBorder{}
	f.border = makeBorder(w, func(n *Node) **class { return f.classes.at(n.First.Number) })
	f.first = func(*Node) int32 { return 1 }
	f.forget = true
	return f
}

type discoveryBorder struct {
	border
	classes table[*class] // by run
	seen    branches
}

func (f *discoveryBorder) Ran(r *Run) {
	f.border.Ran(r)
	found := false
	for _, b := range r.Covered {
		found = f.seen.add(b) || found
	}
	if !found {
		return
	}
	if c := *f.classes.at(r.Number); c != nil && c.at > 0 {
		c.first = 0
		f.lowered(c)
	}
}
