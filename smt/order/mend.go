package order

import (
	"slices"

	"nearmiss/internal/wide"
)

// outcome is what became of an attempt to satisfy a constraint.
type outcome uint8

const (
	mended   outcome = iota
	refuted          // s.core says why
	gaveUp           // the limit was reached
	confused         // the witness did not satisfy the path
	alien            // it is of another kind
)

// room is how far apart values are put where there is room: enough for some
// values to be put between them later.
const room = 1 << 10

// assume mends the values if they break an atom, and adds it to the graph. A
// loose one may be mended by more than it takes.
func (s *Solver) assume(a atom, owner int32, loose bool) outcome {
	s.grow()
	out := mended
	switch x, y := s.at(a.x), s.at(a.y).Add(a.c); {
	case a.ne && x == y:
		s.notice(a)
	case !a.ne && y.Less(x):
		out = s.mend(a, owner, loose && a.x != zero && a.y != zero)
	}
	if out == mended {
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

// mend makes x <= y + c true: by moving y up or x down if the one or the other
// can move alone, else by moving y up and with it what has to; what y lacks
// then, x goes down.
func (s *Solver) mend(a atom, owner int32, loose bool) outcome {
	high, low := s.at(a.x).Sub(a.c), s.at(a.y).Add(a.c)
	slackUp, okUp := s.slack(up, a.y, high)
	if okUp && (!loose || !slackUp.Less(wide.Int(room))) {
		s.place(up, a.y, high, slackUp, loose)
		return mended
	}
	slackDown, okDown := s.slack(down, a.x, low)
	switch {
	case okUp && !(okDown && slackUp.Less(slackDown)):
		s.place(up, a.y, high, slackUp, loose)
		return mended
	case okDown:
		s.place(down, a.x, low, slackDown, loose)
		return mended
	}
	r := s.spread(up, a.y, high, a.x)
	switch {
	case r.odd:
		return confused
	case r.cycle:
		s.core = append(s.core[:0], owner)
		s.blame(a.x)
		return refuted
	case !r.bound:
		s.commit(up, loose)
		return mended
	}
	return s.mendBoth(a, owner, r)
}

// mendBoth moves y up as far as it can go and x down for the rest.
func (s *Solver) mendBoth(a atom, owner int32, r reach) outcome {
	s.core = append(s.core[:0], owner, s.end(r.stop, up).owner)
	s.blame(r.stop)
	q := s.spread(down, a.x, r.best.Add(a.c), a.y)
	switch {
	case q.odd || q.cycle:
		return confused
	case q.bound:
		s.core = append(s.core, s.end(q.stop, down).owner)
		s.blame(q.stop)
		return refuted
	}
	s.commit(down, false)
	if d := r.best.Sub(s.at(a.y)); d.Sign() > 0 {
		s.spread(up, a.y, r.best, a.x)
		s.commit(up, false)
	}
	return mended
}

// slack is how much farther than target a node could go alone.
func (s *Solver) slack(d direction, n int32, target wide.Number) (wide.Number, bool) {
	if n == zero {
		return wide.Number{}, false
	}
	end := s.end(n, d).at
	if d.beyond(target, end) {
		return wide.Number{}, false
	}
	for _, l := range s.nodes[n].links(d) {
		if at := s.at(l.to).Sub(l.c); d.beyond(end, at) {
			if end = at; d.beyond(target, end) {
				return wide.Number{}, false
			}
		}
	}
	return d.far(target, end), true
}

// place moves one node to target or, if loose, some of the slack beyond.
func (s *Solver) place(d direction, n int32, target, slack wide.Number, loose bool) {
	if loose {
		target = d.toward(target, wide.Least(slack.Half(), wide.Int(room)))
	}
	s.set(n, target)
}

// commit moves the nodes of the last wave. If loose, they are put apart from
// each other where what is beyond the last of them leaves room.
func (s *Solver) commit(d direction, loose bool) {
	w := &s.wave
	for _, n := range w.order {
		s.set(n, w.target[n])
	}
	if !loose {
		return
	}
	slices.SortFunc(w.order, func(a, b int32) int {
		if c := d.far(w.target[a], w.target[b]).Sign(); c != 0 {
			return c
		}
		return s.nodes[a].slot - s.nodes[b].slot
	})
	for i, n := range w.order {
		slack, ok := s.slack(d, n, w.target[n])
		if !ok {
			panic("order: BUG: a moved node has no place")
		}
		most := wide.Int(int64(len(w.order)-i) * room)
		if by := wide.Least(slack.Half(), most); by.Sign() > 0 {
			s.set(n, d.toward(w.target[n], by))
		}
	}
}
