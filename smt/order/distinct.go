package order

import (
	"slices"

	"nearmiss/smt/internal/interval"
)

// maxSplits is the largest number of disequalities that a query splits.
const maxSplits = 200

// repairDisequalities repairs the disequalities that the moves from index first on have
// violated.
func (s *Solver) repairDisequalities(first int) outcome {
	for i := first; i < len(s.moves); i++ {
		n := s.moves[i].node
		for j := 0; j < len(s.nodes[n].unlike); j++ {
			l := s.nodes[n].unlike[j]
			if s.valueOf(l.to) != s.valueOf(n).Add(l.offset) || s.moveAlone(n) || s.moveAlone(l.to) {
				continue
			}
			return s.split(n, l, i)
		}
	}
	return repaired
}

// moveAlone moves a single node to the nearest value that satisfies all its constraints. It
// reports whether there is one.
func (s *Solver) moveAlone(index int32) bool {
	if index == zero {
		return false
	}
	value := s.valueOf(index)
	above, ok := s.slack(up, index)
	below, fine := s.slack(down, index)
	if !ok || !fine {
		return false
	}
	taken := s.taken[:0]
	for _, l := range s.nodes[index].unlike {
		if v := s.valueOf(l.to).Sub(l.offset); !value.Add(above).Less(v) && !v.Less(value.Sub(below)) {
			taken = append(taken, v)
		}
	}
	slices.SortFunc(taken, interval.Number.Cmp)
	s.taken = taken
	up, down := freeFrom(taken, value), freeBelow(taken, value)
	okUp, okDown := !value.Add(above).Less(up), !down.Less(value.Sub(below))
	switch {
	case okUp && !(okDown && value.Sub(down).Less(up.Sub(value))):
		s.setValue(index, up)
	case okDown:
		s.setValue(index, down)
	}
	return okUp || okDown
}

// freeFrom returns the least number >= value that is not in taken. taken is sorted.
func freeFrom(taken []interval.Number, value interval.Number) interval.Number {
	i, _ := slices.BinarySearchFunc(taken, value, interval.Number.Cmp)
	for ; i < len(taken) && !value.Less(taken[i]); i++ {
		if taken[i] == value {
			value = value.Add(interval.Int(1))
		}
	}
	return value
}

// freeBelow returns the greatest number <= value that is not in taken. taken is sorted.
func freeBelow(taken []interval.Number, value interval.Number) interval.Number {
	i, _ := slices.BinarySearchFunc(taken, value.Add(interval.Int(1)), interval.Number.Cmp)
	for i--; i >= 0 && !taken[i].Less(value); i-- {
		if taken[i] == value {
			value = value.Sub(interval.Int(1))
		}
	}
	return value
}

// split tries the two sides of edge, a violated disequality of the node index. The disequalities of
// the moves before first hold.
func (s *Solver) split(index int32, edge link, first int) outcome {
	if s.splitsLeft == 0 {
		return limitReached
	}
	s.splitsLeft--
	s.depth++
	defer func() { s.depth-- }()
	me := int32(splitSide - s.depth)
	one := interval.Int(1)
	sides := [2]atom{
		{x: edge.to, y: index, constant: edge.offset.Sub(one)},
		{x: index, y: edge.to, constant: edge.offset.Neg().Sub(one)},
	}
	var cores []int32
	for _, side := range sides {
		steps, moves := len(s.trail), len(s.moves)
		out := s.assume(side, me, false)
		if out == repaired {
			out = s.repairDisequalities(first)
		}
		if out == repaired {
			return repaired
		}
		s.undo(steps)
		s.undoMoves(moves)
		if out != refuted || !slices.Contains(s.core, me) {
			return out
		}
		for _, o := range s.core {
			if o != me {
				cores = append(cores, o)
			}
		}
	}
	s.core = append(append(s.core[:0], cores...), edge.owner)
	return refuted
}
