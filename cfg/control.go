package cfg

import (
	"cmp"
	"slices"
)

// Dependence says that control reaches a block, once it has reached the
// condition that ends On, exactly because of the outcome.
type Dependence struct {
	On      *Block
	Outcome bool
}

// ControlDependence returns for every block of g, by ID, the outcomes on
// which it is control dependent, in the order of the blocks, true before
// false: y depends on outcome o of x if y post-dominates the successor of x
// for o, and does not strictly post-dominate x (Ferrante, Ottenstein and
// Warren, The Program Dependence Graph and Its Use in Optimization, TOPLAS
// 1987).
func ControlDependence(g *Graph) [][]Dependence {
	deps := make([][]Dependence, len(g.Blocks))
	f := closed(g, nil)
	on := f.dependences()
	for y := range deps {
		for _, d := range on.conds[y] {
			deps[y] = append(deps[y], Dependence{g.Blocks[d.node], d.way == 0})
		}
	}
	return deps
}

// dependence is a node and the index of one of its successors.
type dependence struct{ node, way int }

// relation is the control dependence of a flowgraph.
type relation struct {
	conds  [][]dependence // by node: the outcomes of conditions it depends on
	always []bool         // by node: it depends on the entry too
}

// dependences computes control dependence: for the edge from x to y the nodes
// on the way up the post-dominator tree from y to the parent of x, which is
// left out, depend on it; those on the way up from the entry depend on the
// entry. A virtual node decides nothing: what depends on it depends on what
// it depends on.
func (f *flowgraph) dependences() relation {
	pdom := idoms(f.exit, f.preds)
	r := relation{make([][]dependence, len(f.succs)), make([]bool, len(f.succs))}
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
		r.always[x] = true
	}
	r.always[f.exit] = true
	if len(f.succs) > f.virtual {
		r.resolve(f.virtual)
	}
	return r
}

// resolve puts the dependences of virtual nodes, those from the given number
// on, in the place of dependences on them.
func (r *relation) resolve(virtual int) {
	conds, always := make([][]dependence, len(r.conds)), make([]bool, len(r.conds))
	for y := range r.conds {
		seen := map[dependence]bool{}
		var walk func(int)
		walk = func(x int) {
			always[y] = always[y] || r.always[x]
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
		slices.SortFunc(conds[y], func(a, b dependence) int { return cmp.Or(a.node-b.node, a.way-b.way) })
	}
	r.conds, r.always = conds, always
}
