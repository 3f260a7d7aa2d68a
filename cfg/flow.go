package cfg

import "sort"

// flowgraph is a graph over the block IDs of one Graph, in which the
// algorithms of this package run. After the blocks it has the sink, if there
// is a target edge, and then the virtual nodes of closed loops.
type flowgraph struct {
	succs, preds [][]int
	entry, exit  int
	blocks       int // nodes below this are blocks
	virtual      int // nodes from here on are virtual
}

// flowOf returns g as a flowgraph. A target edge leads to the sink instead,
// the node after the blocks, and the sink to the exit.
func flowOf(g *Graph, target *Edge) *flowgraph {
	n := len(g.Blocks)
	f := &flowgraph{exit: g.Exit.ID, blocks: n, virtual: n}
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

// closed is flowOf with a way from every block to the exit, so that
// post-dominance is defined, and to an exit that is not the sink, so that
// the target is not taken for unavoidable because nothing else ends a loop.
func closed(g *Graph, target *Edge) *flowgraph {
	f := flowOf(g, target)
	f.closeLoops()
	if target != nil {
		f.link(f.blocks, f.exit)
	}
	return f
}

func (f *flowgraph) link(from, to int) {
	f.succs[from] = append(f.succs[from], to)
	f.preds[to] = append(f.preds[to], from)
}

// closeLoops opens the loops that control cannot leave towards the exit: of
// the strongly connected components that do not reach the exit, each one
// from which no other loop is reached. All ways to its least block, which is
// the loop's head in reverse postorder, then pass a virtual node that may
// also go to the exit.
func (f *flowgraph) closeLoops() {
	reaches := reachable(f.preds, f.exit)
	loops := map[int]bool{} // by node: reaches a loop, or is in one
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
		f.open(head)
	}
}

// open puts a virtual node before head.
func (f *flowgraph) open(head int) {
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

// reachable returns what can be reached from start, itself included.
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
