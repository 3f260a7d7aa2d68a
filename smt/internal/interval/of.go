package interval

import "nearmiss/term"

// Bounds returns the bounds of an integer or boolean slot, if known. A boolean is 0 or 1.
type Bounds func(slot int) (Span, bool)

// Of returns a span with all defined values of t, an integer or a boolean. exact reports that
// no integer operation in t wraps, including operations that t may not evaluate.
func Of(t *term.Term, bounds Bounds) (s Span, exact bool) {
	f := NewAnalysis(bounds).factOf(t)
	return f.span, f.exact
}

// fact holds the known properties of a term.
type fact struct {
	span  Span // possible values of the term
	exact bool // no integer operation in the term wraps
}

// An Analysis computes the possible values of terms bottom up, under the same bounds, and remembers
// those of all sub-terms.
type Analysis struct {
	bounds Bounds
	memo   map[*term.Term]fact // facts of the terms visited so far
}

// NewAnalysis returns an analysis under bounds, which must not change.
func NewAnalysis(bounds Bounds) *Analysis {
	return &Analysis{bounds: bounds, memo: make(map[*term.Term]fact)}
}

// Span returns the possible values of a term.
func (a *Analysis) Span(t *term.Term) Span { return a.factOf(t).span }

var (
	one       = Int(1)
	falseSpan = Single(Int(0))
	trueSpan  = Single(Int(1))
	boolSpan  = falseSpan.Join(trueSpan)
)

// Limits returns the range of an integer or boolean sort. The result for other sorts is
// meaningless.
func Limits(s term.Sort) Span {
	if s.IsInteger() {
		return Whole(int(s.Bits), s.Kind == term.Int)
	}
	return boolSpan
}

// hasRange reports whether a sort is an integer or boolean sort.
func hasRange(s term.Sort) bool { return s.IsInteger() || s.Kind == term.Bool }

// factOf returns the fact of a term.
func (a *Analysis) factOf(expr *term.Term) fact {
	switch expr.Op {
	case term.Const:
		if !hasRange(expr.Sort) {
			return fact{span: Limits(expr.Sort), exact: true}
		}
		return fact{span: Single(NumberOf(expr.Bits, expr.Sort.Kind == term.Int)), exact: true}
	case term.Slot:
		s := Limits(expr.Sort)
		if hasRange(expr.Sort) {
			if known, ok := a.bounds(int(expr.Bits)); ok {
				if known, ok = known.Meet(s); ok {
					s = known
				}
			}
		}
		return fact{span: s, exact: true}
	}
	f, ok := a.memo[expr]
	if !ok {
		f = a.apply(expr)
		a.memo[expr] = f
	}
	return f
}

// apply returns the fact of an operation. It visits all operands, for exactness.
func (a *Analysis) apply(expr *term.Term) fact {
	exact := true
	var args [3]Span
	for i, x := range expr.Args {
		f := a.factOf(x)
		args[i], exact = f.span, exact && f.exact
	}
	all := Limits(expr.Sort)
	if !hasRange(expr.Sort) {
		return fact{span: all, exact: exact}
	}
	s, ok := a.operation(expr, args[0], args[1], args[2])
	switch {
	case !ok:
		return fact{span: all, exact: exact && !mayWrap(expr)}
	case !s.Within(all):
		return fact{span: wrapped(s, all)}
	}
	return fact{span: s, exact: exact}
}

// mayWrap reports whether an operation with an unknown result may have wrapped.
func mayWrap(t *term.Term) bool {
	switch t.Op {
	case term.Shl, term.Div:
		return true
	case term.Convert:
		return t.Args[0].Sort.IsInteger()
	}
	return false
}

// wrapped returns a span after wrapping into a sort. If all of it wraps once, the result is one
// piece; otherwise it is the whole sort.
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

// operation returns the span of expr over unbounded integers. ok is false if it is unknown.
func (a *Analysis) operation(expr *term.Term, x, y, z Span) (Span, bool) {
	if r, ok := expr.Op.Rel(); ok {
		if !hasRange(expr.Args[0].Sort) {
			return boolSpan, true
		}
		return compare(r, x, y), true
	}
	switch expr.Op {
	case term.Not:
		return Sub(trueSpan, x), true
	case term.AndAlso:
		return Span{Lo: Least(x.Lo, y.Lo), Hi: Least(x.Hi, y.Hi)}, true
	case term.OrElse:
		return Span{Lo: Greatest(x.Lo, y.Lo), Hi: Greatest(x.Hi, y.Hi)}, true
	case term.Ite:
		switch x {
		case trueSpan:
			return y, true
		case falseSpan:
			return z, true
		}
		return y.Join(z), true
	case term.Convert:
		return x, expr.Args[0].Sort.IsInteger()
	case term.Len:
		return Span{Hi: Limits(expr.Sort).Hi}, true
	}
	return arithmetic(expr, x, y)
}

func arithmetic(expr *term.Term, x, y Span) (Span, bool) {
	switch expr.Op {
	case term.Add:
		return Add(x, y), true
	case term.Sub:
		return Sub(x, y), true
	case term.Mul:
		if expr.Args[0] == expr.Args[1] {
			return square(x), true
		}
		return Mul(x, y), true
	case term.Neg:
		return Neg(x), true
	case term.Com:
		if expr.Sort.Kind == term.Uint {
			return Sub(Single(Limits(expr.Sort).Hi), x), true
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

// square returns x · x.
func square(x Span) Span {
	s := Mul(x, x)
	if x.Has(Int(0)) {
		s.Lo = Int(0)
	} else {
		s.Lo = Least(x.Lo.Mul(x.Lo), x.Hi.Mul(x.Hi))
	}
	return s
}

// compare returns the possible truth values of x r y.
func compare(r term.Rel, x, y Span) Span {
	if _, ok := Narrow(r, x, y); !ok {
		return falseSpan
	}
	if _, ok := Narrow(r.Negate(), x, y); !ok {
		return trueSpan
	}
	return boolSpan
}
