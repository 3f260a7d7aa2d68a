package order

import (
	"slices"

	"nearmiss/smt/internal/interval"
)

// An outcome is the result of an attempt to satisfy a constraint.
type outcome uint8

const (
	repaired     outcome = iota
	refuted              // a contradiction was found; Solver.core has its owners
	limitReached         // the limit of splits was reached
	inconsistent         // the witness does not satisfy the path
	unsupported          // the constraint is of another kind
)

// spacing is the distance by which values are separated where bounds permit, so that other
// values can be placed between them later.
const spacing = 1 << 10

// assume repairs the values if they violate an atom, and adds it to the graph. If spaced is
// set, values may move farther than necessary.
func (s *Solver) assume(a atom, owner int32, spaced bool) outcome {
	s.grow()
	out := repaired
	switch x, y := s.valueOf(a.x), s.valueOf(a.y).Add(a.constant); {
	case a.distinct && x == y:
		s.markViolated(a)
	case !a.distinct && y.Less(x):
		out = s.repair(a, owner, spaced && a.x != zero && a.y != zero)
	}
	if out == repaired {
		s.add(a, owner)
	}
	return out
}

// markViolated schedules a violated disequality for repairDisequalities.
func (s *Solver) markViolated(a atom) {
	n := a.x
	if n == zero {
		n = a.y
	}
	s.setValue(n, s.valueOf(n))
}

// repair makes x <= y + c true: it moves y up, x down, or both by a part of the gap. Two
// propagations find the other nodes that must move. They advance in turns until together they
// reach as far as the gap, bounds stop both, or they meet.
func (s *Solver) repair(a atom, owner int32, spaced bool) outcome {
	gap := s.valueOf(a.x).Sub(a.constant).Sub(s.valueOf(a.y))
	limit := gap
	if spaced {
		limit = gap.Add(interval.Int(2 * spacing))
	}
	upward, downward := &s.propagations[0], &s.propagations[1]
	upward.begin(up, a.y, limit)
	downward.begin(down, a.x, limit)
	for {
		if !upward.reachableDistance().Add(downward.reachableDistance()).Less(gap) && (!spaced || len(downward.processed) > 0 || !upward.reachableDistance().Sub(gap).Less(interval.Int(spacing))) {
			s.distribute(gap, spaced)
			return repaired
		}
		w, other := upward, downward
		switch {
		case upward.blocked() && downward.blocked():
			s.core = append(s.core[:0], owner, s.boundOrPin(upward.stop, up).owner, s.boundOrPin(downward.stop, down).owner)
			s.explain(upward, upward.stop)
			s.explain(downward, downward.stop)
			return refuted
		case upward.blocked() || !downward.blocked() && len(downward.processed) < len(upward.processed):
			w, other = downward, upward
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

// distribute moves the nodes of one propagation by the gap or, if neither reaches that far, the
// nodes of both by a part. If spaced is set, a single propagation moves its nodes farther.
func (s *Solver) distribute(gap interval.Number, spaced bool) {
	u, d := &s.propagations[0], &s.propagations[1]
	ups, downs := u.reachableDistance(), d.reachableDistance()
	switch {
	case !ups.Less(gap) && (downs.Less(gap) || !ups.Less(gap.Add(interval.Int(spacing))) || !ups.Less(downs)):
		s.moveAll(u, gap, spaced)
	case !downs.Less(gap):
		s.moveAll(d, gap, spaced)
	default:
		s.moveAll(u, ups, false)
		s.moveAll(d, gap.Sub(ups), false)
	}
}

// moveAll moves the first node of a propagation by a distance, and other nodes as far as they
// must. If spaced is set, it spreads them if the last one can move farther.
func (s *Solver) moveAll(moving *propagation, distance interval.Number, spaced bool) {
	moved := s.moved[:0]
	for _, f := range moving.processed {
		if !f.slack.Less(distance) {
			break
		}
		s.setValue(f.node, moving.direction.toward(s.valueOf(f.node), distance.Sub(f.slack)))
		moved = append(moved, f.node)
	}
	s.moved = moved
	switch {
	case !spaced:
	case len(moved) == 1:
		slack := moving.reachableDistance().Sub(distance)
		s.value[moved[0]] = moving.direction.toward(s.value[moved[0]], interval.Least(slack.Half(), interval.Int(spacing)))
	default:
		s.spread(moving.direction, moved)
	}
}

// spread moves nodes on, beginning with the farthest, which moves most.
func (s *Solver) spread(d direction, moved []int32) {
	slices.SortFunc(moved, func(a, b int32) int {
		if c := d.distance(s.value[a], s.value[b]).Sign(); c != 0 {
			return c
		}
		return s.nodes[a].slot - s.nodes[b].slot
	})
	for i, n := range moved {
		slack, ok := s.slack(d, n)
		if !ok {
			panic("order: BUG: a moved node has no place")
		}
		high := interval.Int(int64(len(moved)-i) * spacing)
		s.value[n] = d.toward(s.value[n], interval.Least(slack.Half(), high))
	}
}

// slack returns the distance that a node can move alone. ok is false if it is beyond its
// bounds.
func (s *Solver) slack(d direction, n int32) (interval.Number, bool) {
	value := s.valueOf(n)
	slack := d.distance(value, s.boundOrPin(n, d).value)
	for _, l := range s.nodes[n].links(d) {
		slack = interval.Least(slack, d.distance(value.Add(l.offset), s.valueOf(l.to)))
	}
	return slack, slack.Sign() >= 0
}
