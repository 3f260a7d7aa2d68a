package dse

func init() {
	Register("bfs", BreadthFirst)
	Register("dfs", DepthFirst)
}

// BreadthFirst flips the node of the smallest depth, of equal depth the first found (iterative
// deepening, in the words of Xie et al. 2009, section 5).
func BreadthFirst(*World) Strategy {
	return &byRank{rank: func(n *Node, _ int) rank { return rank{n.Depth} }}
}

// DepthFirst flips the node of the greatest depth, of equal depth the last found.
func DepthFirst(*World) Strategy {
	return &byRank{rank: func(n *Node, number int) rank { return rank{-n.Depth, -number} }}
}

// byRank flips the open node of the least rank. Each operation takes time logarithmic in the number
// of nodes.
type byRank struct {
	rank  func(n *Node, number int) rank
	queue queue[*Node]
	told  int // nodes observed
}

// Ran implements Strategy.
func (f *byRank) Ran(_ *Run, fresh []*Node) {
	for _, n := range fresh {
		f.told++
		f.queue.push(n, f.rank(n, f.told))
	}
}

// Closed implements Strategy. Next passes over nodes that are not open.
func (f *byRank) Closed(*Node) {}

// Next implements Strategy.
func (f *byRank) Next() Step {
	for f.queue.len() > 0 {
		if n := f.queue.pop(); n.state == Open {
			return Step{Flip: n}
		}
	}
	return Step{}
}
