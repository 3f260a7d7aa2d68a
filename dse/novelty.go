package dse

// Novelty flips nodes where flipping leads to a side that no run took in the calling
// context of the node, for the so many-th time on a path. Coverage does not see that the
// function of a parser which reads a token succeeds at a second place, nor a distance that a
// table has got a second entry; here it is new, and the search walks on from there.
//
// Of these nodes those come first before which their context took the side least often, of
// equal ones those of the latest run, and of these the least deep. It declines where nothing
// would be new.
//
// A run takes time linear in its path, and a step is logarithmic in the nodes.
func Novelty(*World) Strategy { return &novelty{taken: map[occurrence]bool{}} }

// mostNovel is how often a side can be new in a context.
const mostNovel = 16

type novelty struct {
	queue queue[novel]
	taken map[occurrence]bool
}

// An occurrence is a side in a calling context, for the nth time on a path, from 0.
type occurrence struct {
	context uint64
	side    int // the number of its branch
	nth     int
}

// novel is a node with what its flip takes.
type novel struct {
	node *Node
	side occurrence
}

// Closed implements Strategy. Nodes that are not open are passed over.
func (f *novelty) Closed(*Node) {}

// Ran implements Strategy.
func (f *novelty) Ran(r *Run, _ []*Node) {
	times := map[occurrence]int{} // with nth 0
	var path []*Node
	for n := range r.Nodes {
		path = append(path, n)
	}
	for i := len(path) - 1; i >= 0; i-- {
		n, side := path[i], r.side
		if i > 0 {
			side = path[i-1].beyond
		}
		takes := occurrence{context: n.Context, side: n.location ^ index(side != n.Side)}
		other := occurrence{context: n.Context, side: takes.side ^ 1}
		if n.First == r {
			if k := times[other]; k < mostNovel {
				at := occurrence{other.context, other.side, k}
				f.queue.push(novel{n, at}, rank{k, -r.Number})
			}
		}
		k := times[takes]
		times[takes]++
		if takes.nth = k; k < mostNovel {
			f.taken[takes] = true
		}
	}
}

// Next implements Strategy.
func (f *novelty) Next() Step {
	for f.queue.len() > 0 {
		if x := f.queue.pop(); x.node.state == Open && !f.taken[x.side] {
			return Step{Flip: x.node}
		}
	}
	return Step{}
}
