package dse

// CountBorder flips nodes where flipping leads to a count that is new: how often
// the path took the other side of the condition before. A loop that counts what
// it meets comes to each count in turn, where there are exponentially many ways
// to it. Counts take turns, new ones first.
func CountBorder(w *World) Frontier {
	f := &grid{}
	f.border = makeBorder(w, func(n *Node) **class { return f.at(int(n.location), int(n.rest)) })
	return f
}

// A grid is a border whose classes are those of code locations and a number.
type grid struct {
	border
	of table[[]*class]
}

func (f *grid) at(location, number int) **class { return f.slots.at(f.of.at(location), number) }
