package cfg

import "slices"

// CriticalNode is a block on whose condition a target is transitively control dependent.
type CriticalNode struct {
	Graph *Graph
	Block *Block
	// Level is the approach level of a run that diverges here: the least
	// number of further control dependences on a path to the target. It is 0
	// for the block that decides directly.
	Level int
	// Diverges reports for the false and the true outcome whether a run
	// diverges from the target: neither the target nor a critical node of a
	// lower level is control dependent on the outcome.
	Diverges [2]bool
}

// Approach returns the critical nodes of a target edge of g, in the order of their blocks. They
// are defined on the graph in which the edge leads to a new sink (Baars et al. 2011, sections II
// and IV). The block that the edge leaves is always critical, with level 0. If g is the graph of
// a function literal, the critical nodes for the block of the literal in the surrounding graphs
// follow, with levels that continue those of g.
func Approach(g *Graph, target *Edge) []CriticalNode {
	nodes, ahead := critical(g, closedFlow(g, target), len(g.Blocks))
	return outward(g, nodes, ahead)
}

// ApproachBlock is Approach for a block of g as the target.
func ApproachBlock(g *Graph, b *Block) []CriticalNode {
	nodes, ahead := critical(g, closedFlow(g, nil), b.ID)
	return outward(g, nodes, ahead)
}

// outward adds the critical nodes around a function literal. ahead is the number of dependences
// between the entry of the literal and the target.
func outward(g *Graph, nodes []CriticalNode, ahead int) []CriticalNode {
	for ; g.Parent != nil; g = g.Parent {
		outer, more := critical(g.Parent, closedFlow(g.Parent, nil), g.Site.ID)
		for i := range outer {
			outer[i].Level += ahead
		}
		nodes = append(nodes, outer...)
		ahead += more
	}
	return nodes
}

// notCritical is the level of a node that is not critical.
const notCritical = -2

// critical walks control dependence back from the sink, which has level -1, breadth first. It
// also returns the least number of dependences between the entry and the sink.
func critical(g *Graph, f *flowgraph, sink int) (nodes []CriticalNode, ahead int) {
	deps := f.dependences()
	reached := reachable(f.succs, f.entry)
	level := make([]int, len(f.succs))
	for i := range level {
		level[i] = notCritical
	}
	level[sink] = -1
	closer := make([][2]bool, len(f.succs)) // by node and side: leads to a lower level
	order := []int{sink}
	for i := 0; i < len(order); i++ {
		y := order[i]
		for _, d := range deps.conds[y] {
			if !reached[d.node] {
				continue
			}
			if level[d.node] == notCritical {
				level[d.node] = level[y] + 1
				order = append(order, d.node)
			}
			if level[y] < level[d.node] {
				closer[d.node][d.side] = true
			}
		}
	}
	for _, b := range g.Blocks {
		if b.ID != sink && level[b.ID] != notCritical {
			nodes = append(nodes, CriticalNode{g, b, level[b.ID], [2]bool{!closer[b.ID][1], !closer[b.ID][0]}})
		}
	}
	first := slices.IndexFunc(order, func(x int) bool { return deps.onEntry[x] })
	return nodes, level[order[first]] + 1
}
