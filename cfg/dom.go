package cfg

import (
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// DomTree is the dominator tree of a graph.
type DomTree struct {
	blocks []*Block
	idom   []int
}

// Dominators returns the dominator tree, with the entry as the root: a dominates b if every path
// from the entry to b passes a. The exit is not in the tree if the function never ends.
func Dominators(g *Graph) *DomTree {
	return &DomTree{g.Blocks, idoms(0, flowOf(g, nil).succs)}
}

// Parent returns the immediate dominator of b, nil for the root and for a block that is not in the
// tree.
func (t *DomTree) Parent(b *Block) *Block {
	p := t.idom[b.ID]
	if p < 0 || p == b.ID {
		return nil
	}
	return t.blocks[p]
}

// Dominates reports whether a dominates b. Every block dominates itself.
func (t *DomTree) Dominates(a, b *Block) bool {
	for ; b != nil; b = t.Parent(b) {
		if a == b {
			return true
		}
	}
	return false
}

// idoms returns the immediate dominators of the nodes that are reachable from root over next.
// The root is its own immediate dominator; an unreachable node has -1. For reversed edges and
// the exit as the root the result has the immediate post-dominators.
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

// components returns the strongly connected components of the graph next without the nodes marked in
// out, in reverse topological order.
func components(next [][]int, out []bool) [][]int {
	var comps [][]int
	for _, nodes := range topo.TarjanSCC(directed{next: next, omitted: out}) {
		var comp []int
		for _, n := range nodes {
			comp = append(comp, int(n.ID()))
		}
		comps = append(comps, comp)
	}
	return comps
}

// directed is a gonum graph over adjacency lists without the omitted nodes. The algorithms for
// dominators and components call only Nodes and From; any other method panics, because the
// embedded interface is nil.
type directed struct {
	graph.Directed
	next    [][]int
	omitted []bool // nil if only From is called
}

func (d directed) Nodes() graph.Nodes {
	var nodes []graph.Node
	for i := range d.next {
		if !d.omitted[i] {
			nodes = append(nodes, simple.Node(i))
		}
	}
	return iterator.NewOrderedNodes(nodes)
}

func (d directed) From(id int64) graph.Nodes {
	nodes := make([]graph.Node, 0, len(d.next[id]))
	for _, n := range d.next[id] {
		if d.omitted == nil || !d.omitted[n] {
			nodes = append(nodes, simple.Node(n))
		}
	}
	return iterator.NewOrderedNodes(nodes)
}
