package infeasible

import (
	"go/token"

	"nearmiss/internal/span"
)

// binary is x op y before it is fitted into its type. ok is false if nothing
// is known.
func binary(op token.Token, x, y span.Span) (_ span.Span, ok bool) {
	switch op {
	case token.ADD:
		return span.Add(x, y), true
	case token.SUB:
		return span.Sub(x, y), true
	case token.MUL:
		return span.Mul(x, y), true
	case token.QUO:
		return span.Quo(x, y)
	case token.REM:
		return span.Rem(x, y)
	case token.AND:
		return span.And(x, y)
	case token.AND_NOT:
		return span.AndNot(x, y)
	case token.OR:
		return span.Or(x, y)
	case token.XOR:
		return span.Xor(x, y)
	case token.SHL:
		return span.Shl(x, y)
	case token.SHR:
		return span.Shr(x, y)
	}
	return span.Span{}, false
}
