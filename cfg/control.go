package cfg

// Dependence says that control reaches a block, once it has reached the
// condition that ends On, exactly because of the outcome.
type Dependence struct {
	On      *Block
	Outcome bool
}

// ControlDependence returns for every block of g, by ID, the outcomes on
// which it is control dependent, in the order of the blocks: y depends on
// outcome o of x if y post-dominates the successor of x for o, and does not
// strictly post-dominate x (Ferrante, Ottenstein and Warren, The Program
// Dependence Graph and Its Use in Optimization, TOPLAS 1987).
func ControlDependence(g *Graph) [][]Dependence {
	deps := make([][]Dependence, len(g.Blocks))
	f := flowOf(g, nil, nil)
	for y, on := range f.dependences(idoms(f.exit, f.preds)) {
		for _, d := range on {
			if x := g.Blocks[d.node]; x.Cond != nil && d.way < 2 {
				deps[y] = append(deps[y], Dependence{x, d.way == 0})
			}
		}
	}
	return deps
}

// dependence is a node and the index of one of its successors.
type dependence struct{ node, way int }

// dependences returns what each node is control dependent on. For the edge
// from x to y these are the nodes on the way up the post-dominator tree from
// y to the parent of x, which is left out.
func (f *flowgraph) dependences(pdom []int) [][]dependence {
	deps := make([][]dependence, len(f.succs))
	for x, succs := range f.succs {
		if len(succs) < 2 {
			continue
		}
		for way, y := range succs {
			for ; y != pdom[x]; y = pdom[y] {
				deps[y] = append(deps[y], dependence{x, way})
			}
		}
	}
	return deps
}

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

// Critical returns the critical nodes of a target edge of g, in the order of
// their blocks: those that hold a transitive control dependence on it in the
// graph in which it ends in a fresh sink (Baars et al. 2011, sections II and
// IV). Of g only: see Approach for what lies around a function literal.
func Critical(g *Graph, target *Edge) []CriticalNode {
	nodes, _ := critical(g, flowOf(g, target, nil), len(g.Blocks))
	return nodes
}

// Approach returns the critical nodes of a target edge in g, and if g is a
// function literal those, in the graphs around it, of the place where the
// literal stands, their levels counted on.
func Approach(g *Graph, target *Edge) []CriticalNode {
	nodes, ahead := critical(g, flowOf(g, target, nil), len(g.Blocks))
	for ; g.Parent != nil; g = g.Parent {
		outer, more := critical(g.Parent, flowOf(g.Parent, nil, g.Site), g.Site.ID)
		for i := range outer {
			outer[i].Level += ahead
		}
		nodes = append(nodes, outer...)
		ahead += more
	}
	return nodes
}

// critical walks control dependence back from the sink, breadth first. It
// also returns how many dependences lie between the entry and the sink on
// the shortest way.
func critical(g *Graph, f *flowgraph, sink int) (nodes []CriticalNode, ahead int) {
	pdom := idoms(f.exit, f.preds)
	deps := f.dependences(pdom)
	reached := reachable(f.succs, 0)
	level := make([]int, len(f.succs))
	for i := range level {
		level[i] = -2
	}
	level[sink] = -1
	onEntry := onWay(pdom, 0)
	ahead = -1
	closer := make([][2]bool, len(f.succs)) // by way
	for queue := []int{sink}; len(queue) > 0; {
		y := queue[0]
		queue = queue[1:]
		if ahead < 0 && onEntry[y] {
			ahead = level[y] + 1
		}
		for _, d := range deps[y] {
			if !reached[d.node] {
				continue
			}
			if level[d.node] == -2 {
				level[d.node] = level[y] + 1
				queue = append(queue, d.node)
			}
			if level[y] < level[d.node] {
				closer[d.node][d.way] = true
			}
		}
	}
	for _, b := range g.Blocks {
		if b.ID != sink && level[b.ID] >= 0 {
			nodes = append(nodes, CriticalNode{g, b, level[b.ID], [2]bool{!closer[b.ID][1], !closer[b.ID][0]}})
		}
	}
	return nodes, ahead
}

// onWay returns the nodes from x up the tree.
func onWay(idom []int, x int) []bool {
	on := make([]bool, len(idom))
	for !on[x] {
		on[x] = true
		x = idom[x]
	}
	return on
}
