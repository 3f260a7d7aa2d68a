package infeasible

import (
	"go/token"
	"math/big"
)

// binary is x op y before it is fitted into its type. ok is false if nothing
// is known.
func binary(op token.Token, x, y interval) (_ interval, ok bool) {
	switch op {
	case token.ADD:
		return interval{add(x.lo, y.lo), add(x.hi, y.hi)}, true
	case token.SUB:
		return interval{sub(x.lo, y.hi), sub(x.hi, y.lo)}, true
	case token.MUL:
		return corners(x, y, func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }), true
	case token.QUO:
		return quotient(x, y)
	case token.REM:
		return remainder(x, y)
	case token.AND:
		return and(x, y)
	case token.AND_NOT:
		if x.natural() {
			return interval{number(0), x.hi}, true
		}
	case token.OR, token.XOR:
		if x.natural() && y.natural() {
			m := interval{number(0), below(max(x.hi.BitLen(), y.hi.BitLen()))}
			if op == token.OR {
				m.lo = maxOf(x.lo, y.lo)
			}
			return m, true
		}
	case token.SHL:
		if y.natural() && y.hi.IsInt64() && y.hi.Int64() <= 128 {
			return corners(x, y, func(a, b *big.Int) *big.Int { return new(big.Int).Lsh(a, uint(b.Int64())) }), true
		}
	case token.SHR:
		if y.natural() {
			y = interval{minOf(y.lo, number(256)), minOf(y.hi, number(256))} // what is left does not change any more
			return corners(x, y, func(a, b *big.Int) *big.Int { return new(big.Int).Rsh(a, uint(b.Int64())) }), true
		}
	}
	return interval{}, false
}

func add(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
func sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }

// below is the greatest number of so many bits.
func below(bits int) *big.Int { return sub(new(big.Int).Lsh(number(1), uint(bits)), number(1)) }

// corners is the hull of an operation that is monotone in each operand.
func corners(x, y interval, op func(a, b *big.Int) *big.Int) interval {
	m := single(op(x.lo, y.lo))
	for _, n := range []*big.Int{op(x.lo, y.hi), op(x.hi, y.lo), op(x.hi, y.hi)} {
		m = m.join(single(n))
	}
	return m
}

// quotient rounds towards zero, as Go does. With zero among the divisors, all
// others are at least 1 in size.
func quotient(x, y interval) (interval, bool) {
	if !y.has(number(0)) {
		return corners(x, y, func(a, b *big.Int) *big.Int { return new(big.Int).Quo(a, b) }), true
	}
	if y.natural() {
		return interval{minOf(x.lo, number(0)), maxOf(x.hi, number(0))}, true
	}
	return interval{}, false
}

// remainder has the sign of x, and is nearer to zero than y and not farther
// than x.
func remainder(x, y interval) (interval, bool) {
	most := sub(maxOf(new(big.Int).Abs(y.lo), new(big.Int).Abs(y.hi)), number(1))
	if most.Sign() < 0 {
		return interval{}, false // by zero
	}
	m := interval{number(0), number(0)}
	if x.hi.Sign() > 0 {
		m.hi = minOf(x.hi, most)
	}
	if x.lo.Sign() < 0 {
		m.lo = maxOf(x.lo, new(big.Int).Neg(most))
	}
	return m, true
}

// and has no bit that a natural operand lacks.
func and(x, y interval) (interval, bool) {
	switch {
	case x.natural() && y.natural():
		return interval{number(0), minOf(x.hi, y.hi)}, true
	case x.natural():
		return interval{number(0), x.hi}, true
	case y.natural():
		return interval{number(0), y.hi}, true
	}
	return interval{}, false
}
