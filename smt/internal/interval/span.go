package interval

// Span is the set of integers from Lo to Hi. It is never empty.
type Span struct{ Lo, Hi Number }

// Single returns the span of one number.
func Single(n Number) Span { return Span{n, n} }

// Whole returns the span of all integers of a width.
func Whole(bits int, signed bool) Span {
	if signed {
		top := Int(int64(1)<<(bits-1) - 1)
		return Span{Int(-1).Sub(top), top}
	}
	return Span{Int(0), Uint(^uint64(0) >> (64 - bits))}
}

// Join returns the least span that contains i and j.
func (i Span) Join(j Span) Span {
	return Span{Least(i.Lo, j.Lo), Greatest(i.Hi, j.Hi)}
}

// Meet returns the intersection of i and j. ok is false if it is empty.
func (i Span) Meet(j Span) (Span, bool) {
	m := Span{Greatest(i.Lo, j.Lo), Least(i.Hi, j.Hi)}
	return m, !m.Hi.Less(m.Lo)
}

// Within reports whether i is a subset of j.
func (i Span) Within(j Span) bool { return !i.Lo.Less(j.Lo) && !j.Hi.Less(i.Hi) }

// Has reports whether n is in i.
func (i Span) Has(n Number) bool { return !n.Less(i.Lo) && !i.Hi.Less(n) }

// IsSingle reports whether i has one number.
func (i Span) IsSingle() bool { return i.Lo == i.Hi }

// Natural reports whether no number of i is negative.
func (i Span) Natural() bool { return i.Lo.Sign() >= 0 }

// String formats i as [Lo, Hi].
func (i Span) String() string { return "[" + i.Lo.String() + ", " + i.Hi.String() + "]" }
