package bitvec

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// nearness restricts slots to values near the witness. The zero value does not restrict.
type nearness struct {
	witness term.Env
	bits    int // number of low bits in which a slot may differ from the witness
}

// restrict lets a slot differ from the witness in its low bits only. If the value in the
// witness fits into these bits, the slot is restricted to numbers that fit.
func (n nearness) restrict(bits vector, slot int, sort term.Sort) vector {
	if n.witness == nil || n.bits >= len(bits) || !sort.IsInteger() {
		return bits
	}
	value, ok := n.witness(slot)
	if !ok {
		return bits
	}
	short := value.Bits>>n.bits == 0
	if sort.Kind == term.Int {
		short = int64(value.Bits)>>(n.bits-1) == int64(value.Bits)>>63
	}
	bits = append(vector(nil), bits...)
	for i := n.bits; i < len(bits); i++ {
		switch {
		case bits[i].constant():
		case short && sort.Kind == term.Int:
			bits[i] = bits[n.bits-1]
		default:
			bits[i] = truth(value.Bits>>i&1 != 0)
		}
	}
	return bits
}

// nearWidths are the numbers of bits that may differ, in the order of the attempts.
var nearWidths = [...]int{6, 12}

// tryNear looks for a model near the witness, where circuits are small, if the circuit of an
// operation grows with the square of the width. If it finds none, the query may still be
// satisfiable.
//
// Source: Bryant, Kroening, Ouaknine, Seshia, Strichman, Brady, Deciding bit-vector arithmetic
// with abstraction, TACAS 2007, for the restriction by width. Keeping high bits of the witness
// is an addition.
func (s *Solver) tryNear(ctx context.Context, box interval.Box, q *query) smt.Answer {
	if !slices.ContainsFunc(q.clauses, func(t *term.Term) bool { return t.Traits&term.WideProduct != 0 }) {
		return smt.Answer{}
	}
	for _, n := range nearWidths {
		e := newEngine(box)
		e.restriction = nearness{q.witness, n}
		if a, _ := s.queryEngine(ctx, e, q, s.options.Steps/4); a.Verdict == smt.Sat {
			return a
		}
	}
	return smt.Answer{}
}
