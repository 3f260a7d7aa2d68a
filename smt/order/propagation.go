package order

import "nearmiss/smt/interval"

// direction is one in which nodes move.
type direction bool

const (
	up   direction = true
	down direction = false
)

// toward is a moved by as much in the direction.
func (d direction) toward(a, by interval.Number) interval.Number {
	if d == up {
		return a.Add(by)
	}
	return a.Sub(by)
}

// far is how far to lies from from in the direction.
func (d direction) far(from, to interval.Number) interval.Number {
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

// end is the bound of a node in a direction; the node's value where it is to
// stay.
func (s *Solver) end(n int32, d direction) limit {
	x := &s.nodes[n]
	if s.still && n != zero && x.slot < len(s.pins) && s.pins[x.slot] > 0 {
		return limit{s.at(n), pinned}
	}
	return x.limit(d)
}

// propagation is what has to move if its first node moves in a direction, by how far
// that goes: a node that the first one reaches has some slack, which is how far
// the first one can go before the node has to go along.
type propagation struct {
	d       direction
	limit   interval.Number   // slacks from here on are of no interest
	slack   []interval.Number // by node
	from    []int32           // by node: which node forces it
	by      []int32           // by node: the owner of the link from there
	round   []uint32          // by node: of the propagation that reached it
	current uint32
	heap    []front
	done    []front         // in the order of their slacks
	most    interval.Number // how far the bounds of these let the first node go; limit if farther
	stop    int32           // the node whose bound says so, if bound
	bound   bool
}

// front is a node that was reached.
type front struct {
	slack interval.Number
	n     int32
}

func (w *propagation) grow(nodes int) {
	for len(w.slack) < nodes {
		w.slack = append(w.slack, interval.Number{})
		w.from = append(w.from, 0)
		w.by = append(w.by, 0)
		w.round = append(w.round, 0)
	}
}

func (w *propagation) begin(d direction, first int32, limit interval.Number) {
	w.current++
	if w.current == 0 {
		clear(w.round)
		w.current = 1
	}
	w.d, w.limit, w.most, w.bound = d, limit, limit, false
	w.heap, w.done = w.heap[:0], w.done[:0]
	w.label(front{n: first}, first, nobody)
}

// has reports whether the propagation reached a node.
func (w *propagation) has(n int32) bool { return w.round[n] == w.current }

func (w *propagation) label(f front, from, by int32) {
	w.slack[f.n], w.from[f.n], w.by[f.n], w.round[f.n] = f.slack, from, by, w.current
	w.push(f)
}

// radius is the slack up to which all nodes are done.
func (w *propagation) radius() interval.Number {
	for len(w.heap) > 0 && w.slack[w.heap[0].n] != w.heap[0].slack {
		w.pop() // it was reached again with less
	}
	if len(w.heap) == 0 {
		return w.limit
	}
	return w.heap[0].slack
}

// reach is how far the first node is known to be able to go.
func (w *propagation) reach() interval.Number { return interval.Least(w.radius(), w.most) }

// blocked reports whether the first node cannot go farther, whatever is beyond
// the radius.
func (w *propagation) blocked() bool { return !w.radius().Less(w.most) }

// advance has the next node done. If one comes into sight that the other propagation
// reached too, and the two slacks are less than gap, the first nodes contradict
// each other.
func (s *Solver) advance(w, other *propagation, gap interval.Number) outcome {
	f := w.pop()
	w.done = append(w.done, f)
	at := s.at(f.n)
	switch head := w.d.far(at, s.end(f.n, w.d).at); {
	case head.Sign() < 0:
		return inconsistent
	case f.slack.Add(head).Less(w.most):
		w.most, w.stop, w.bound = f.slack.Add(head), f.n, true
	}
	for _, l := range s.nodes[f.n].links(w.d) {
		step := w.d.far(at.Add(l.c), s.at(l.to))
		if step.Sign() < 0 {
			return inconsistent
		}
		to := f.slack.Add(step)
		if !to.Less(w.limit) || w.has(l.to) && !to.Less(w.slack[l.to]) {
			continue
		}
		w.label(front{to, l.to}, f.n, l.owner)
		if other.has(l.to) && to.Add(other.slack[l.to]).Less(gap) {
			s.core = s.core[:0]
			s.explain(w, l.to)
			s.explain(other, l.to)
			return refuted
		}
	}
	return repaired
}

// explain collects the owners of the links that lead a propagation to a node.
func (s *Solver) explain(w *propagation, n int32) {
	for w.from[n] != n {
		s.core = append(s.core, w.by[n])
		n = w.from[n]
	}
}

func (w *propagation) push(f front) {
	h := append(w.heap, f)
	i := len(h) - 1
	for i > 0 {
		p := (i - 1) / 2
		if !f.slack.Less(h[p].slack) {
			break
		}
		h[i] = h[p]
		i = p
	}
	h[i] = f
	w.heap = h
}

func (w *propagation) pop() front {
	h := w.heap
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	for i := 0; len(h) > 0; {
		c := 2*i + 1
		if c+1 < len(h) && h[c+1].slack.Less(h[c].slack) {
			c++
		}
		if c >= len(h) || !h[c].slack.Less(last.slack) {
			h[i] = last
			break
		}
		h[i] = h[c]
		i = c
	}
	w.heap = h
	return top
}
