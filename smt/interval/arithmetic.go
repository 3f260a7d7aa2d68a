package interval

// Add is x + y.
func Add(x, y Span) Span { return Span{x.Lo.Add(y.Lo), x.Hi.Add(y.Hi)} }

// Sub is x - y.
func Sub(x, y Span) Span { return Span{x.Lo.Sub(y.Hi), x.Hi.Sub(y.Lo)} }

// Neg is -x.
func Neg(x Span) Span { return Span{x.Hi.Neg(), x.Lo.Neg()} }

// Com is -x - 1.
func Com(x Span) Span { return Sub(Neg(x), Single(Int(1))) }

// Mul is x · y.
func Mul(x, y Span) Span { return corners(x, y, Number.Mul) }

// corners is the hull of an operation that is monotone in each operand.
func corners(x, y Span, op func(a, b Number) Number) Span {
	return Single(op(x.Lo, y.Lo)).Join(Single(op(x.Lo, y.Hi))).
		Join(Single(op(x.Hi, y.Lo))).Join(Single(op(x.Hi, y.Hi)))
}

// Quo is x / y rounded towards zero, as Go does, where y is not 0; false if y
// is nothing but 0.
func Quo(x, y Span) (Span, bool) {
	zero, one := Number{}, Int(1)
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

// Rem is the remainder of Quo: it has the sign of x, is nearer to zero than y
// and not farther than x.
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

// And is x & y: it has no bit that a natural operand lacks; false if nothing
// is known.
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

// AndNot is x &^ y.
func AndNot(x, _ Span) (Span, bool) {
	if x.Natural() {
		return Span{Hi: x.Hi}, true
	}
	return Span{}, false
}

// Or is x | y.
func Or(x, y Span) (Span, bool) {
	if x.Natural() && y.Natural() {
		return Span{Greatest(x.Lo, y.Lo), below(max(x.Hi.Len(), y.Hi.Len()))}, true
	}
	return Span{}, false
}

// Xor is x ^ y.
func Xor(x, y Span) (Span, bool) {
	if x.Natural() && y.Natural() {
		return Span{Hi: below(max(x.Hi.Len(), y.Hi.Len()))}, true
	}
	return Span{}, false
}

// below is the greatest number of so many bits.
func below(bits int) Number { return Int(1).Shl(uint(bits)).Sub(Int(1)) }

// Shl is x << y; false if y may be negative.
func Shl(x, y Span) (Span, bool) {
	if !y.Natural() {
		return Span{}, false
	}
	return corners(x, y, func(a, b Number) Number { return a.Shl(count(b)) }), true
}

// Shr is x >> y, rounded down; false if y may be negative.
func Shr(x, y Span) (Span, bool) {
	if !y.Natural() {
		return Span{}, false
	}
	return corners(x, y, func(a, b Number) Number { return a.Shr(count(b)) }), true
}

// count is how far to shift: from 127 on nothing changes.
func count(n Number) uint { return uint(Least(n, Int(127)).Bits()) }
