package interval

import (
	"nearmiss/internal/probe"
)

// Narrow is what is left of x where x r y holds; false if nothing is.
func Narrow(r probe.Rel, x, y Span) (Span, bool) {
	one := Int(1)
	switch r {
	case probe.EQ:
		return x.Meet(y)
	case probe.NE:
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
	case probe.LT:
		x.Hi = Least(x.Hi, y.Hi.Sub(one))
	case probe.LE:
		x.Hi = Least(x.Hi, y.Hi)
	case probe.GT:
		x.Lo = Greatest(x.Lo, y.Lo.Add(one))
	case probe.GE:
		x.Lo = Greatest(x.Lo, y.Lo)
	}
	return x, !x.Hi.Less(x.Lo)
}
