package effects

import (
	"go/token"

	"nearmiss/smt/interval"
)

// binary is x op y before it is fitted into its type. ok is false if nothing
// is known.
func binary(op token.Token, x, y interval.Span) (_ interval.Span, ok bool) {
	switch op {
	case token.ADD:
		return interval.Add(x, y), true
	case token.SUB:
		return interval.Sub(x, y), true
	case token.MUL:
		return interval.Mul(x, y), true
	case token.QUO:
		return interval.Quo(x, y)
	case token.REM:
		return interval.Rem(x, y)
	case token.AND:
		return interval.And(x, y)
	case token.AND_NOT:
		return interval.AndNot(x, y)
	case token.OR:
		return interval.Or(x, y)
	case token.XOR:
		return interval.Xor(x, y)
	case token.SHL:
		return interval.Shl(x, y)
	case token.SHR:
		return interval.Shr(x, y)
	}
	return interval.Span{}, false
}
