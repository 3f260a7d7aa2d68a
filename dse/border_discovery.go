package dse

// DiscoveryBorder flips nodes of runs that were the first to take a branch,
// before those of all others; runs take turns. A node belongs to the run that
// came to it first.
func DiscoveryBorder(w *World) Frontier {
	f := &discoveryBorder{}
	f.border = makeBorder(w, func(n *Node) **class { return f.of.at(n.First.Number) })
	f.first = func(*Node) int32 { return 1 }
	f.forget = true
	return f
}

type discoveryBorder struct {
	border
	of   table[*class] // by run
	seen branches
}

// batch takes all new nodes of a run in. The first stands for them.
func (f *discoveryBorder) batch(nodes []*Node) {
	f.told++
	first, last := nodes[0], nodes[len(nodes)-1]
	c := *f.slot(first)
	if c != nil && len(c.nodes) > 0 || first.First != last.First || int(last.id-first.id) != len(nodes)-1 {
		f.border.batch(nodes)
		return
	}
	if *f.nodes.at(int(last.id)) != last {
		for _, n := range nodes {
			note(f.nodes, n)
		}
	}
	for _, n := range nodes {
		if c = f.add(n); n.other == Open {
			c.row, c.tail = true, last.id
			return
		}
	}
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
	if c := *f.of.at(r.Number); c != nil && c.at > 0 {
		c.first = 0
		f.lowered(c)
	}
}
