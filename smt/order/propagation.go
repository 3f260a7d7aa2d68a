package order

import "nearmiss/smt/internal/interval"

// direction is the direction of a move.
type direction bool

const (
	up   direction = true
	down direction = false
)

// toward returns a moved by a distance in the direction.
func (d direction) toward(a, distance interval.Number) interval.Number {
	if d == up {
		return a.Add(distance)
	}
	return a.Sub(distance)
}

// distance returns the distance from from to to in the direction; it may be negative.
func (d direction) distance(from, to interval.Number) interval.Number {
	if d == up {
		return to.Sub(from)
	}
	return from.Sub(to)
}

func (n *node) links(d direction) []link {
	if d == up {
		return n.above
	}
	return n.below
}

func (n *node) limit(d direction) limit {
	if d == up {
		return n.hi
	}
	return n.lo
}

// boundOrPin returns the bound of a node in a direction, or the value of a pinned node if keepPinned
// is set.
func (s *Solver) boundOrPin(n int32, d direction) limit {
	x := &s.nodes[n]
	if s.keepPinned && n != zero && x.slot < len(s.pins) && s.pins[x.slot] > 0 {
		return limit{s.valueOf(n), pinned}
	}
	return x.limit(d)
}

// propagation computes the nodes that must move if its first node moves in a direction. The
// slack of a node is the distance that the first node can move before this node must move too.
type propagation struct {
	direction direction         // direction in which nodes move
	limit     interval.Number   // slacks from this one on are irrelevant
	slack     []interval.Number // by node
	parent    []int32           // by node: the node that forces it to move
	linkOwner []int32           // by node: owner of the link from its parent
	round     []uint32          // by node: the value of current when the node was reached
	current   uint32            // number of the current propagation
	heap      []front           // reached nodes that are not processed, as a heap by slack
	processed []front           // processed nodes, by increasing slack
	allowed   interval.Number   // distance that the bounds of processed nodes allow the first node to move, at most limit
	stop      int32             // node whose bound sets allowed, if hasStop is set
	hasStop   bool
}

// front is a reached node.
type front struct {
	slack interval.Number // distance that the first node can move before this node must move
	node  int32
}

func (w *propagation) grow(nodes int) {
	for len(w.slack) < nodes {
		w.slack = append(w.slack, interval.Number{})
		w.parent = append(w.parent, 0)
		w.linkOwner = append(w.linkOwner, 0)
		w.round = append(w.round, 0)
	}
}

func (w *propagation) begin(d direction, first int32, limit interval.Number) {
	w.current++
	if w.current == 0 {
		clear(w.round)
		w.current = 1
	}
	w.direction, w.limit, w.allowed, w.hasStop = d, limit, limit, false
	w.heap, w.processed = w.heap[:0], w.processed[:0]
	w.setSlack(front{node: first}, first, noOwner)
}

// hasReached reports whether the propagation has reached a node.
func (w *propagation) hasReached(n int32) bool { return w.round[n] == w.current }

func (w *propagation) setSlack(f front, from, owner int32) {
	w.slack[f.node], w.parent[f.node], w.linkOwner[f.node], w.round[f.node] = f.slack, from, owner, w.current
	w.push(f)
}

// radius returns the slack up to which all nodes are done.
func (w *propagation) radius() interval.Number {
	for len(w.heap) > 0 && w.slack[w.heap[0].node] != w.heap[0].slack {
		w.pop() // the node was reached again with a smaller slack
	}
	if len(w.heap) == 0 {
		return w.limit
	}
	return w.heap[0].slack
}

// reachableDistance returns the distance that the first node is known to be able to move.
func (w *propagation) reachableDistance() interval.Number {
	return interval.Least(w.radius(), w.allowed)
}

// blocked reports whether the first node cannot move farther, independently of the nodes beyond
// the radius.
func (w *propagation) blocked() bool { return !w.radius().Less(w.allowed) }

// advance processes the next node. If it reaches a node that the other propagation has reached
// too, and the sum of the two slacks is less than gap, the first nodes contradict each other.
func (s *Solver) advance(moving, other *propagation, gap interval.Number) outcome {
	reached := moving.pop()
	moving.processed = append(moving.processed, reached)
	value := s.valueOf(reached.node)
	switch head := moving.direction.distance(value, s.boundOrPin(reached.node, moving.direction).value); {
	case head.Sign() < 0:
		return inconsistent
	case reached.slack.Add(head).Less(moving.allowed):
		moving.allowed, moving.stop, moving.hasStop = reached.slack.Add(head), reached.node, true
	}
	for _, edge := range s.nodes[reached.node].links(moving.direction) {
		step := moving.direction.distance(value.Add(edge.offset), s.valueOf(edge.to))
		if step.Sign() < 0 {
			return inconsistent
		}
		to := reached.slack.Add(step)
		if !to.Less(moving.limit) || moving.hasReached(edge.to) && !to.Less(moving.slack[edge.to]) {
			continue
		}
		moving.setSlack(front{to, edge.to}, reached.node, edge.owner)
		if other.hasReached(edge.to) && to.Add(other.slack[edge.to]).Less(gap) {
			s.core = s.core[:0]
			s.explain(moving, edge.to)
			s.explain(other, edge.to)
			return refuted
		}
	}
	return repaired
}

// explain appends the owners of the links from the first node to n to the core.
func (s *Solver) explain(w *propagation, n int32) {
	for w.parent[n] != n {
		s.core = append(s.core, w.linkOwner[n])
		n = w.parent[n]
	}
}

func (w *propagation) push(reached front) {
	heap := append(w.heap, reached)
	i := len(heap) - 1
	for i > 0 {
		p := (i - 1) / 2
		if !reached.slack.Less(heap[p].slack) {
			break
		}
		heap[i] = heap[p]
		i = p
	}
	heap[i] = reached
	w.heap = heap
}

func (w *propagation) pop() front {
	heap := w.heap
	top, last := heap[0], heap[len(heap)-1]
	heap = heap[:len(heap)-1]
	for i := 0; len(heap) > 0; {
		c := 2*i + 1
		if c+1 < len(heap) && heap[c+1].slack.Less(heap[c].slack) {
			c++
		}
		if c >= len(heap) || !heap[c].slack.Less(last.slack) {
			heap[i] = last
			break
		}
		heap[i] = heap[c]
		i = c
	}
	w.heap = heap
	return top
}
