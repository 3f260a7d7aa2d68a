package dse

// CoverageBorder flips nodes where flipping leads to the side least covered: the
// level of a code location is how many nodes are known whose other side was the
// first that a run took, and how often the location was tried. Sides that nothing
// took come first, until trying them is of no use.
func CoverageBorder(w *World) Frontier {
	return &coverageBorder{border: makeBorder(w)}
}

// renew implements renewer.
func (f *coverageBorder) renew() {
	f.border.renew()
	f.of, f.early = f.of[:0], f.early[:0]
}

type coverageBorder struct {
	border
	of    table[int32]  // classes
	early table[uint64] // by location: its level before it has a node
}

// New implements Frontier.
func (f *coverageBorder) New(n *Node) { f.batch([]*Node{n}) }

func (f *coverageBorder) batch(nodes []*Node) {
	f.begin(nodes)
	for _, n := range nodes {
		f.add(n, f.of.at(int(n.location)), *f.early.at(int(n.location)))
		other := int(n.location ^ 1)
		if number := *f.of.at(other); number > 0 {
			f.classes[number-1].level++
		} else {
			*f.early.at(other)++
		}
	}
}

// aside implements bystander.
func (f *coverageBorder) aside() {}

// Ran implements Frontier.
func (f *coverageBorder) Ran(r *Run) { f.Exhausted(settled(r)) }

// Exhausted implements Frontier.
func (f *coverageBorder) Exhausted(n *Node) {
	if n != nil {
		f.settle(*f.of.at(int(n.location)))
	}
}
