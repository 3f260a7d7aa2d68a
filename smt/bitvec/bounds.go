package bitvec

import (
	"math/bits"

	"nearmiss/smt/interval"
	"nearmiss/term"
)

// within has inputs where the integers of a span differ: bits that are the same for all of
// them are constants of the circuit, and what is computed from them becomes narrower.
func (c *circuit) within(s interval.Span, of term.Sort) vector {
	n := int(of.Bits)
	lo, hi := s.Lo.Bits(), s.Hi.Bits()
	if of.Kind == term.Int && int64(lo) < 0 && int64(hi) >= 0 {
		return c.inputs(min(n, max(bits.Len64(^lo), bits.Len64(hi))+1)).signed(n)
	}
	free := bits.Len64(lo ^ hi)
	v := constant(lo, n)
	copy(v, c.inputs(free))
	return v
}
