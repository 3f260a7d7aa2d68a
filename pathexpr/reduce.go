package pathexpr

import "slices"

// Arc is an edge of a Graph.
type Arc struct {
	From, To int // nodes
	Label    int // letter of the edge in expressions
}

// Graph is a directed graph of the nodes 0 to Nodes-1. It may have parallel edges, loops, edges
// into Start and edges out of Sink.
type Graph struct {
	Nodes       int
	Start, Sink int
	Arcs        []Arc
}

// Reduce returns the expression of all paths of g from Start to the first visit of Sink, by node
// reduction: it eliminates a node by joining each incoming edge with each outgoing edge. Start
// and Sink must differ.
func Reduce(b *Builder, g Graph) *Expr {
	if g.Start == g.Sink {
		panic("pathexpr: BUG: start and sink are one node")
	}
	r := newReduction(b, g)
	for v := r.popCheapest(); v >= 0; v = r.popCheapest() {
		r.eliminate(v)
	}
	loop, out := b.EmptySet(), b.EmptySet()
	for _, h := range r.out[g.Start] {
		switch h.node {
		case g.Start:
			loop = h.expr
		case g.Sink:
			out = h.expr
		}
	}
	return b.Concat(b.Star(loop), out)
}

// halfEdge is the far node and the expression of an edge, stored at the near node.
type halfEdge struct {
	node int
	expr *Expr
}

// reduction is the remaining graph during node reduction. It has at most one edge from one node
// to another.
type reduction struct {
	b       *Builder
	g       Graph
	out     [][]halfEdge // by node: outgoing edges, in the order in which they were added
	in      [][]int      // by node: the nodes from which its incoming edges come
	present []int        // nodes still to eliminate
}

func newReduction(b *Builder, g Graph) *reduction {
	r := &reduction{b: b, g: g, out: make([][]halfEdge, g.Nodes), in: make([][]int, g.Nodes)}
	for _, a := range g.Arcs {
		if a.From != g.Sink {
			r.addEdge(a.From, a.To, b.Edge(a.Label))
		}
	}
	for v := range g.Nodes {
		if v != g.Start && v != g.Sink {
			r.present = append(r.present, v)
		}
	}
	return r
}

// addEdge adds an edge with the expression e. If there is an edge between the nodes, e becomes an
// alternative of that edge.
func (r *reduction) addEdge(from, to int, e *Expr) {
	for i := range r.out[from] {
		if h := &r.out[from][i]; h.node == to {
			h.expr = r.b.Union(h.expr, e)
			return
		}
	}
	r.out[from] = append(r.out[from], halfEdge{to, e})
	r.in[to] = append(r.in[to], from)
}

// popCheapest removes the node with the smallest product of in-degree and out-degree from present
// and returns it. Among nodes with equal products it takes the one with the greatest number, so that
// inner loops come before outer ones. It returns -1 if present is empty.
func (r *reduction) popCheapest() int {
	best, cost := -1, 0
	for i, v := range r.present {
		if c := len(r.in[v]) * len(r.out[v]); best < 0 || c <= cost {
			best, cost = i, c
		}
	}
	if best < 0 {
		return -1
	}
	v := r.present[best]
	r.present = append(r.present[:best], r.present[best+1:]...)
	return v
}

func (r *reduction) eliminate(v int) {
	ins, outs := r.in[v], r.out[v]
	loop := r.b.EmptySet()
	for _, h := range outs {
		if h.node == v {
			loop = h.expr
		}
	}
	star := r.b.Star(loop)
	slices.Sort(ins)
	for _, p := range ins {
		if p == v {
			continue
		}
		head := r.b.Concat(r.removeOut(p, v), star)
		for _, h := range outs {
			if h.node != v {
				r.addEdge(p, h.node, r.b.Concat(head, h.expr))
			}
		}
	}
	for _, h := range outs {
		if h.node != v {
			r.removeIn(h.node, v)
		}
	}
	r.in[v], r.out[v] = nil, nil
}

func (r *reduction) removeOut(from, to int) *Expr {
	for i, h := range r.out[from] {
		if h.node == to {
			r.out[from] = append(r.out[from][:i], r.out[from][i+1:]...)
			return h.expr
		}
	}
	panic("pathexpr: BUG: edge lists disagree")
}

func (r *reduction) removeIn(to, from int) {
	i := slices.Index(r.in[to], from)
	r.in[to] = slices.Delete(r.in[to], i, i+1)
}
