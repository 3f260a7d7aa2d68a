package interval

import (
	"nearmiss/term"
)

// often is how many times an operation is narrowed for one clause, which
// bounds the work where sub-terms are shared.
const often = 4

// narrow has t be within a span and its slots with it; false if that cannot
// be.
func (s *Solver) narrow(t *term.Term, to Span) bool {
	f := s.of(t)
	m, ok := f.span.Meet(to)
	if !ok || !counts(t.Sort) || m == f.span || t.Op == term.Const {
		return ok
	}
	if t.Op == term.Slot {
		s.bound(int(t.Bits), t.Sort, m)
		return true
	}
	if f.seen == often {
		return true
	}
	s.memo[t] = fact{m, f.exact, f.seen + 1}
	if t.Sort.Kind == term.Bool {
		return s.narrowTruth(t, m)
	}
	return s.narrowInteger(t, m)
}

// narrowTruth has t, which was open, be one of true and false.
func (s *Solver) narrowTruth(t *term.Term, m Span) bool {
	if r, ok := t.Op.Rel(); ok {
		x, y := t.Args[0], t.Args[1]
		if !counts(x.Sort) {
			return true
		}
		if m == never {
			r = r.Negate()
		}
		u, v := s.of(x).span, s.of(y).span
		left, ok := Narrow(r, u, v)
		if !ok {
			return false
		}
		right, ok := Narrow(r.Mirror(), v, u)
		return ok && s.narrow(x, left) && s.narrow(y, right)
	}
	switch t.Op {
	case term.Not:
		return s.narrow(t.Args[0], Sub(always, m))
	case term.AndAlso, term.OrElse:
		return s.narrowConnective(t, m)
	case term.Ite:
		return s.narrowIte(t, m)
	}
	return true
}

// narrowConnective: both operands of a && that is true are true; if it is
// false, and one is true, the other is false. Of || it is the reverse.
func (s *Solver) narrowConnective(t *term.Term, m Span) bool {
	all, other := always, never
	if t.Op == term.OrElse {
		all, other = never, always
	}
	x, y := t.Args[0], t.Args[1]
	switch {
	case m == all:
		return s.narrow(x, all) && s.narrow(y, all)
	case s.of(x).span == all:
		return s.narrow(y, other)
	case s.of(y).span == all:
		return s.narrow(x, other)
	}
	return true
}

// narrowIte narrows the operand that is taken, if it is known which.
func (s *Solver) narrowIte(t *term.Term, m Span) bool {
	c, x, y := t.Args[0], t.Args[1], t.Args[2]
	_, first := s.of(x).span.Meet(m)
	_, second := s.of(y).span.Meet(m)
	switch is := s.of(c).span; {
	case is == always || !second:
		return s.narrow(c, always) && s.narrow(x, m)
	case is == never || !first:
		return s.narrow(c, never) && s.narrow(y, m)
	}
	return true
}

// narrowInteger narrows the operands of an operation that does not wrap.
func (s *Solver) narrowInteger(t *term.Term, m Span) bool {
	if t.Op == term.Ite {
		return s.narrowIte(t, m)
	}
	x := t.Args[0]
	u := s.of(x).span
	var y *term.Term
	var v Span
	if len(t.Args) > 1 {
		y = t.Args[1]
		v = s.of(y).span
	}
	if all, ok := s.operation(t, u, v, Span{}); !ok || !all.Within(limits(t.Sort)) {
		return true
	}
	switch t.Op {
	case term.Add:
		return s.narrow(x, Sub(m, v)) && s.narrow(y, Sub(m, s.of(x).span))
	case term.Sub:
		return s.narrow(x, Add(m, v)) && s.narrow(y, Sub(s.of(x).span, m))
	case term.Neg:
		return s.narrow(x, Neg(m))
	case term.Com:
		if t.Sort.Kind == term.Uint {
			return s.narrow(x, Sub(Single(limits(t.Sort).Hi), m))
		}
		return s.narrow(x, Com(m))
	case term.Convert:
		return s.narrow(x, m)
	case term.Mul, term.Div, term.Shr:
		if v.IsSingle() && v.Lo.Sign() > 0 {
			before, ok := inverse(t.Op, m, v.Lo)
			return ok && s.narrow(x, before)
		}
	}
	return true
}

// inverse returns the x for which x op c, for a positive c, is in m; false if
// there is none.
func inverse(op term.Op, m Span, c Number) (Span, bool) {
	switch op {
	case term.Mul:
		m = Span{Lo: up(m.Lo, c), Hi: down(m.Hi, c)}
	case term.Div:
		m.Lo, m.Hi = m.Lo.Mul(c), m.Hi.Mul(c)
		if m.Lo.Sign() <= 0 {
			m.Lo = m.Lo.Sub(c).Add(one)
		}
		if m.Hi.Sign() >= 0 {
			m.Hi = m.Hi.Add(c).Sub(one)
		}
	case term.Shr:
		if Int(63).Less(c) {
			return Whole(64, true).Join(Whole(64, false)), true
		}
		n := uint(c.Bits())
		m = Span{Lo: m.Lo.Shl(n), Hi: m.Hi.Add(one).Shl(n).Sub(one)}
	}
	return m, !m.Hi.Less(m.Lo)
}

// down is a / c rounded down, up rounded up, for a positive c.
func down(a, c Number) Number {
	q := a.Quo(c)
	if a.Less(q.Mul(c)) {
		q = q.Sub(one)
	}
	return q
}

func up(a, c Number) Number { return down(a.Neg(), c).Neg() }
