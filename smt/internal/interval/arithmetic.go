package interval

// Add returns x + y.
func Add(x, y Span) Span { return Span{x.Lo.Add(y.Lo), x.Hi.Add(y.Hi)} }

// Sub returns x - y.
func Sub(x, y Span) Span { return Span{x.Lo.Sub(y.Hi), x.Hi.Sub(y.Lo)} }

// Neg returns -x.
func Neg(x Span) Span { return Span{x.Hi.Neg(), x.Lo.Neg()} }

// Com returns -x - 1.
func Com(x Span) Span { return Sub(Neg(x), Single(Int(1))) }

// Mul returns x · y.
func Mul(x, y Span) Span { return corners(x, y, Number.Mul) }

// corners returns the hull of an operation that is monotone in each operand.
func corners(x, y Span, op func(a, b Number) Number) Span {
	return Single(op(x.Lo, y.Lo)).Join(Single(op(x.Lo, y.Hi))).
		Join(Single(op(x.Hi, y.Lo))).Join(Single(op(x.Hi, y.Hi)))
}

// Quo returns x / y, rounded towards zero as in Go, for the y other than 0. ok is false if y is
// only 0.
func Quo(x, y Span) (Span, bool) {
	zero := Number{}
	if !y.Has(zero) {
		return corners(x, y, Number.Quo), true
	}
	var q Span
	ok := false
	if zero.Less(y.Hi) {
		q, ok = corners(x, Span{one, y.Hi}, Number.Quo), true
	}
	if y.Lo.Less(zero) {
		p := corners(x, Span{y.Lo, one.Neg()}, Number.Quo)
		if ok {
			p = p.Join(q)
		}
		return p, true
	}
	return q, ok
}

// Rem returns the remainders of Quo. A remainder has the sign of x, a smaller magnitude than y,
// and at most the magnitude of x.
func Rem(x, y Span) (Span, bool) {
	most := Greatest(y.Lo.Neg(), y.Hi).Sub(Int(1))
	if y.Lo.Sign() > 0 {
		most = y.Hi.Sub(Int(1))
	}
	if most.Sign() < 0 {
		return Span{}, false
	}
	if y.Lo.Sign() > 0 && x.Natural() && x.Hi.Less(y.Lo) {
		return x, true
	}
	var m Span
	if x.Hi.Sign() > 0 {
		m.Hi = Least(x.Hi, most)
	}
	if x.Lo.Sign() < 0 {
		m.Lo = Greatest(x.Lo, most.Neg())
	}
	return m, true
}

// And returns x & y. The result has no bit that a natural operand lacks. ok is false if neither
// operand is natural.
func And(x, y Span) (Span, bool) {
	switch {
	case x.Natural() && y.Natural():
		return Span{Hi: Least(x.Hi, y.Hi)}, true
	case x.Natural():
		return Span{Hi: x.Hi}, true
	case y.Natural():
		return Span{Hi: y.Hi}, true
	}
	return Span{}, false
}

// AndNot returns x &^ y. ok is false if x may be negative.
func AndNot(x, _ Span) (Span, bool) {
	if x.Natural() {
		return Span{Hi: x.Hi}, true
	}
	return Span{}, false
}

// Or returns x | y. ok is false if an operand may be negative.
func Or(x, y Span) (Span, bool) {
	if x.Natural() && y.Natural() {
		return Span{Greatest(x.Lo, y.Lo), maxOfBits(max(x.Hi.Len(), y.Hi.Len()))}, true
	}
	return Span{}, false
}

// Xor returns x ^ y. ok is false if an operand may be negative.
func Xor(x, y Span) (Span, bool) {
	if x.Natural() && y.Natural() {
		return Span{Hi: maxOfBits(max(x.Hi.Len(), y.Hi.Len()))}, true
	}
	return Span{}, false
}

// maxOfBits returns the greatest number of so many bits.
func maxOfBits(bits int) Number { return Int(1).Shl(uint(bits)).Sub(Int(1)) }

// Shl returns x << y. ok is false if y may be negative.
func Shl(x, y Span) (Span, bool) {
	if !y.Natural() {
		return Span{}, false
	}
	return corners(x, y, func(a, b Number) Number { return a.Shl(count(b)) }), true
}

// Shr returns x >> y, rounded down. ok is false if y may be negative.
func Shr(x, y Span) (Span, bool) {
	if !y.Natural() {
		return Span{}, false
	}
	return corners(x, y, func(a, b Number) Number { return a.Shr(count(b)) }), true
}

// count returns the number of bits to shift by; counts of 127 and more have the same effect.
func count(n Number) uint { return uint(Least(n, Int(127)).Bits()) }
