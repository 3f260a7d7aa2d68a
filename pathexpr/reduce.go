package pathexpr

import "sort"

// Arc is an edge of a Graph.
type Arc struct {
	From, To int
	Label    int
}

// Graph is a directed graph of the nodes 0 to Nodes-1, parallel edges and
// loops allowed. Edges into Start and out of Sink are allowed too.
type Graph struct {
	Nodes       int
	Start, Sink int
	Arcs        []Arc
}

// Reduce returns the expression of all paths of g from Start to Sink that
// end at their first visit of Sink, by node reduction: a node is taken out by
// joining each of its incoming edges with each of its outgoing ones.
// Start and Sink must differ.
func Reduce(b *Builder, g Graph) *Expr {
	if g.Start == g.Sink {
		panic("pathexpr: BUG: start and sink are one node")
	}
	r := newReduction(b, g)
	for v := r.cheapest(); v >= 0; v = r.cheapest() {
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

// A half is one end of an edge as seen from the other end.
type half struct {
	node int
	expr *Expr
}

// reduction is the graph while its nodes disappear. There is at most one
// edge between two nodes; both lists are in the order of the edges.
type reduction struct {
	b       *Builder
	g       Graph
	out     [][]half
	in      [][]int
	present []int // nodes that may still be taken out
}

func newReduction(b *Builder, g Graph) *reduction {
	r := &reduction{b: b, g: g, out: make([][]half, g.Nodes), in: make([][]int, g.Nodes)}
	for _, a := range g.Arcs {
		if a.From != g.Sink {
			r.add(a.From, a.To, b.Edge(a.Label))
		}
	}
	for v := range g.Nodes {
		if v != g.Start && v != g.Sink {
			r.present = append(r.present, v)
		}
	}
	return r
}

// add puts an edge in, or joins it to the one that is there.
func (r *reduction) add(from, to int, e *Expr) {
	for i := range r.out[from] {
		if h := &r.out[from][i]; h.node == to {
			h.expr = r.b.Union(h.expr, e)
			return
		}
	}
	r.out[from] = append(r.out[from], half{to, e})
	r.in[to] = append(r.in[to], from)
}

// cheapest takes the node with the smallest product of degrees off the list,
// the last one of equals, so that inner loops go before outer ones. It
// returns -1 if none is left.
func (r *reduction) cheapest() int {
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
	sort.Ints(ins)
	for _, p := range ins {
		if p == v {
			continue
		}
		head := r.b.Concat(r.removeOut(p, v), star)
		for _, h := range outs {
			if h.node != v {
				r.add(p, h.node, r.b.Concat(head, h.expr))
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
	for i, p := range r.in[to] {
		if p == from {
			r.in[to] = append(r.in[to][:i], r.in[to][i+1:]...)
			return
		}
	}
}
