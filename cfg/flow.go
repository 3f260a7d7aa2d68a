package cfg

import "sort"

// flowgraph is the graph for the algorithms of this package. Its nodes are the block IDs of one
// Graph, then the sink if there is a target edge, then the virtual nodes of opened loops.
type flowgraph struct {
	succs, preds [][]int
	entry, exit  int
	virtual      int // number of the first virtual node
}

// flowOf returns g as a flowgraph. A target edge leads to the sink, the node after the blocks.
func flowOf(g *Graph, target *Edge) *flowgraph {
	n := len(g.Blocks)
	f := &flowgraph{exit: g.Exit.ID, virtual: n}
	if target != nil {
		f.virtual++
	}
	f.succs, f.preds = make([][]int, f.virtual), make([][]int, f.virtual)
	for _, e := range g.Edges {
		if e == target {
			f.link(e.From.ID, n)
		} else {
			f.link(e.From.ID, e.To.ID)
		}
	}
	return f
}

// closedFlow returns g as a flowgraph with opened loops, in which every block reaches the exit,
// so that post-dominance is defined. Every block reaches the exit without passing the sink;
// otherwise a target that is the only end of a loop would be unavoidable.
func closedFlow(g *Graph, target *Edge) *flowgraph {
	f := flowOf(g, target)
	f.closeLoops()
	if target != nil {
		f.link(len(g.Blocks), f.exit)
	}
	return f
}

func (f *flowgraph) link(from, to int) {
	f.succs[from] = append(f.succs[from], to)
	f.preds[to] = append(f.preds[to], from)
}

// closeLoops opens the loops that control cannot leave towards the exit: each cyclic strongly
// connected component that reaches neither the exit nor another such loop. All edges to its
// least block, which is the loop's head in reverse postorder, then lead to a virtual node with
// edges to the head and to the exit.
func (f *flowgraph) closeLoops() {
	reaches := reachable(f.preds, f.exit)
	loops := map[int]bool{} // by node: is in a loop or reaches one
	var heads []int
	for _, comp := range components(f.succs, reaches) {
		onward, cyclic := false, len(comp) > 1
		in := map[int]bool{}
		for _, x := range comp {
			in[x] = true
		}
		for _, x := range comp {
			for _, y := range f.succs[x] {
				cyclic = cyclic || y == x
				onward = onward || !in[y] && loops[y]
			}
		}
		if cyclic && !onward {
			sort.Ints(comp)
			heads = append(heads, comp[0])
		}
		for _, x := range comp {
			loops[x] = cyclic || onward
		}
	}
	sort.Ints(heads)
	for _, head := range heads {
		f.openLoop(head)
	}
}

// openLoop inserts a virtual node before head.
func (f *flowgraph) openLoop(head int) {
	v := len(f.succs)
	f.succs = append(f.succs, nil)
	f.preds = append(f.preds, f.preds[head])
	f.preds[head] = nil
	for _, p := range f.preds[v] {
		for i, y := range f.succs[p] {
			if y == head {
				f.succs[p][i] = v
			}
		}
	}
	f.link(v, head)
	f.link(v, f.exit)
	if f.entry == head {
		f.entry = v
	}
}

// reachable returns for each node whether it can be reached from start; start is reachable.
func reachable(next [][]int, start int) []bool {
	seen := make([]bool, len(next))
	seen[start] = true
	for stack := []int{start}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, y := range next[x] {
			if !seen[y] {
				seen[y] = true
				stack = append(stack, y)
			}
		}
	}
	return seen
}
