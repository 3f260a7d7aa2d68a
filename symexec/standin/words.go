package standin

import "math/bits"

// The numbers of package math/big are slices of words, the lowest first. As
// many words are written as z has; the others have no fewer.

// AddWords makes z = x + y and returns the carry.
func AddWords(z, x, y []uint) (c uint) {
	for i := range z {
		z[i], c = bits.Add(x[i], y[i], c)
	}
	return c
}

// SubWords makes z = x - y and returns the borrow.
func SubWords(z, x, y []uint) (c uint) {
	for i := range z {
		z[i], c = bits.Sub(x[i], y[i], c)
	}
	return c
}

// ShiftUp makes z = x << s, with s from 1 to below the size of a word, and
// returns the bits that leave at the top. z may be x, or lie above it.
func ShiftUp(z, x []uint, s uint) (c uint) {
	for i := len(z) - 1; i >= 0; i-- {
		w := x[i]
		if i == len(z)-1 {
			c = w >> (bits.UintSize - s)
		} else {
			z[i+1] |= w >> (bits.UintSize - s)
		}
		z[i] = w << s
	}
	return c
}

// ShiftDown makes z = x >> s, with s as for ShiftUp, and returns the bits that
// leave at the bottom, in the upper part of a word. z may be x, or lie below it.
func ShiftDown(z, x []uint, s uint) (c uint) {
	for i := range z {
		w := x[i]
		if i == 0 {
			c = w << (bits.UintSize - s)
		} else {
			z[i-1] |= w << (bits.UintSize - s)
		}
		z[i] = w >> s
	}
	return c
}

// MulAddWord makes z = x*m + a and returns the word above.
func MulAddWord(z, x []uint, m, a uint) (c uint) {
	c = a
	for i := range z {
		high, low := bits.Mul(x[i], m)
		var carry uint
		z[i], carry = bits.Add(low, c, 0)
		c = high + carry
	}
	return c
}

// AddMulWord makes z = x + y*m + a and returns the word above.
func AddMulWord(z, x, y []uint, m, a uint) (c uint) {
	c = a
	for i := range z {
		high, low := bits.Mul(y[i], m)
		var carry uint
		low, carry = bits.Add(low, x[i], 0)
		high += carry
		z[i], carry = bits.Add(low, c, 0)
		c = high + carry
	}
	return c
}
