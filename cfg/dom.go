package cfg

import (
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/simple"
)

// DomTree is the dominator tree of a graph, or its post-dominator tree.
type DomTree struct {
	blocks  []*Block
	idom    []int
	virtual []int
}

// Dominators returns the tree in which the entry is the root: a dominates b
// if every path from the entry to b passes a. The exit is not in the tree if
// the function never ends.
func Dominators(g *Graph) *DomTree {
	f := flowOf(g, nil, nil)
	for _, b := range f.virtual {
		f.unlink(b, f.exit)
	}
	return &DomTree{blocks: g.Blocks, idom: idoms(0, f.succs)}
}

// PostDominators returns the tree in which the exit is the root: a
// post-dominates b if every path from b to the exit passes a. A loop without
// end is given a virtual edge to the exit, see the package comment.
func PostDominators(g *Graph) *DomTree {
	f := flowOf(g, nil, nil)
	return &DomTree{blocks: g.Blocks, idom: idoms(f.exit, f.preds), virtual: f.virtual}
}

// Parent returns the immediate (post-)dominator of b, nil for the root and
// for what is not in the tree.
func (t *DomTree) Parent(b *Block) *Block {
	if p := t.idom[b.ID]; p >= 0 && p != b.ID {
		return t.blocks[p]
	}
	return nil
}

// Dominates reports whether a (post-)dominates b; every block does itself.
func (t *DomTree) Dominates(a, b *Block) bool {
	for ; b != nil; b = t.Parent(b) {
		if a == b {
			return true
		}
	}
	return false
}

// idoms returns the immediate dominators of what can be reached from root
// over next. The root is its own; what is not reached has -1. With the edges
// turned round and the exit as the root they are the post-dominators.
func idoms(root int, next [][]int) []int {
	tree := flow.Dominators(simple.Node(root), directed{next: next})
	idom := make([]int, len(next))
	for i := range idom {
		idom[i] = -1
		if d := tree.DominatorOf(int64(i)); d != nil {
			idom[i] = int(d.ID())
		}
	}
	idom[root] = root
	return idom
}

// directed shows adjacency lists as the kind of graph that gonum takes. Its
// dominators need successors and nothing else; the embedded nil makes any
// other question a fault.
type directed struct {
	graph.Directed
	next [][]int
}

func (d directed) From(id int64) graph.Nodes {
	nodes := make([]graph.Node, len(d.next[id]))
	for i, n := range d.next[id] {
		nodes[i] = simple.Node(n)
	}
	return iterator.NewOrderedNodes(nodes)
}
