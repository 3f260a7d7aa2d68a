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
	if y.sign() != constFalse { // one more bit, for the most negative number divided by -1
		n = min(n+1, len(x))
	}
	q, r = c.divide(x[:n], y[:n])
	return q.signed(len(x))[:width], r.signed(len(x))[:width]
}

// divide returns the quotient and the remainder of signed numbers. The most negative number
// divided by -1 wraps.
func (c *circuit) divide(x, y vector) (q, r vector) {
	if v, ok := y.value(); ok && c.zero(y) == constFalse {
		if y.sign() == constFalse {
			return c.divideBy(x, v)
		}
		q, r = c.divideBy(x, -v)
		return c.negate(q), r
	}
	n, s, t := len(x), x.sign(), y.sign()
	if s == constFalse && t == constFalse {
		q, r = c.longDivide(x[:n-1], y[:n-1])
		return q.resize(n, constFalse), r.resize(n, constFalse)
	}
	q, r = c.longDivide(c.negateIf(s, x), c.negateIf(t, y))
	return c.negateIf(c.xor(s, t), q), c.negateIf(s, r)
}

// divideBy divides a signed number by k > 0.
func (c *circuit) divideBy(x vector, k uint64) (q, r vector) {
	n := len(x)
	switch size := bits.Len64(k); {
	case k == 1:
		return x, constant(0, n)
	case size > n || size == n && k&(k-1) != 0:
		return constant(0, n), x
	case k&(k-1) == 0:
		return c.divideByPower(x, size-1)
	}
	s := x.sign()
	q, r = c.longDivideBy(c.negateIf(s, x), k)
	return c.negateIf(s, q), c.negateIf(s, r)
}

// divideByPower divides a signed number by 2^k and rounds towards zero: it adds 2^k-1 to a
// negative number before the shift, and subtracts it from the remainder.
func (c *circuit) divideByPower(x vector, k int) (q, r vector) {
	n, s := len(x), x.sign()
	if k == n-1 { // only the most negative number has a quotient other than 0
		least := c.and(s, c.zero(x[:n-1]))
		return vector{}.resize(n, least), c.muxes(least, constant(0, n), x)
	}
	bias := vector{}.resize(k, s).resize(n, constFalse)
	y := c.plus(x, bias, constFalse)
	return y[k:].signed(n), c.minus(y[:k].resize(n, constFalse), bias)
}

// longDivideBy is long division of an unsigned number by k, bit by bit. The partial remainder
// is as short as k. That it is less than k follows by induction over the bits, which a SAT
// solver does not find; a lemma states it.
func (c *circuit) longDivideBy(x vector, k uint64) (q, r vector) {
	n := len(x)
	q = make(vector, n)
	for i := n - 1; i >= 0; i-- {
		r = append(vector{x[i]}, r...)
		if q[i] = constFalse; len(r) < bits.Len64(k) {
			continue
		}
		z, fits := c.sum(r, constant(k, 64).resize(len(r), constFalse).not(), constTrue)
		q[i] = fits
		r = c.muxes(fits, z, r)[:bits.Len64(k-1)] // higher bits are 0
	}
	r = r.resize(n, constFalse)
	c.lemma(c.less(r, constant(k, 64).resize(n, constFalse)), r)
	return q, r
}

// longDivide is long division of unsigned numbers. Before step n the partial remainder has n
// bits; y is greater if it has more bits.
func (c *circuit) longDivide(x, y vector) (q, r vector) {
	n := len(x)
	more := make(vector, n+1) // more[n]: y has more than n bits
	more[n] = constFalse
	for i := n - 1; i >= 0; i-- {
		more[i] = c.or(more[i+1], y[i])
	}
	q = make(vector, n)
	for i := n - 1; i >= 0; i-- {
		r = append(vector{x[i]}, r...)
		k := len(r)
		z, fits := c.sum(r, y[:k].not(), constTrue)
		q[i] = c.and(fits, more[k].not())
		r = c.muxes(q[i], z, r)
	}
	c.lemma(c.or(c.zero(y), c.less(r, y)), r)
	return q, r
}
