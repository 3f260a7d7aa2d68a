package order

import (
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// values are those of the nodes: of the witness where nothing was moved. They
// are read when they are first asked for.
type values struct {
	witness term.Env
	now     []interval.Number
	was     []interval.Number // in the witness
	round   []uint32          // of the witness that was read; also says that now is valid
	current uint32
	none    []int32 // nodes that have no value in the witness
	moves   []move
}

// move is how to undo a change of a value.
type move struct {
	n   int32
	old interval.Number
}

// begin forgets all values.
func (v *values) begin(witness term.Env) {
	v.witness = witness
	v.current++
	if v.current == 0 {
		clear(v.round)
		v.current = 1
	}
	v.moves, v.none = v.moves[:0], v.none[:0]
}

func (v *values) grow(nodes int) {
	for len(v.now) < nodes {
		v.now = append(v.now, interval.Number{})
		v.was = append(v.was, interval.Number{})
		v.round = append(v.round, 0)
	}
}

// at is the value of a node.
func (s *Solver) at(n int32) interval.Number {
	if n == zero || s.round[n] == s.current {
		return s.now[n]
	}
	x := &s.nodes[n]
	v, ok := s.witness(x.slot)
	w := interval.NumberOf(v.Bits, x.sort.Kind == term.Int)
	s.now[n], s.was[n], s.round[n] = w, w, s.current
	if !ok {
		s.was[n] = interval.Max // unlike any value
		s.none = append(s.none, n)
	}
	return w
}

func (s *Solver) set(n int32, to interval.Number) {
	s.moves = append(s.moves, move{n, s.at(n)})
	s.now[n] = to
}

// back undoes all moves but the first so many.
func (v *values) back(keep int) {
	for i := len(v.moves) - 1; i >= keep; i-- {
		v.now[v.moves[i].n] = v.moves[i].old
	}
	v.moves = v.moves[:keep]
}
