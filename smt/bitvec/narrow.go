package bitvec

import (
	"context"
	"slices"

	"nearmiss/smt"
	"nearmiss/smt/interval"
	"nearmiss/term"
)

// nearness restricts slots to values that are near the witness: the zero value
// to none.
type nearness struct {
	witness term.Env
	bits    int // that may differ
}

// restrict has a slot differ from the witness in its last bits only, or, where
// it has no others there, be a number of so many bits.
func (n nearness) restrict(v vector, slot int, s term.Sort) vector {
	if n.witness == nil || n.bits >= len(v) || !s.IsInteger() {
		return v
	}
	w, ok := n.witness(slot)
	if !ok {
		return v
	}
	short := w.Bits>>n.bits == 0
	if s.Kind == term.Int {
		short = int64(w.Bits)>>(n.bits-1) == int64(w.Bits)>>63
	}
	v = append(vector(nil), v...)
	for i := n.bits; i < len(v); i++ {
		switch {
		case v[i].constant():
		case short && s.Kind == term.Int:
			v[i] = v[n.bits-1]
		default:
			v[i] = truth(w.Bits>>i&1 != 0)
		}
	}
	return v
}

// widths are how many bits may differ, one after another.
var widths = [...]int{6, 12}

// narrow looks for a model near the witness, where circuits are small, if there
// are operations whose circuits grow with the square of the width. That there is
// none means nothing.
//
// Source: Bryant, Kroening, Ouaknine, Seshia, Strichman, Brady, Deciding
// bit-vector arithmetic with abstraction, TACAS 2007, for the restriction by
// width; what is kept of the witness is an addition.
func (s *Solver) narrow(ctx context.Context, box interval.Box, q *question) smt.Answer {
	if !hard(q.clauses) {
		return smt.Answer{}
	}
	for _, n := range widths {
		e := newEngine(box)
		e.near = nearness{q.witness, n}
		if a, _ := s.with(ctx, e, q, s.options.Steps/4); a.Verdict == smt.Sat {
			return a
		}
	}
	return smt.Answer{}
}

// hard reports whether there are products, quotients or remainders of more than
// 16 bits.
func hard(clauses []*clause) bool {
	return slices.ContainsFunc(clauses, func(c *clause) bool { return c.hard })
}

func isHard(t *term.Term) (hard bool) {
	t.Walk(func(t *term.Term) {
		switch t.Op {
		case term.Mul, term.Div, term.Rem:
			hard = hard || t.Sort.IsInteger() && t.Sort.Bits > 16 && !t.Args[1].IsConst()
		}
	})
	return hard
}
