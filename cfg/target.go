package cfg

// Target is a graph whose target edge ends in a fresh sink, so that no path
// passes the target twice.
type Target struct {
	Graph *Graph // a copy: blocks and edges have the IDs of the original's, conditions and nodes are shared
	Edge  *Edge  // the target edge in Graph
	Sink  *Block // where it ends; its only successor is the exit
}

// TargetGraph returns the copy of g in which the target edge leads to a sink.
// The sink is the last block and its edge to the exit the last edge. Blocks
// that only the target edge led to stay in the copy, without a way to them.
func TargetGraph(g *Graph, target *Edge) *Target {
	c := &Graph{Func: g.Func, Lit: g.Lit, Parent: g.Parent, Site: g.Site, done: g.done}
	for _, b := range g.Blocks {
		c.Blocks = append(c.Blocks, &Block{ID: b.ID, Nodes: b.Nodes, Cond: b.Cond})
	}
	sink := &Block{ID: len(c.Blocks)}
	c.Blocks = append(c.Blocks, sink)
	c.Exit = c.Blocks[g.Exit.ID]
	for _, e := range g.Edges {
		to := c.Blocks[e.To.ID]
		if e == target {
			to = sink
		}
		c.addEdge(&Edge{From: c.Blocks[e.From.ID], To: to, Cond: e.Cond, Outcome: e.Outcome})
	}
	c.addEdge(&Edge{From: sink, To: c.Exit})
	return &Target{Graph: c, Edge: c.Edges[target.ID], Sink: sink}
}

func (g *Graph) addEdge(e *Edge) {
	e.ID = len(g.Edges)
	g.Edges = append(g.Edges, e)
	e.From.Succs = append(e.From.Succs, e)
	e.To.Preds = append(e.To.Preds, e)
}

// Subgraph is the part of a graph that lies on some path from one block to
// another.
type Subgraph struct {
	From, To *Block
	Blocks   []*Block // by ID
	Edges    []*Edge  // by ID
}

// Sub returns what is both forward reachable from b, a block of t.Graph, and
// backward reachable from the sink. It is empty if the target cannot be
// reached from b.
func (t *Target) Sub(b *Block) *Subgraph { return Between(t.Graph, b, t.Sink) }

// Between returns the part of g that lies on paths from one block to another.
func Between(g *Graph, from, to *Block) *Subgraph {
	forward := walk(g, from, func(b *Block) []*Edge { return b.Succs }, func(e *Edge) *Block { return e.To })
	backward := walk(g, to, func(b *Block) []*Edge { return b.Preds }, func(e *Edge) *Block { return e.From })
	s := &Subgraph{From: from, To: to}
	in := func(b *Block) bool { return forward[b.ID] && backward[b.ID] }
	for _, b := range g.Blocks {
		if in(b) {
			s.Blocks = append(s.Blocks, b)
		}
	}
	for _, e := range g.Edges {
		if in(e.From) && in(e.To) && e.From != to {
			s.Edges = append(s.Edges, e)
		}
	}
	return s
}

// walk returns the blocks that can be reached from start, by ID.
func walk(g *Graph, start *Block, edges func(*Block) []*Edge, end func(*Edge) *Block) []bool {
	seen := make([]bool, len(g.Blocks))
	seen[start.ID] = true
	for stack := []*Block{start}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range edges(b) {
			if to := end(e); !seen[to.ID] {
				seen[to.ID] = true
				stack = append(stack, to)
			}
		}
	}
	return seen
}
