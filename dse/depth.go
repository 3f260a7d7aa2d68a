package dse

func init() {
	Register("bfs", BreadthFirst)
	Register("dfs", DepthFirst)
}

// BreadthFirst flips the node of the smallest depth, of equal depth the first found (iterative
// deepening, in the words of Xie et al. 2009, section 5).
func BreadthFirst(*World) Strategy {
	return &rankedNodes{rank: func(n *Node, _ int) rank { return rank{n.Depth} }}
}

// DepthFirst flips the node of the greatest depth, of equal depth the last found.
func DepthFirst(*World) Strategy {
	return &rankedNodes{rank: func(n *Node, number int) rank { return rank{-n.Depth, -number} }}
}

// rankedNodes flips the open node of the least rank. Each operation takes time logarithmic in the
// number of nodes.
type rankedNodes struct {
	ignoresClosed
	// returns the rank of the node with a number in the order of observation
	rank        func(n *Node, number int) rank
	queue       queue[*Node]
	numObserved int // number of nodes observed so far
}

// ObserveRun implements Strategy.
func (f *rankedNodes) ObserveRun(_ *Run, fresh []*Node) {
	for _, n := range fresh {
		f.numObserved++
		f.queue.push(n, f.rank(n, f.numObserved))
	}
}

// Next implements Strategy.
func (f *rankedNodes) Next() Step {
	for f.queue.len() > 0 {
		if n := f.queue.pop(); n.state == Open {
			return Step{Flip: n}
		}
	}
	return Step{}
}
