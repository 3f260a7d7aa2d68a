package dse

// UnrollingBorder flips nodes that few of their own code location precede on the
// path: first what is met for the first time, then what a loop comes to for the
// second time. Among nodes that are equal in this, the code locations take turns.
func UnrollingBorder(*World) Frontier {
	f := makeBorder(func(n *Node) unrolled { return unrolled{n.Branch(), n.Nth} })
	f.first = func(k unrolled) int { return k.nth }
	return &f
}

// unrolled is a code location that a path comes to again.
type unrolled struct {
	branch Branch
	nth    int
}
