package order

import (
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// values holds the values of the nodes, initially those of the witness. A value is read on its
// first use.
type values struct {
	witness      term.Env
	value        []interval.Number // by node: the current value
	witnessValue []interval.Number // by node: the value in the witness
	query        []uint32          // by node: the value of currentQuery when its value was read from the witness
	currentQuery uint32            // number of calls of begin, by which values of earlier queries are recognized
	undefined    []int32           // nodes without a value in the witness
	moves        []move            // changes of values, in order
}

// move describes how to undo a change of a value.
type move struct {
	node int32
	old  interval.Number // the value before the move
}

// begin resets the values to a witness.
func (v *values) begin(witness term.Env) {
	v.witness = witness
	v.currentQuery++
	if v.currentQuery == 0 {
		clear(v.query)
		v.currentQuery = 1
	}
	v.moves, v.undefined = v.moves[:0], v.undefined[:0]
}

func (v *values) grow(nodes int) {
	for len(v.value) < nodes {
		v.value = append(v.value, interval.Number{})
		v.witnessValue = append(v.witnessValue, interval.Number{})
		v.query = append(v.query, 0)
	}
}

// valueOf returns the value of a node.
func (s *Solver) valueOf(n int32) interval.Number {
	if n == zero || s.query[n] == s.currentQuery {
		return s.value[n]
	}
	x := &s.nodes[n]
	v, ok := s.witness(x.slot)
	w := interval.NumberOf(v.Bits, x.sort.Kind == term.Int)
	s.value[n], s.witnessValue[n], s.query[n] = w, w, s.currentQuery
	if !ok {
		s.witnessValue[n] = interval.Max // no slot has this value, so the node counts as different from the witness
		s.undefined = append(s.undefined, n)
	}
	return w
}

func (s *Solver) setValue(n int32, to interval.Number) {
	s.moves = append(s.moves, move{n, s.valueOf(n)})
	s.value[n] = to
}

// undoMoves undoes all moves but the first keep.
func (v *values) undoMoves(keep int) {
	for i := len(v.moves) - 1; i >= keep; i-- {
		v.value[v.moves[i].node] = v.moves[i].old
	}
	v.moves = v.moves[:keep]
}
