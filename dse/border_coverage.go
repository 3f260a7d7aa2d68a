package dse

// CoverageBorder flips nodes where flipping leads to the side least covered: the
// level of a code location is how many nodes are known whose other side was the
// first that a run took, and how often the location was tried. Sides that nothing
// took come first, until trying them is of no use.
func CoverageBorder(w *World) Frontier {
	f := &coverageBorder{}
	f.border = makeBorder(w, func(n *Node) **class { return f.of.at(int(n.location)) })
	return f
}

type coverageBorder struct {
	border
	of table[*class]
}

// New implements Frontier.
func (f *coverageBorder) New(n *Node) { f.batch([]*Node{n}) }

func (f *coverageBorder) batch(nodes []*Node) {
	f.told++
	for _, n := range nodes {
		f.take(n)
	}
}

// take takes a new node in. The other side may have no nodes yet.
func (f *coverageBorder) take(n *Node) {
	f.add(n)
	other := f.of.at(int(n.location ^ 1))
	if *other == nil {
		*other = f.class()
	}
	(*other).level++
}
