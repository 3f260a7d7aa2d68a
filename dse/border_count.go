package dse

// CountBorder flips nodes where flipping leads to a count that is new: how often
// the path took the other side of the condition before. A loop that counts what
// it meets comes to each count in turn, where there are exponentially many ways
// to it. Counts take turns, new ones first.
func CountBorder(*World) Frontier {
	f := &countBorder{counts: map[*Node][2]int{}}
	f.border = makeBorder(func(n *Node) counted { return counted{n.Branch(), f.counts[n][index(!n.Side)]} })
	return f
}

type countBorder struct {
	border[counted]
	counts map[*Node][2]int // how often the path took each side of the condition before
}

// counted is a code location behind so many of its other side.
type counted struct {
	branch Branch
	count  int
}

func (f *countBorder) New(n *Node) {
	f.counts[n] = f.count(n)
	f.border.New(n)
}

// count goes back to the last node of the condition on the path to n, of which
// the counts are known if it was announced.
func (f *countBorder) count(n *Node) (c [2]int) {
	for m, side := n.Parent(); m != nil; m, side = m.Parent() {
		if m.Site != n.Site {
			continue
		}
		c[index(side)]++
		if known, ok := f.counts[m]; ok {
			return [2]int{known[0] + c[0], known[1] + c[1]}
		}
	}
	return c
}
