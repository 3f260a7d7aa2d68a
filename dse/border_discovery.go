package dse

// DiscoveryBorder flips nodes of runs that were the first to take a branch,
// before those of all others; runs take turns. A node belongs to the run that
// came to it first.
func DiscoveryBorder(*World) Frontier {
	f := &discoveryBorder{border: makeBorder(func(n *Node) *Run { return n.First }), seen: map[uint32]bool{}}
	f.first = func(*Run) int { return 1 }
	f.forget = true
	return f
}

type discoveryBorder struct {
	border[*Run]
	seen map[uint32]bool // branches
}

func (f *discoveryBorder) Ran(r *Run) {
	f.border.Ran(r)
	found := false
	for _, b := range r.Covered {
		found = found || !f.seen[b]
		f.seen[b] = true
	}
	if c := f.classes[r]; c != nil && found {
		c.first = 0
		f.place(r, c)
	}
}
