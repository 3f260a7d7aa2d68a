package cfg

// flowgraph is a graph over the block IDs of one Graph, in which the algorithms
// of this package run. A target adds one node, the sink.
type flowgraph struct {
	succs, preds [][]int
	entry, exit  int
	virtual      []int // blocks that got an edge to exit because they never reach it
}

// flowOf returns g as a flowgraph. With a target edge, that edge leads to the sink,
// node len(g.Blocks), and the sink to the exit. With a target block, that
// block is the sink: its edges are replaced by one to the exit.
func flowOf(g *Graph, edge *Edge, block *Block) *flowgraph {
	n := len(g.Blocks)
	f := &flowgraph{exit: g.Exit.ID}
	if edge != nil {
		n++
	}
	f.succs, f.preds = make([][]int, n), make([][]int, n)
	for _, b := range g.Blocks {
		if b == block {
			f.link(b.ID, f.exit)
			continue
		}
		for _, e := range b.Succs {
			if e == edge {
				f.link(b.ID, n-1)
			} else {
				f.link(b.ID, e.To.ID)
			}
		}
	}
	if edge != nil {
		f.link(n-1, f.exit)
	}
	f.closeLoops()
	return f
}

func (f *flowgraph) link(from, to int) {
	f.succs[from] = append(f.succs[from], to)
	f.preds[to] = append(f.preds[to], from)
}

// closeLoops gives every block a way to the exit, so that post-dominance is
// defined: in each strongly connected component that control cannot leave,
// the block with the least ID, which is the head of the loop in reverse
// postorder, gets a virtual edge to the exit.
func (f *flowgraph) closeLoops() {
	reaches := reachable(f.preds, f.exit)
	for b := range f.succs {
		if reaches[b] {
			continue
		}
		head := f.terminalHead(b, reaches)
		f.link(head, f.exit)
		f.virtual = append(f.virtual, head)
		mark(f.preds, head, reaches)
	}
}

// terminalHead returns the least block of a strongly connected component that
// b reaches and control cannot leave. None of what b reaches reaches the exit.
func (f *flowgraph) terminalHead(b int, reaches []bool) int {
	for {
		forward := reachable(f.succs, b)
		backward := reachable(f.preds, b)
		next, head := -1, b
		for x, yes := range forward {
			switch {
			case !yes:
			case !backward[x]:
				if next < 0 {
					next = x
				}
			case x < head:
				head = x
			}
		}
		if next < 0 {
			return head
		}
		b = next
	}
}

// reachable returns what can be reached from start, itself included.
func reachable(next [][]int, start int) []bool {
	seen := make([]bool, len(next))
	mark(next, start, seen)
	return seen
}

// mark adds to seen what can be reached from start without passing seen.
func mark(next [][]int, start int, seen []bool) {
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
}

// unlink removes the last edge from one node to another.
func (f *flowgraph) unlink(from, to int) {
	f.succs[from] = f.succs[from][:len(f.succs[from])-1]
	f.preds[to] = f.preds[to][:len(f.preds[to])-1]
}
