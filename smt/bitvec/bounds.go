package bitvec

import (
	"math/bits"

	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// boundedInputs returns a vector for the integers of a span. A bit that is the same in all of
// them is a constant of the circuit, which narrows the operations on the vector. Other bits are
// inputs.
func (c *circuit) boundedInputs(s interval.Span, sort term.Sort) vector {
	n := int(sort.Bits)
	lo, hi := s.Lo.Bits(), s.Hi.Bits()
	if sort.Kind == term.Int && int64(lo) < 0 && int64(hi) >= 0 {
		return c.inputs(min(n, max(bits.Len64(^lo), bits.Len64(hi))+1)).signed(n)
	}
	free := bits.Len64(lo ^ hi)
	v := constant(lo, n)
	copy(v, c.inputs(free))
	return v
}
