package interval

import (
	"nearmiss/term"
)

// Narrow is what is left of x where x r y holds; false if nothing is.
func Narrow(r term.Rel, x, y Span) (Span, bool) {
	one := Int(1)
	switch r {
	case term.EQ:
		return x.Meet(y)
	case term.NE:
		if !y.IsSingle() {
			return x, true
		}
		if x.Lo == y.Lo {
			x.Lo = x.Lo.Add(one)
		}
		if x.Hi == y.Lo {
			x.Hi = x.Hi.Sub(one)
		}
		return x, !x.Hi.Less(x.Lo)
	case term.LT:
		x.Hi = Least(x.Hi, y.Hi.Sub(one))
	case term.LE:
		x.Hi = Least(x.Hi, y.Hi)
	case term.GT:
		x.Lo = Greatest(x.Lo, y.Lo.Add(one))
	case term.GE:
		x.Lo = Greatest(x.Lo, y.Lo)
	}
	return x, !x.Hi.Less(x.Lo)
}
