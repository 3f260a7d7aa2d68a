package dse

// CoverageBorder flips nodes where flipping leads to the side least covered: the
// level of a code location is how many nodes are known whose other side was the
// first that a run took, and how often the location was tried. Sides that nothing
// took come first, until trying them is of no use.
func CoverageBorder(*World) Frontier {
	return &coverageBorder{makeBorder((*Node).Branch)}
}

type coverageBorder struct{ border[Branch] }

func (f *coverageBorder) New(n *Node) {
	f.border.New(n)
	f.raise(Branch{n.Site, !n.Side})
}
