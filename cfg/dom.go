package cfg

import (
	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/flow"
	"gonum.org/v1/gonum/graph/iterator"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"
)

// DomTree is the dominator tree of a graph, or its post-dominator tree.
type DomTree struct {
	blocks []*Block
	idom   []int
}

// Dominators returns the tree in which the entry is the root: a dominates b
// if every path from the entry to b passes a. The exit is not in the tree if
// the function never ends.
func Dominators(g *Graph) *DomTree {
	return &DomTree{g.Blocks, idoms(0, flowOf(g, nil).succs)}
}

// Parent returns the immediate (post-)dominator of b, nil for the root and
// for what is not in the tree.
func (t *DomTree) Parent(b *Block) *Block {
	x := b.ID
	for {
		p := t.idom[x]
		switch {
		case p < 0 || p == x:
			return nil
		case p < len(t.blocks):
			return t.blocks[p]
		}
		x = p // a virtual node
	}
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

// components returns the strongly connected components of the nodes that are
// not left out, those first from which no other is reached.
func components(next [][]int, out []bool) [][]int {
	var comps [][]int
	for _, nodes := range topo.TarjanSCC(directed{next: next, out: out}) {
		var comp []int
		for _, n := range nodes {
			comp = append(comp, int(n.ID()))
		}
		comps = append(comps, comp)
	}
	return comps
}

// directed shows adjacency lists, without the nodes left out, as the kind of
// graph that gonum takes. Its dominators and components need the nodes and
// their successors and nothing else; the embedded nil makes any other
// question a fault.
type directed struct {
	graph.Directed
	next [][]int
	out  []bool // may be nil
}

func (d directed) Nodes() graph.Nodes {
	var nodes []graph.Node
	for i := range d.next {
		if !d.out[i] {
			nodes = append(nodes, simple.Node(i))
		}
	}
	return iterator.NewOrderedNodes(nodes)
}

func (d directed) From(id int64) graph.Nodes {
	nodes := make([]graph.Node, 0, len(d.next[id]))
	for _, n := range d.next[id] {
		if d.out == nil || !d.out[n] {
			nodes = append(nodes, simple.Node(n))
		}
	}
	return iterator.NewOrderedNodes(nodes)
}
