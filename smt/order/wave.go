package order

import "nearmiss/internal/wide"

// direction is one in which nodes move.
type direction bool

const (
	up   direction = true
	down direction = false
)

// beyond reports whether a is farther in the direction than b.
func (d direction) beyond(a, b wide.Number) bool {
	if d == up {
		return b.Less(a)
	}
	return a.Less(b)
}

// toward is a moved by as much in the direction.
func (d direction) toward(a, by wide.Number) wide.Number {
	if d == up {
		return a.Add(by)
	}
	return a.Sub(by)
}

// far is how far to lies from from in the direction.
func (d direction) far(from, to wide.Number) wide.Number {
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

// wave is what moves if one node does.
type wave struct {
	target []wide.Number // by node: where it has to go
	from   []int32       // by node: which node forces it
	by     []int32       // by node: the owner of the link from there
	round  []uint32      // by node: of the wave that reached it
	done   []uint32
	now    uint32
	heap   []front
	order  []int32 // nodes in the order in which they were done
}

// front is a node that was reached, and how far it moves.
type front struct {
	far wide.Number
	n   int32
}

func (w *wave) grow(nodes int) {
	for len(w.target) < nodes {
		w.target = append(w.target, wide.Number{})
		w.from = append(w.from, 0)
		w.by = append(w.by, 0)
		w.round = append(w.round, 0)
		w.done = append(w.done, 0)
	}
}

func (w *wave) begin() {
	w.now++
	if w.now == 0 {
		clear(w.round)
		clear(w.done)
		w.now = 1
	}
	w.heap, w.order = w.heap[:0], w.order[:0]
}

// reach is how far a wave gets.
type reach struct {
	cycle bool        // it comes to the node that it must not move
	odd   bool        // the values did not satisfy the graph before
	best  wide.Number // the farthest value of the first node that bounds allow, up to its target
	stop  int32       // the node whose bound says so; zero if the target is allowed
	bound bool        // some bound is in the way
}

// spread finds what has to move if start goes to target in a direction. The
// nodes are done in the order of how far they go, farthest first, so each of
// them once.
func (s *Solver) spread(d direction, start int32, target wide.Number, fixed int32) reach {
	w := &s.wave
	w.begin()
	r := reach{best: target}
	w.target[start], w.from[start], w.by[start], w.round[start] = target, start, nobody, w.now
	w.push(front{d.far(s.at(start), target), start})
	for len(w.heap) > 0 {
		n := w.pop().n
		if w.done[n] == w.now {
			continue
		}
		w.done[n] = w.now
		w.order = append(w.order, n)
		goal := w.target[n]
		if end := s.end(n, d).at; d.beyond(goal, end) {
			if best := target.Sub(goal.Sub(end)); !r.bound || d.beyond(r.best, best) {
				r.best, r.stop, r.bound = best, n, true
			}
		}
		for _, l := range s.nodes[n].links(d) {
			to := goal.Add(l.c)
			if !d.beyond(to, s.at(l.to)) || w.round[l.to] == w.now && !d.beyond(to, w.target[l.to]) {
				continue
			}
			if w.done[l.to] == w.now {
				r.odd = true
				continue
			}
			w.target[l.to], w.from[l.to], w.by[l.to], w.round[l.to] = to, n, l.owner, w.now
			if l.to == fixed {
				r.cycle = true
				return r
			}
			w.push(front{d.far(s.at(l.to), to), l.to})
		}
	}
	return r
}

// blame collects the owners of the links that lead the wave to a node.
func (s *Solver) blame(n int32) {
	for s.wave.from[n] != n {
		s.core = append(s.core, s.wave.by[n])
		n = s.wave.from[n]
	}
}

func (w *wave) push(f front) {
	h := append(w.heap, f)
	i := len(h) - 1
	for i > 0 {
		p := (i - 1) / 2
		if !h[p].far.Less(f.far) {
			break
		}
		h[i] = h[p]
		i = p
	}
	h[i] = f
	w.heap = h
}

func (w *wave) pop() front {
	h := w.heap
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	for i := 0; len(h) > 0; {
		c := 2*i + 1
		if c+1 < len(h) && h[c].far.Less(h[c+1].far) {
			c++
		}
		if c >= len(h) || !last.far.Less(h[c].far) {
			h[i] = last
			break
		}
		h[i] = h[c]
		i = c
	}
	w.heap = h
	return top
}
