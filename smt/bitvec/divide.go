package bitvec

import "math/bits"

// quotient returns x / y and x % y with Go's meaning. The results for y = 0 are unspecified. It
// divides in as few bits as the operands need.
func (c *circuit) quotient(x, y vector, signed bool) (q, r vector) {
	width := len(x)
	if !signed {
		x, y = x.resize(width+1, constFalse), y.resize(width+1, constFalse)
	}
	n := max(x.significant(), y.significant())
	if y.signBit() != constFalse { // one more bit, for the most negative number divided by -1
		n = min(n+1, len(x))
	}
	q, r = c.divide(x[:n], y[:n])
	return q.signed(len(x))[:width], r.signed(len(x))[:width]
}

// divide returns the quotient and the remainder of signed numbers. The most negative number
// divided by -1 wraps.
func (c *circuit) divide(x, y vector) (quo, rem vector) {
	if v, ok := y.value(); ok && c.isZero(y) == constFalse {
		if y.signBit() == constFalse {
			return c.divideBy(x, v)
		}
		quo, rem = c.divideBy(x, -v)
		return c.negate(quo), rem
	}
	n, s, t := len(x), x.signBit(), y.signBit()
	if s == constFalse && t == constFalse {
		quo, rem = c.longDivide(x[:n-1], y[:n-1])
		return quo.resize(n, constFalse), rem.resize(n, constFalse)
	}
	quo, rem = c.longDivide(c.negateIf(s, x), c.negateIf(t, y))
	return c.negateIf(c.xor(s, t), quo), c.negateIf(s, rem)
}

// divideBy divides a signed number by factor > 0.
func (c *circuit) divideBy(x vector, factor uint64) (quo, rem vector) {
	n := len(x)
	switch size := bits.Len64(factor); {
	case factor == 1:
		return x, constant(0, n)
	case size > n || size == n && factor&(factor-1) != 0:
		return constant(0, n), x
	case factor&(factor-1) == 0:
		return c.divideByPower(x, size-1)
	}
	s := x.signBit()
	quo, rem = c.longDivideBy(c.negateIf(s, x), factor)
	return c.negateIf(s, quo), c.negateIf(s, rem)
}

// divideByPower divides a signed number by 2^k and rounds towards zero: it adds 2^k-1 to a
// negative number before the shift, and subtracts it from the remainder.
func (c *circuit) divideByPower(x vector, k int) (q, r vector) {
	n, s := len(x), x.signBit()
	if k == n-1 { // only the most negative number has a quotient other than 0
		least := c.and(s, c.isZero(x[:n-1]))
		return vector{}.resize(n, least), c.muxes(least, constant(0, n), x)
	}
	bias := vector{}.resize(k, s).resize(n, constFalse)
	y := c.plus(x, bias, constFalse)
	return y[k:].signed(n), c.minus(y[:k].resize(n, constFalse), bias)
}

// longDivideBy is long division of an unsigned number by factor, bit by bit. The partial remainder
// is as short as factor. That it is less than factor follows by induction over the bits, which a SAT
// solver does not find; a lemma states it.
func (c *circuit) longDivideBy(x vector, factor uint64) (quo, rem vector) {
	n := len(x)
	quo = make(vector, n)
	for i := n - 1; i >= 0; i-- {
		rem = append(vector{x[i]}, rem...)
		if quo[i] = constFalse; len(rem) < bits.Len64(factor) {
			continue
		}
		z, fits := c.sum(rem, constant(factor, 64).resize(len(rem), constFalse).not(), constTrue)
		quo[i] = fits
		rem = c.muxes(fits, z, rem)[:bits.Len64(factor-1)] // higher bits are 0
	}
	rem = rem.resize(n, constFalse)
	c.lemma(c.less(rem, constant(factor, 64).resize(n, constFalse)), rem)
	return quo, rem
}

// longDivide is long division of unsigned numbers. Before step n the partial remainder has n
// bits; y is greater if it has more bits.
func (c *circuit) longDivide(x, y vector) (quo, rem vector) {
	n := len(x)
	more := make(vector, n+1) // more[n]: y has more than n bits
	more[n] = constFalse
	for i := n - 1; i >= 0; i-- {
		more[i] = c.or(more[i+1], y[i])
	}
	quo = make(vector, n)
	for i := n - 1; i >= 0; i-- {
		rem = append(vector{x[i]}, rem...)
		k := len(rem)
		z, fits := c.sum(rem, y[:k].not(), constTrue)
		quo[i] = c.and(fits, more[k].not())
		rem = c.muxes(quo[i], z, rem)
	}
	c.lemma(c.or(c.isZero(y), c.less(rem, y)), rem)
	return quo, rem
}
