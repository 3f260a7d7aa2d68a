package bitvec

// vector is an integer, the least significant bit first. The operands of an operation have the
// same width.
type vector []lit

// constant returns the vector of the low bits of v.
func constant(v uint64, width int) vector {
	x := make(vector, width)
	for i := range x {
		x[i] = truth(v>>min(i, 63)&1 != 0)
	}
	return x
}

// value returns v as a sign-extended number if all its bits are constant.
func (v vector) value() (uint64, bool) {
	var u uint64
	for i, l := range v {
		if !l.constant() {
			return 0, false
		}
		if l == constTrue {
			u |= 1 << i
		}
	}
	if n := len(v); n < 64 && v.signBit() == constTrue {
		u |= ^uint64(0) << n
	}
	return u, true
}

func (v vector) signBit() lit { return v[len(v)-1] }

func (v vector) not() vector {
	x := make(vector, len(v))
	for i, l := range v {
		x[i] = l.not()
	}
	return x
}

// resize truncates v or extends it with fill.
func (v vector) resize(width int, fill lit) vector {
	x := make(vector, width)
	for i := copy(x, v); i < width; i++ {
		x[i] = fill
	}
	return x
}

// signed truncates v or extends it by its sign.
func (v vector) signed(width int) vector { return v.resize(width, v.signBit()) }

// significant returns the least width in which v has the same value as a signed number.
func (v vector) significant() int {
	n := len(v)
	for n > 1 && v[n-2] == v.signBit() {
		n--
	}
	return n
}

// sum returns x + y + carry, and the last carry.
func (c *circuit) sum(x, y vector, carry lit) (vector, lit) {
	z := make(vector, len(x))
	for i := range x {
		z[i], carry = c.add(x[i], y[i], carry)
	}
	return z, carry
}

// plus returns x + y + carry, computed in as few bits as needed.
func (c *circuit) plus(x, y vector, carry lit) vector {
	n := min(len(x), max(x.significant(), y.significant())+1)
	z, _ := c.sum(x[:n], y[:n], carry)
	return z.signed(len(x))
}

func (c *circuit) minus(x, y vector) vector { return c.plus(x, y.not(), constTrue) }

func (c *circuit) negate(x vector) vector { return c.minus(constant(0, len(x)), x) }

// negateIf returns -x where s holds, else x.
func (c *circuit) negateIf(s lit, x vector) vector {
	y := make(vector, len(x))
	for i, l := range x {
		y[i] = c.xor(l, s)
	}
	return c.plus(y, constant(0, len(x)), s)
}

// bitwise applies a gate to the bits of two vectors.
func bitwise(f func(a, b lit) lit, x, y vector) vector {
	z := make(vector, len(x))
	for i := range x {
		z[i] = f(x[i], y[i])
	}
	return z
}

// muxes returns x where s holds, else y.
func (c *circuit) muxes(s lit, x, y vector) vector {
	return bitwise(func(a, b lit) lit { return c.mux(s, a, b) }, x, y)
}

// andAll returns the conjunction of lits. Conjunctions that are not used elsewhere become one
// gate when they are emitted.
func (c *circuit) andAll(lits vector) lit {
	l := constTrue
	for _, a := range lits {
		l = c.and(l, a)
	}
	return l
}

// isZero returns the literal of x == 0.
func (c *circuit) isZero(x vector) lit { return c.andAll(x.not()) }

func (c *circuit) equal(x, y vector) lit {
	n := max(x.significant(), y.significant())
	return c.isZero(bitwise(c.xor, x[:n], y[:n]))
}

// less returns x < y for unsigned numbers.
func (c *circuit) less(x, y vector) lit {
	l := constFalse
	for i := range x {
		l = c.majority(x[i].not(), y[i], l)
	}
	return l
}

// lessSigned returns x < y for signed numbers.
func (c *circuit) lessSigned(x, y vector) lit {
	n := max(x.significant(), y.significant()) - 1
	return c.majority(x[n], y[n].not(), c.less(x[:n], y[:n]))
}

// lessThan returns x < y for signed or unsigned numbers.
func (c *circuit) lessThan(x, y vector, signed bool) lit {
	if signed {
		return c.lessSigned(x, y)
	}
	return c.lessSigned(x.resize(len(x)+1, constFalse), y.resize(len(y)+1, constFalse))
}

// shift shifts x by an unsigned count, left or right, and fills vacated bits with fill.
func (c *circuit) shift(x, count vector, left bool, fill lit) vector {
	shiftedOut := constFalse
	for k, s := range count {
		by := len(x)
		if k < 16 {
			by = min(by, 1<<k)
		}
		if by == len(x) {
			shiftedOut = c.or(shiftedOut, s)
			continue
		}
		x = c.muxes(s, shifted(x, by, left, fill), x)
	}
	return c.muxes(shiftedOut, vector{}.resize(len(x), fill), x)
}

// shifted shifts x by a constant count.
func shifted(x vector, count int, left bool, fill lit) vector {
	z := make(vector, len(x))
	for i := range z {
		from := i + count
		if left {
			from = i - count
		}
		z[i] = fill
		if 0 <= from && from < len(x) {
			z[i] = x[from]
		}
	}
	return z
}
