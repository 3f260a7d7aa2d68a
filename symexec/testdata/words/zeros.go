package words

import "math/bits"

// Positions are where the bits of words stand.
func Positions(x uint64, y uint32) int {
	return bits.Len64(x) + 64*bits.TrailingZeros64(x) + bits.OnesCount32(y) + bits.LeadingZeros32(y) + int(bits.Reverse16(uint16(x)))
}
