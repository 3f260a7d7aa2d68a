package order

import (
	"slices"

	"nearmiss/smt/interval"
)

// outcome is what became of an attempt to satisfy a constraint.
type outcome uint8

const (
	repaired     outcome = iota
	refuted              // s.core says why
	gaveUp               // the limit was reached
	inconsistent         // the witness did not satisfy the path
	unsupported          // it is of another kind
)

// room is how far apart values are put where there is room: enough for some
// values to be put between them later.
const room = 1 << 10

// assume mends the values if they break an atom, and adds it to the graph. A
// loose one may be repaired by more than it takes.
func (s *Solver) assume(a atom, owner int32, loose bool) outcome {
	s.grow()
	out := repaired
	switch x, y := s.at(a.x), s.at(a.y).Add(a.c); {
	case a.ne && x == y:
		s.notice(a)
	case !a.ne && y.Less(x):
		out = s.repair(a, owner, loose && a.x != zero && a.y != zero)
	}
	if out == repaired {
		s.add(a, owner)
	}
	return out
}

// notice has settle look at a broken disequality.
func (s *Solver) notice(a atom) {
	n := a.x
	if n == zero {
		n = a.y
	}
	s.set(n, s.at(n))
}

// repair makes x <= y + c true: y has to go up, x down, or both a part of the
// gap. Two propagations say what has to go with them; they advance in turns until
// together they reach as far as the gap, or are stopped by bounds, or meet.
func (s *Solver) repair(a atom, owner int32, loose bool) outcome {
	gap := s.at(a.x).Sub(a.c).Sub(s.at(a.y))
	limit := gap
	if loose {
		limit = gap.Add(interval.Int(2 * room))
	}
	u, d := &s.propagations[0], &s.propagations[1]
	u.begin(up, a.y, limit)
	d.begin(down, a.x, limit)
	for {
		if !u.reach().Add(d.reach()).Less(gap) && (!loose || len(d.done) > 0 || !u.reach().Sub(gap).Less(interval.Int(room))) {
			s.share(gap, loose)
			return repaired
		}
		w, other := u, d
		switch {
		case u.blocked() && d.blocked():
			s.core = append(s.core[:0], owner, s.end(u.stop, up).owner, s.end(d.stop, down).owner)
			s.explain(u, u.stop)
			s.explain(d, d.stop)
			return refuted
		case u.blocked() || !d.blocked() && len(d.done) < len(u.done):
			w, other = d, u
		}
		switch out := s.advance(w, other, gap); out {
		case refuted:
			s.core = append(s.core, owner)
			return refuted
		case inconsistent:
			return inconsistent
		}
	}
}

// share moves the nodes of one propagation by the gap, or if neither reaches that far
// those of both by a part. If loose, the former go farther.
func (s *Solver) share(gap interval.Number, loose bool) {
	u, d := &s.propagations[0], &s.propagations[1]
	ups, downs := u.reach(), d.reach()
	switch {
	case !ups.Less(gap) && (downs.Less(gap) || !ups.Less(gap.Add(interval.Int(room))) || !ups.Less(downs)):
		s.carry(u, gap, loose)
	case !downs.Less(gap):
		s.carry(d, gap, loose)
	default:
		s.carry(u, ups, false)
		s.carry(d, gap.Sub(ups), false)
	}
}

// carry moves the first node of a propagation by a distance, and others with it as
// far as they have to go. If loose, they are put apart from each other where
// there is room beyond the last of them.
func (s *Solver) carry(w *propagation, by interval.Number, loose bool) {
	moved := s.moved[:0]
	for _, f := range w.done {
		if !f.slack.Less(by) {
			break
		}
		s.set(f.n, w.d.toward(s.at(f.n), by.Sub(f.slack)))
		moved = append(moved, f.n)
	}
	s.moved = moved
	switch {
	case !loose:
	case len(moved) == 1:
		slack := w.reach().Sub(by)
		s.now[moved[0]] = w.d.toward(s.now[moved[0]], interval.Least(slack.Half(), interval.Int(room)))
	default:
		s.loosen(w.d, moved)
	}
}

// loosen moves nodes on, the farthest first and farthest.
func (s *Solver) loosen(d direction, moved []int32) {
	slices.SortFunc(moved, func(a, b int32) int {
		if c := d.far(s.now[a], s.now[b]).Sign(); c != 0 {
			return c
		}
		return s.nodes[a].slot - s.nodes[b].slot
	})
	for i, n := range moved {
		slack, ok := s.slack(d, n)
		if !ok {
			panic("order: BUG: a moved node has no place")
		}
		most := interval.Int(int64(len(moved)-i) * room)
		s.now[n] = d.toward(s.now[n], interval.Least(slack.Half(), most))
	}
}

// slack is how far a node could go alone; false if it is beyond where it may
// be.
func (s *Solver) slack(d direction, n int32) (interval.Number, bool) {
	at := s.at(n)
	slack := d.far(at, s.end(n, d).at)
	for _, l := range s.nodes[n].links(d) {
		slack = interval.Least(slack, d.far(at.Add(l.c), s.at(l.to)))
	}
	return slack, slack.Sign() >= 0
}
