package models

import "math/bits"

// Bits8 counts and turns bits.
func Bits8(x uint8, k int) []int {
	return []int{bits.Len8(x), bits.LeadingZeros8(x), bits.TrailingZeros8(x), bits.OnesCount8(x), int(bits.Reverse8(x)), int(bits.RotateLeft8(x, k))}
}

// Bits16 is the same of more bits.
func Bits16(x uint16, k int) []int {
	return []int{bits.Len16(x), bits.LeadingZeros16(x), bits.TrailingZeros16(x), bits.OnesCount16(x), int(bits.Reverse16(x)), int(bits.ReverseBytes16(x)), int(bits.RotateLeft16(x, k))}
}

// Bits32 is the same of more bits.
func Bits32(x uint32, k int) []int {
	return []int{bits.Len32(x), bits.LeadingZeros32(x), bits.TrailingZeros32(x), bits.OnesCount32(x), int(bits.Reverse32(x)), int(bits.ReverseBytes32(x)), int(bits.RotateLeft32(x, k))}
}

// Bits64 is the same of more bits; low and high have few of them set.
func Bits64(x uint64, k int) []int {
	var list []int
	for _, x := range []uint64{x, x << (k & 63), x >> (k & 63), uint64(uint(k))} {
		list = append(list, bits.Len64(x), bits.LeadingZeros64(x), bits.TrailingZeros64(x), bits.OnesCount64(x), int(bits.Reverse64(x)), int(bits.ReverseBytes64(x)), int(bits.RotateLeft64(x, k)),
			bits.Len(uint(x)), bits.LeadingZeros(uint(x)), bits.TrailingZeros(uint(x)), bits.OnesCount(uint(x)), int(bits.Reverse(uint(x))), int(bits.RotateLeft(uint(x), k)))
	}
	return list
}

// Carries are sums and products of two words each.
func Carries(x, y, z uint64, a, b uint32) []uint64 {
	sum, carry := bits.Add64(x, y, z&1)
	diff, borrow := bits.Sub64(x, y, z&1)
	hi, lo := bits.Mul64(x, y)
	s32, c32 := bits.Add32(a, b, uint32(z&1))
	h32, l32 := bits.Mul32(a, b)
	list := []uint64{sum, carry, diff, borrow, hi, lo, uint64(s32), uint64(c32), uint64(h32), uint64(l32)}
	if z > hi {
		q, r := bits.Div64(hi, lo, z)
		list = append(list, q, r, bits.Rem64(x, y, z))
	}
	return list
}
