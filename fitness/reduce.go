package fitness

import (
	"cmp"
	"slices"

	wire "encoding/binary"
)

// reducedPaths returns the graph with states numbered so that edges lead to smaller numbers. It
// leaves out parts that do not change the least sum of costs from the root to the target: states
// without a path to the target, edges parallel to an edge that costs nothing, the condition if both
// outcomes lead to one state, states whose only edge costs nothing, and copies of states.
func (x *executor) reducedPaths() *pathGraph {
	const dead = -1
	number := make([]int, len(x.states))
	r := &reducer{p: &x.result, seen: make(map[string]int)}
	r.p.edges = [][]edge{nil}
	for i := len(x.states) - 1; i > 0; i-- {
		var edges []edge
		o := x.states[i]
		for j, a := range o.to {
			if to := number[a.representative().state]; to != dead {
				edges = append(edges, edge{o.costs[j], to})
			}
		}
		number[i] = dead
		if len(edges) > 0 {
			number[i] = r.addState(edges)
		}
		if i == 1 {
			r.setRoot(number[i])
		}
	}
	return r.p
}

type reducer struct {
	p    *pathGraph
	seen map[string]int
	key  []byte
}

// addState returns the number of the state with the given edges, and adds the state if it is new. If
// the only edge costs nothing, it returns the state behind the edge.
func (r *reducer) addState(edges []edge) int {
	edges = r.simplify(edges)
	if len(edges) == 1 && edges[0].cost == costNone {
		return edges[0].to
	}
	r.key = r.key[:0]
	for _, e := range edges {
		r.key = wire.AppendUvarint(r.key, uint64(e.cost))
		r.key = wire.AppendUvarint(r.key, uint64(e.to))
	}
	n, ok := r.seen[string(r.key)]
	if !ok {
		n = len(r.p.edges)
		r.p.edges = append(r.p.edges, edges)
		r.seen[string(r.key)] = n
	}
	return n
}

// simplify drops edges that are never cheaper than other edges to the same state.
func (r *reducer) simplify(edges []edge) []edge {
	slices.SortStableFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(b.to, a.to), cmp.Compare(a.cost, b.cost))
	})
	edges = slices.Compact(edges)
	out := edges[:0]
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && edges[n].to == edges[0].to {
			n++
		}
		group := edges[:n]
		edges = edges[n:]
		if r.isFree(group) {
			out = append(out, edge{costNone, group[0].to})
			continue
		}
		out = append(out, group...)
	}
	return out
}

// isFree reports whether in each run some edge of a group of parallel edges costs nothing.
func (r *reducer) isFree(group []edge) bool {
	if group[0].cost == costNone {
		return true
	}
	for i, a := range group {
		for _, b := range group[i+1:] {
			if a.cost >= firstClause && b.cost >= firstClause &&
				r.p.clauses[a.cost-firstClause].isNegationOf(r.p.clauses[b.cost-firstClause]) {
				return true
			}
		}
	}
	return false
}

// setRoot makes n, the state of the critical node, the root of the graph: it drops the states that n
// does not lead to, and renumbers the others in order, so that the root is the last state. A negative
// n means that no product is feasible; the graph then has no edges.
func (r *reducer) setRoot(n int) {
	if n < 0 {
		r.p.edges = nil
		return
	}
	used := make([]bool, len(r.p.edges))
	used[0], used[n] = true, true
	for i := n; i > 0; i-- {
		if used[i] {
			for _, e := range r.p.edges[i] {
				used[e.to] = true
			}
		}
	}
	number := make([]int, len(used))
	kept := 0
	for i, edges := range r.p.edges[:n+1] {
		if !used[i] {
			continue
		}
		for j := range edges {
			edges[j].to = number[edges[j].to]
		}
		number[i] = kept
		r.p.edges[kept] = edges
		kept++
	}
	r.p.edges = r.p.edges[:kept]
}
