package cfg

// finish removes unreachable blocks, joins straight-line blocks, and numbers blocks and edges. It
// records which constant conditions are reached. It updates the sites of literals to the remaining
// blocks; a literal in unreachable code gets a nil site.
func (b *builder) finish(entry *Block) {
	live := b.countPreds(entry)
	for c, at := range b.consts {
		c.reached = live[at.ID] > 0
	}
	for _, x := range b.all {
		b.skipEmpty(x)
	}
	preds := b.countPreds(entry)
	moved := b.join(preds)
	for i, l := range b.literals {
		if live[l.site.ID] == 0 {
			b.literals[i].site = nil
			continue
		}
		x := resolveMoved(moved, l.site)
		for isEmpty(x) && preds[x.ID] == 0 { // an empty block that edges skip
			x = resolveMoved(moved, x.Succs[0].To)
		}
		b.literals[i].site = x
	}
	b.number(entry)
}

// join merges every block with its straight-line successors, and returns for each merged block
// the block that has its contents now.
func (b *builder) join(preds []int) map[*Block]*Block {
	moved := map[*Block]*Block{}
	for _, x := range b.all {
		if preds[x.ID] == 0 {
			continue
		}
		for b.canJoin(x, preds) {
			y := x.Succs[0].To
			x.Nodes = append(x.Nodes, y.Nodes...)
			x.Cond, x.Succs = y.Cond, y.Succs
			for _, e := range x.Succs {
				e.From = x
			}
			y.Nodes, y.Cond, y.Succs = nil, nil, nil
			preds[y.ID] = 0
			moved[y] = x
		}
	}
	return moved
}

func resolveMoved(moved map[*Block]*Block, x *Block) *Block {
	for moved[x] != nil {
		x = moved[x]
	}
	return x
}

// countPreds returns for each block the number of edges to it from reachable blocks. The call of
// the function counts as an edge to the entry.
func (b *builder) countPreds(entry *Block) []int {
	preds := make([]int, len(b.all))
	preds[entry.ID] = 1 // the call of the function
	seen := make([]bool, len(b.all))
	seen[entry.ID] = true
	for stack := []*Block{entry}; len(stack) > 0; {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range x.Succs {
			preds[e.To.ID]++
			if !seen[e.To.ID] {
				seen[e.To.ID] = true
				stack = append(stack, e.To)
			}
		}
	}
	return preds
}

// skipEmpty redirects the edges of x past empty blocks. In a ring of empty blocks (for {}) one
// block remains, with an edge to itself.
func (b *builder) skipEmpty(x *Block) {
	for _, e := range x.Succs {
		seen := map[*Block]bool{}
		for isEmpty(e.To) && !seen[e.To] {
			seen[e.To] = true
			e.To = e.To.Succs[0].To
		}
		if isEmpty(e.To) {
			e.To = leastInRing(e.To)
		}
	}
}

func isEmpty(x *Block) bool { return len(x.Nodes) == 0 && x.Cond == nil && len(x.Succs) == 1 }

// leastInRing returns the block with the least ID in a ring of empty blocks.
func leastInRing(x *Block) *Block {
	best := x
	for y := x.Succs[0].To; y != x; y = y.Succs[0].To {
		if y.ID < best.ID {
			best = y
		}
	}
	return best
}

// canJoin reports whether x and its only successor are straight-line code.
func (b *builder) canJoin(x *Block, preds []int) bool {
	if x.Cond != nil || len(x.Succs) != 1 {
		return false
	}
	y := x.Succs[0].To
	return y != x && y != b.exit && preds[y.ID] == 1
}

// number numbers the reachable blocks in reverse postorder, with the true side of a condition
// before its false side and the exit last, and sets predecessors and edges.
func (b *builder) number(entry *Block) {
	seen := map[*Block]bool{b.exit: true}
	var post []*Block
	var visit func(*Block)
	visit = func(x *Block) {
		seen[x] = true
		for i := len(x.Succs) - 1; i >= 0; i-- {
			if to := x.Succs[i].To; !seen[to] {
				visit(to)
			}
		}
		post = append(post, x)
	}
	visit(entry)
	g := b.graph
	for i := len(post) - 1; i >= 0; i-- {
		g.Blocks = append(g.Blocks, post[i])
	}
	g.Blocks = append(g.Blocks, b.exit)
	g.Exit = b.exit
	for i, x := range g.Blocks {
		x.ID = i
		if x.Cond != nil {
			x.Cond.Graph, x.Cond.Block = g, x
		}
		for _, e := range x.Succs {
			e.ID = len(g.Edges)
			g.Edges = append(g.Edges, e)
			e.To.Preds = append(e.To.Preds, e)
		}
	}
}
