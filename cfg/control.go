package cfg

import (
	"cmp"
	"slices"
)

// Dependence is a control dependence of a block: after the condition that ends On, the outcome
// makes control reach the block.
type Dependence struct {
	On      *Block
	Outcome bool
}

// ControlDependence returns for every block of g, by ID, the outcomes on which it is control
// dependent, in the order of the blocks, true before false. Block y depends on outcome o of x if
// y post-dominates the successor of x for o and does not strictly post-dominate x (Ferrante,
// Ottenstein and Warren, The Program Dependence Graph and Its Use in Optimization, TOPLAS 1987).
func ControlDependence(g *Graph) [][]Dependence {
	deps := make([][]Dependence, len(g.Blocks))
	f := closedFlow(g, nil)
	on := f.dependences()
	for y := range deps {
		for _, d := range on.conds[y] {
			deps[y] = append(deps[y], Dependence{g.Blocks[d.node], d.side == 0})
		}
	}
	return deps
}

// dependence is a node and the index of one of its successors.
type dependence struct{ node, side int }

// dependenceRelation is the control dependence of a flowgraph.
type dependenceRelation struct {
	conds   [][]dependence // by node: the outcomes of conditions on which it depends
	onEntry []bool         // by node: true if it also depends on the entry
}

// dependences computes control dependence. The nodes on the path up the post-dominator tree from
// y to the parent of x, excluding the parent, depend on the edge from x to y. The nodes on the
// path up from the entry depend on the entry. A node that depends on a virtual node depends on
// the same conditions as the virtual node, which has no condition.
func (f *flowgraph) dependences() dependenceRelation {
	pdom := idoms(f.exit, f.preds)
	r := dependenceRelation{make([][]dependence, len(f.succs)), make([]bool, len(f.succs))}
	for x, succs := range f.succs {
		if len(succs) < 2 {
			continue
		}
		for way, y := range succs {
			for ; y != pdom[x]; y = pdom[y] {
				r.conds[y] = append(r.conds[y], dependence{x, way})
			}
		}
	}
	for x := f.entry; x != f.exit; x = pdom[x] {
		r.onEntry[x] = true
	}
	r.onEntry[f.exit] = true
	if len(f.succs) > f.virtual {
		r.resolve(f.virtual)
	}
	return r
}

// resolve replaces each dependence on a virtual node by the dependences of that node. Virtual
// nodes are numbered from virtual on.
func (r *dependenceRelation) resolve(virtual int) {
	conds, always := make([][]dependence, len(r.conds)), make([]bool, len(r.conds))
	for y := range r.conds {
		seen := map[dependence]bool{}
		var walk func(int)
		walk = func(x int) {
			always[y] = always[y] || r.onEntry[x]
			for _, d := range r.conds[x] {
				if seen[d] {
					continue
				}
				seen[d] = true
				if d.node < virtual {
					conds[y] = append(conds[y], d)
				} else {
					walk(d.node)
				}
			}
		}
		walk(y)
		slices.SortFunc(conds[y], func(a, b dependence) int { return cmp.Or(a.node-b.node, a.side-b.side) })
	}
	r.conds, r.onEntry = conds, always
}
