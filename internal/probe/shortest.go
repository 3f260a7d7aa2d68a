package probe

// shortest finds, for every node of the graph in turn, the cheapest edge.
func (s *Scratch) shortest(p *Program) float64 {
	n := len(p.First) - 1
	val, choice := s.val[:n], s.choice[:n]
	s.cost[ClauseNone], s.cost[ClauseDropped] = 0, 1
	val[0] = 0
	k := 0
	for i := 1; i < n; i++ {
		end := int(p.First[i+1])
		best, at := maxFloat, k
		for ; k < end; k++ {
			e := p.Edges[k]
			v := s.cost[e.Clause] + val[e.To]
			if v < best {
				best, at = v, k
			} else if v == best && v > 0 && p.Ties && s.before(p, k, at) {
				at = k
			}
		}
		val[i], choice[i] = best, uint32(at)
	}
	return val[n-1]
}

// before compares two ways of one value by their exact distances, in path
// order, as Exact gives them. The ways begin with edges j and k.
func (s *Scratch) before(p *Program, j, k int) bool {
	a, b := way{p.Edges[j], false}, way{p.Edges[k], false}
	for {
		x, more := a.next(s)
		y, other := b.next(s)
		switch {
		case !more || !other:
			return !more && other
		case x != y:
			return x < y
		case a.e == b.e && !a.done:
			return false // the same from here on
		}
	}
}

// way walks along the edges chosen.
type way struct {
	e    Edge
	done bool
}

// next returns the exact distance of the next condition.
func (w *way) next(s *Scratch) (exact uint64, ok bool) {
	for !w.done {
		e := w.e
		if e.To == 0 {
			w.done = true
		} else {
			w.e = s.p.Edges[s.choice[e.To]]
		}
		if e.Clause > ClauseDropped {
			return s.exact[e.Clause], true
		}
	}
	return 0, false
}
