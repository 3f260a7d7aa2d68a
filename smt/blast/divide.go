package blast

import "math/bits"

// quotient is x / y and x % y as Go has them; what they are for y = 0 is
// left open. It divides in as few bits as the operands need.
func (c *circuit) quotient(x, y vector, signed bool) (q, r vector) {
	width := len(x)
	if !signed {
		x, y = x.resize(width+1, no), y.resize(width+1, no)
	}
	n := max(x.significant(), y.significant())
	if y.sign() != no { // the most negative number by -1
		n = min(n+1, len(x))
	}
	q, r = c.divide(x[:n], y[:n])
	return q.signed(len(x))[:width], r.signed(len(x))[:width]
}

// divide is quotient and remainder of signed numbers; the most negative one
// by -1 wraps.
func (c *circuit) divide(x, y vector) (q, r vector) {
	if v, ok := y.value(); ok && c.zero(y) == no {
		if y.sign() == no {
			return c.divideBy(x, v)
		}
		q, r = c.divideBy(x, -v)
		return c.negate(q), r
	}
	n, s, t := len(x), x.sign(), y.sign()
	if s == no && t == no {
		q, r = c.divideVariable(x[:n-1], y[:n-1])
		return q.resize(n, no), r.resize(n, no)
	}
	q, r = c.divideVariable(c.negateIf(s, x), c.negateIf(t, y))
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
	case x.sign() == no:
		q, r = c.divideUnsigned(x[:n-1], k)
		return q.resize(n, no), r.resize(n, no)
	}
	return c.divideSigned(x, k)
}

// divideByPower rounds to zero: it adds 2^k-1 to negative numbers before it
// shifts, and takes it off the remainder.
func (c *circuit) divideByPower(x vector, k int) (q, r vector) {
	n, s := len(x), x.sign()
	if k == n-1 { // only the most negative number has a quotient other than 0
		least := c.and(s, c.zero(x[:n-1]))
		return vector{}.resize(n, least), c.muxes(least, constant(0, n), x)
	}
	bias := vector{}.resize(k, s).resize(n, no)
	y := c.plus(x, bias, no)
	return y[k:].signed(n), c.minus(y[:k].resize(n, no), bias)
}

// divideUnsigned introduces q and r with x = q*k + r and r < k. In q are as
// many bits as the greatest x needs.
func (c *circuit) divideUnsigned(x vector, k uint64) (q, r vector) {
	n := len(x)
	most := ^uint64(0) >> (64 - n)
	if k > most/2 { // the quotient is 0 or 1
		d := constant(k, n)
		one := c.less(x, d).not()
		return vector{one}.resize(n, no), c.muxes(one, c.minus(x, d), x)
	}
	q = c.inputs(bits.Len64(most/k)).resize(n+2, no)
	r = c.inputs(bits.Len64(k-1)).resize(n+2, no)
	sum := c.plus(c.scale(q, k), r, no)
	holds := c.and(c.equal(sum, x.resize(n+2, no)), c.less(r, constant(k, n+2)))
	c.bind(holds, q, r)
	return q[:n], r[:n]
}

// divideSigned introduces q and r with x = q*k + r, |r| < k and the sign of
// r that of x where r is not 0.
func (c *circuit) divideSigned(x vector, k uint64) (q, r vector) {
	n := len(x)
	s := x.sign()
	q = c.inputs(bits.Len64((uint64(1)<<(n-1))/k) + 1).signed(n + 2)
	low := c.inputs(bits.Len64(k - 1))
	r = append(append(vector(nil), low...), c.and(s, c.zero(low).not())).signed(n + 2)
	sum := c.plus(c.scale(q, k), r, no)
	bound := c.muxes(s, constant(-k, n+2), r) // -k < r where x is negative
	limit := c.muxes(s, r, constant(k, n+2))  // r < k where it is not
	holds := c.and(c.equal(sum, x.signed(n+2)), c.lessSigned(bound, limit))
	c.bind(holds, q, r)
	return q[:n], r[:n]
}

// bind makes a condition hold wherever one of the inputs is used.
func (c *circuit) bind(holds lit, vs ...vector) {
	c.use(holds)
	c.use(holds)
	for _, v := range vs {
		for _, l := range v {
			if !l.constant() && c.nodes[l.node()].gate == input {
				c.side[l.node()] = holds
			}
		}
	}
}

// divideVariable introduces q and r with x = q*y + r and r < y, of unsigned
// numbers, unless y is 0. No bit of q*y may lie beyond the width.
func (c *circuit) divideVariable(x, y vector) (q, r vector) {
	n := len(x)
	q, r = c.inputs(n), c.inputs(n)
	sum, fits := r, yes
	high := no // one of the highest bits of y
	for i := range q {
		if i > 0 {
			high = c.or(high, y[n-i])
		}
		fits = c.and(fits, c.and(q[i], high).not())
		row := make(vector, n-i)
		for j := range row {
			row[j] = c.and(q[i], y[j])
		}
		top, carry := c.sum(sum[i:], row, no)
		sum = append(append(vector(nil), sum[:i]...), top...)
		fits = c.and(fits, carry.not())
	}
	holds := c.and(fits, c.and(c.equal(sum, x), c.less(r, y)))
	c.bind(c.or(c.zero(y), holds), q, r)
	return q, r
}
