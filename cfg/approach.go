package cfg

import "slices"

// CriticalNode is a block whose condition holds a transitive control
// dependence on a target.
type CriticalNode struct {
	Graph *Graph
	Block *Block
	// Level is the approach level of a run that diverges here: how many
	// control dependences are still ahead of it, the shortest way where there
	// are several. It is 0 for the block that decides directly.
	Level int
	// Diverges tells for the false and the true outcome whether a run leaves
	// the way to the target: neither the target nor a critical node with a
	// lesser level is control dependent on the outcome.
	Diverges [2]bool
}

// Approach returns the critical nodes of a target edge of g, in the order of
// their blocks: those that hold a transitive control dependence on it in the
// graph in which it ends in a fresh sink (Baars et al. 2011, sections II and
// IV). The block that the edge leaves is always one of them, with level 0.
// If g is a function literal there follow those, in the graphs around it, of
// the place where the literal stands, their levels counted on.
func Approach(g *Graph, target *Edge) []CriticalNode {
	nodes, ahead := critical(g, closed(g, target), len(g.Blocks))
	return outward(g, nodes, ahead)
}

// ApproachBlock is Approach for a block of g as the target.
func ApproachBlock(g *Graph, b *Block) []CriticalNode {
	nodes, ahead := critical(g, closed(g, nil), b.ID)
	return outward(g, nodes, ahead)
}

// outward adds the critical nodes around a function literal, of which ahead
// dependences are still to come.
func outward(g *Graph, nodes []CriticalNode, ahead int) []CriticalNode {
	for ; g.Parent != nil; g = g.Parent {
		outer, more := critical(g.Parent, closed(g.Parent, nil), g.Site.ID)
		for i := range outer {
			outer[i].Level += ahead
		}
		nodes = append(nodes, outer...)
		ahead += more
	}
	return nodes
}

// none marks a node that is not critical.
const none = -2

// critical walks control dependence back from the sink, which has level -1,
// breadth first. It also returns how many dependences lie between the entry
// and the sink on the shortest way.
func critical(g *Graph, f *flowgraph, sink int) (nodes []CriticalNode, ahead int) {
	deps := f.dependences()
	reached := reachable(f.succs, f.entry)
	level := make([]int, len(f.succs))
	for i := range level {
		level[i] = none
	}
	level[sink] = -1
	closer := make([][2]bool, len(f.succs)) // by way: leads to a lesser level
	order := []int{sink}
	for i := 0; i < len(order); i++ {
		y := order[i]
		for _, d := range deps.conds[y] {
			if !reached[d.node] {
				continue
			}
			if level[d.node] == none {
				level[d.node] = level[y] + 1
				order = append(order, d.node)
			}
			if level[y] < level[d.node] {
				closer[d.node][d.way] = true
			}
		}
	}
	for _, b := range g.Blocks {
		if b.ID != sink && level[b.ID] != none {
			nodes = append(nodes, CriticalNode{g, b, level[b.ID], [2]bool{!closer[b.ID][1], !closer[b.ID][0]}})
		}
	}
	first := slices.IndexFunc(order, func(x int) bool { return deps.always[x] })
	return nodes, level[order[first]] + 1
}
