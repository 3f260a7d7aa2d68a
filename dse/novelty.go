package dse

// Novelty flips nodes whose other side is novel: no run has taken that side in the calling context
// of the node for the n-th time on a path. A parser's function that reads a token may succeed at a
// second place of the input, or a table get a second entry: neither coverage nor distance shows it,
// but the side is novel, and the search continues behind it.
//
// Nodes for which n is least come first; then the nodes of the latest run, and among these
// the least deep. Novelty declines if no open node has a novel side.
//
// A run takes time linear in its path, and a step is logarithmic in the nodes.
func Novelty(*World) Strategy { return &novelty{takenOccurrences: map[occurrence]bool{}} }

// maxOccurrences is the number of times that a side can be novel in one calling context.
const maxOccurrences = 16

type novelty struct {
	ignoresClosed
	queue            queue[novelNode]
	takenOccurrences map[occurrence]bool // occurrences that some run has taken
}

// An occurrence is a side in a calling context, for the nth time on a path, from 0.
type occurrence struct {
	context uint64
	side    int // number of the side's branch in tree.locations
	number  int // number of times that the path took the side in the context before
}

// novelNode is a node with the occurrence that its flip takes.
type novelNode struct {
	node *Node
	side occurrence // the occurrence that a flip of the node takes
}

// ObserveRun implements Strategy.
func (f *novelty) ObserveRun(run *Run, _ []*Node) {
	times := map[occurrence]int{} // by occurrence with number 0
	var path []*Node
	for n := range run.Nodes {
		path = append(path, n)
	}
	for i := len(path) - 1; i >= 0; i-- {
		n, side := path[i], run.side
		if i > 0 {
			side = path[i-1].parentSide
		}
		takes := occurrence{context: n.Context, side: n.location ^ sideIndex(side != n.Side)}
		other := occurrence{context: n.Context, side: takes.side ^ 1}
		if n.First == run {
			if k := times[other]; k < maxOccurrences {
				taken := occurrence{other.context, other.side, k}
				f.queue.push(novelNode{n, taken}, rank{k, -run.Number})
			}
		}
		k := times[takes]
		times[takes]++
		if takes.number = k; k < maxOccurrences {
			f.takenOccurrences[takes] = true
		}
	}
}

// Next implements Strategy.
func (f *novelty) Next() Step {
	for f.queue.len() > 0 {
		if x := f.queue.pop(); x.node.state == Open && !f.takenOccurrences[x.side] {
			return Step{Flip: x.node}
		}
	}
	return Step{}
}
