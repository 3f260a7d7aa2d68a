package interval

import "nearmiss/term"

// Bounds says what is known of an integer or boolean slot; false if nothing
// is. A boolean is 0 or 1.
type Bounds func(slot int) (Span, bool)

// Of returns between which numbers the values of t are, an integer or a
// boolean, where it is defined. exact says that no operation on integers in t
// wraps, those included that t may not come to evaluate.
func Of(t *term.Term, bounds Bounds) (s Span, exact bool) {
	a := analysis{bounds: bounds, memo: make(map[*term.Term]fact)}
	f := a.of(t)
	return f.span, f.exact
}

// fact is what is known of a term.
type fact struct {
	span  Span
	exact bool
}

// analysis computes facts bottom up.
type analysis struct {
	bounds Bounds
	memo   map[*term.Term]fact
}

var (
	one    = Int(1)
	never  = Single(Int(0))
	always = Single(Int(1))
	either = never.Join(always)
)

// Limits is what a sort allows; nothing useful for those that are no integers
// or booleans.
func Limits(s term.Sort) Span {
	if s.IsInteger() {
		return Whole(int(s.Bits), s.Kind == term.Int)
	}
	return either
}

func counts(s term.Sort) bool { return s.IsInteger() || s.Kind == term.Bool }

func (a *analysis) of(t *term.Term) fact {
	switch t.Op {
	case term.Const:
		if !counts(t.Sort) {
			return fact{span: Limits(t.Sort), exact: true}
		}
		return fact{span: Single(NumberOf(t.Bits, t.Sort.Kind == term.Int)), exact: true}
	case term.Slot:
		s := Limits(t.Sort)
		if counts(t.Sort) {
			if known, ok := a.bounds(int(t.Bits)); ok {
				if known, ok = known.Meet(s); ok {
					s = known
				}
			}
		}
		return fact{span: s, exact: true}
	}
	f, ok := a.memo[t]
	if !ok {
		f = a.apply(t)
		a.memo[t] = f
	}
	return f
}

// apply is the fact of an operation. All operands are looked at, for
// exactness.
func (a *analysis) apply(t *term.Term) fact {
	exact := true
	var args [3]Span
	for i, x := range t.Args {
		f := a.of(x)
		args[i], exact = f.span, exact && f.exact
	}
	all := Limits(t.Sort)
	if !counts(t.Sort) {
		return fact{span: all, exact: exact}
	}
	s, ok := a.operation(t, args[0], args[1], args[2])
	switch {
	case !ok:
		return fact{span: all, exact: exact && !mayWrap(t)}
	case !s.Within(all):
		return fact{span: wrapped(s, all)}
	}
	return fact{span: s, exact: exact}
}

// mayWrap reports whether an operation of which nothing is known may have
// wrapped.
func mayWrap(t *term.Term) bool {
	switch t.Op {
	case term.Shl, term.Div:
		return true
	case term.Convert:
		return t.Args[0].Sort.IsInteger()
	}
	return false
}

// wrapped is what a span is in a sort that it leaves: if all of it wraps once,
// it stays in one piece.
func wrapped(s, all Span) Span {
	size := Single(all.Hi.Sub(all.Lo).Add(one))
	if !s.Within(Span{Lo: all.Lo.Sub(size.Hi), Hi: all.Hi.Add(size.Hi)}) {
		return all
	}
	if d := Sub(s, size); d.Within(all) {
		return d
	}
	if d := Add(s, size); d.Within(all) {
		return d
	}
	return all
}

// operation is t as it would be without a width; false if nothing is known.
func (a *analysis) operation(t *term.Term, x, y, z Span) (Span, bool) {
	if r, ok := t.Op.Rel(); ok {
		if !counts(t.Args[0].Sort) {
			return either, true
		}
		return compare(r, x, y), true
	}
	switch t.Op {
	case term.Not:
		return Sub(always, x), true
	case term.AndAlso:
		return Span{Lo: Least(x.Lo, y.Lo), Hi: Least(x.Hi, y.Hi)}, true
	case term.OrElse:
		return Span{Lo: Greatest(x.Lo, y.Lo), Hi: Greatest(x.Hi, y.Hi)}, true
	case term.Ite:
		switch x {
		case always:
			return y, true
		case never:
			return z, true
		}
		return y.Join(z), true
	case term.Convert:
		return x, t.Args[0].Sort.IsInteger()
	case term.Len:
		return Span{Hi: Limits(t.Sort).Hi}, true
	}
	return arithmetic(t, x, y)
}

func arithmetic(t *term.Term, x, y Span) (Span, bool) {
	switch t.Op {
	case term.Add:
		return Add(x, y), true
	case term.Sub:
		return Sub(x, y), true
	case term.Mul:
		if t.Args[0] == t.Args[1] {
			return square(x), true
		}
		return Mul(x, y), true
	case term.Neg:
		return Neg(x), true
	case term.Com:
		if t.Sort.Kind == term.Uint {
			return Sub(Single(Limits(t.Sort).Hi), x), true
		}
		return Com(x), true
	case term.Div:
		return Quo(x, y)
	case term.Rem:
		return Rem(x, y)
	case term.And:
		return And(x, y)
	case term.Or:
		return Or(x, y)
	case term.Xor:
		return Xor(x, y)
	case term.AndNot:
		return AndNot(x, y)
	case term.Shl:
		return Shl(x, y)
	case term.Shr:
		return Shr(x, y)
	}
	return Span{}, false
}

// square is x · x.
func square(x Span) Span {
	s := Mul(x, x)
	if x.Has(Int(0)) {
		s.Lo = Int(0)
	} else {
		s.Lo = Least(x.Lo.Mul(x.Lo), x.Hi.Mul(x.Hi))
	}
	return s
}

// compare is what x r y can be.
func compare(r term.Rel, x, y Span) Span {
	if _, ok := Narrow(r, x, y); !ok {
		return never
	}
	if _, ok := Narrow(r.Negate(), x, y); !ok {
		return always
	}
	return either
}
