package fitness

import (
	"nearmiss/cfg"
	"nearmiss/pathexpr"
)

// arc is a step of the sub-graph between a critical node and the target: one edge of the control
// flow graph together with the straight-line edges behind it, or the entry into a function literal.
type arc struct {
	from, to int // nodes of flow
	first    *cfg.Edge
	enters   *cfg.Graph // the entered literal, instead of first
	cond     *cfg.Cond
	outcome  bool
	through  []*cfg.Block // blocks whose statements run, in order
}

// flow is the sub-graph of step 2 of Algorithm 1: the nodes that are forward reachable from a block
// and backward reachable from the target edge. If the target is in a function literal, the flow
// includes the enclosing graphs up to the position of the literal.
type flow struct {
	blocks []*cfg.Block // by node; the last node is the target and has no block
	arcs   []arc
	start  int
}

func (f *flow) sink() int { return len(f.blocks) - 1 }

// walker collects a flow.
type walker struct {
	target *cfg.Edge
	inner  map[*cfg.Block]*cfg.Graph // literals that enclose the target, by the block that contains the literal
	depth  map[*cfg.Graph]int        // by graph: number of graphs nested in it that enclose the target
}

func newWalker(g *cfg.Graph, target *cfg.Edge) *walker {
	w := &walker{target: target, inner: make(map[*cfg.Block]*cfg.Graph), depth: make(map[*cfg.Graph]int)}
	for ; g != nil; g = g.Parent {
		w.depth[g] = len(w.depth)
		if g.Parent != nil {
			w.inner[g.Site] = g
		}
	}
	return w
}

// succs returns the arcs out of a block, without from and to.
func (w *walker) succs(b *cfg.Block) []arc {
	if g := w.inner[b]; g != nil {
		return []arc{{enters: g, through: []*cfg.Block{g.Blocks[0]}}}
	}
	var out []arc
	for _, e := range b.Succs {
		a := arc{first: e, cond: e.Cond, outcome: e.Outcome}
		if e != w.target {
			a.through = []*cfg.Block{e.To}
		}
		out = append(out, a)
	}
	return out
}

// flow returns the sub-graph from a block of graph g to the target.
func (w *walker) flow(g *cfg.Graph, from *cfg.Block) *flow {
	blocks, arcs := w.forward(g, from)
	reaches := w.backward(len(blocks), arcs)
	f := &flow{}
	number := make([]int, len(blocks)+1)
	for i, b := range blocks {
		number[i] = -1
		if reaches[i] || b == from {
			number[i] = len(f.blocks)
			f.blocks = append(f.blocks, b)
		}
		if b == from {
			f.start = number[i]
		}
	}
	number[len(blocks)] = len(f.blocks)
	f.blocks = append(f.blocks, nil)
	for _, a := range arcs {
		if a.from, a.to = number[a.from], number[a.to]; a.from >= 0 && a.to >= 0 {
			f.arcs = append(f.arcs, a)
		}
	}
	f.contract()
	return f
}

// forward returns the reachable blocks, graph by graph from the outermost in reverse postorder, and
// the arcs between them. The node number of the target is the number of blocks.
func (w *walker) forward(g *cfg.Graph, from *cfg.Block) ([]*cfg.Block, []arc) {
	graphs := make([]*cfg.Graph, w.depth[g]+1)
	for x, d := range w.depth {
		if d < len(graphs) {
			graphs[len(graphs)-1-d] = x
		}
	}
	// By graph and block: 0 if the block is not reached, else its node number plus 1.
	numbers := make([][]int, len(graphs))
	for i, x := range graphs {
		numbers[i] = make([]int, len(x.Blocks))
	}
	type place struct {
		graph int
		block *cfg.Block
	}
	stack := []place{{0, from}} // g is the outermost
	numbers[0][from.ID] = 1
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		to := p.graph
		if w.inner[p.block] != nil {
			to++
		}
		for _, a := range w.succs(p.block) {
			for _, b := range a.through {
				if numbers[to][b.ID] == 0 {
					numbers[to][b.ID] = 1
					stack = append(stack, place{to, b})
				}
			}
		}
	}
	var blocks []*cfg.Block
	for i, x := range graphs {
		for _, b := range x.Blocks {
			if numbers[i][b.ID] > 0 {
				blocks = append(blocks, b)
				numbers[i][b.ID] = len(blocks)
			}
		}
	}
	arcs := make([]arc, 0, 2*len(blocks))
	for i, n := range numbers {
		for id, number := range n {
			if number == 0 {
				continue
			}
			b, to := graphs[i].Blocks[id], i
			if w.inner[b] != nil {
				to++
			}
			for _, a := range w.succs(b) {
				a.from, a.to = number-1, len(blocks)
				if len(a.through) > 0 {
					a.to = numbers[to][a.through[0].ID] - 1
				}
				arcs = append(arcs, a)
			}
		}
	}
	return blocks, arcs
}

// backward returns which of n nodes reach node n, the target.
func (w *walker) backward(n int, arcs []arc) []bool {
	preds := make([][]int, n+1)
	for _, a := range arcs {
		preds[a.to] = append(preds[a.to], a.from)
	}
	reaches := make([]bool, n+1)
	reaches[n] = true
	for stack := []int{n}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range preds[x] {
			if !reaches[p] {
				reaches[p] = true
				stack = append(stack, p)
			}
		}
	}
	return reaches
}

// contract joins an arc with the arc behind it if straight-line code with one entry lies between
// them. The jump back to the head of a loop remains a separate arc, as in the paper's drawings.
func (f *flow) contract() {
	in, out := make([]int, len(f.blocks)), make([]int, len(f.blocks))
	next := make([]int, len(f.blocks))
	for i, a := range f.arcs {
		in[a.to]++
		out[a.from]++
		next[a.from] = i
	}
	removed := make([]bool, len(f.arcs))
	for i := range f.arcs {
		a := &f.arcs[i]
		for !removed[i] {
			v := a.to
			if v == f.start || v == f.sink() || f.blocks[v].Cond != nil || in[v] != 1 || out[v] != 1 {
				break
			}
			b := &f.arcs[next[v]]
			if b.to <= v || b.enters != nil || removed[next[v]] {
				break
			}
			removed[next[v]] = true
			a.to = b.to
			a.through = append(a.through[:len(a.through):len(a.through)], b.through...)
		}
	}
	kept := f.arcs[:0]
	for i, a := range f.arcs {
		if !removed[i] {
			kept = append(kept, a)
		}
	}
	f.arcs = kept
}

// graph returns f as the input of node reduction; the label of an arc is its index.
func (f *flow) graph() pathexpr.Graph {
	g := pathexpr.Graph{Nodes: len(f.blocks), Start: f.start, Sink: f.sink()}
	for i, a := range f.arcs {
		g.Arcs = append(g.Arcs, pathexpr.Arc{From: a.from, To: a.to, Label: i})
	}
	return g
}
