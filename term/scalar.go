package term

import (
	"math"

	"nearmiss/internal/probe"
)

// evalUnary returns op x, where x is of sort from. ok is false if the result is undefined.
func evalUnary(op Op, from, to Sort, x uint64) (uint64, bool) {
	switch op {
	case Convert:
		return convert(x, from, to)
	case ToBits:
		return BitsOfFloat(from, x), true
	case FromBits:
		return FloatOfBits(to, x), true
	case Com:
		return to.Wrap(^x), true
	case Sqrt:
		return math.Float64bits(math.Sqrt(math.Float64frombits(x))), true
	case Exp:
		return math.Float64bits(math.Exp(math.Float64frombits(x))), true
	case Log:
		return math.Float64bits(math.Log(math.Float64frombits(x))), true
	case Floor:
		return math.Float64bits(math.Floor(math.Float64frombits(x))), true
	}
	if to.Kind == Float {
		return math.Float64bits(-math.Float64frombits(x)), true
	}
	return to.Wrap(-x), true
}

// evalBinary returns x op y of the given sort. count is the sort of y in a shift. ok is false if the
// result is undefined.
func evalBinary(op Op, sort, count Sort, x, y uint64) (uint64, bool) {
	if sort.Kind == Float {
		return floating(op, sort, x, y), true
	}
	switch op {
	case Add:
		x += y
	case Sub:
		x -= y
	case Mul:
		x *= y
	case And:
		x &= y
	case Or:
		x |= y
	case Xor:
		x ^= y
	case AndNot:
		x &^= y
	case Div, Rem:
		return divide(op, sort, x, y)
	case Shl, Shr:
		if count.Kind == Int && int64(y) < 0 {
			return 0, false
		}
		x = shift(op, sort, x, y)
	default:
		panic("term: BUG: " + op.String() + " of integers")
	}
	return sort.Wrap(x), true
}

func floating(op Op, sort Sort, a, b uint64) uint64 {
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	switch op {
	case Add:
		x += y
	case Sub:
		x -= y
	case Mul:
		x *= y
	case Div:
		x /= y
	case Pow:
		x = math.Pow(x, y)
	default:
		panic("term: BUG: " + op.String() + " of floats")
	}
	return math.Float64bits(roundFloat(sort, x))
}

func divide(op Op, sort Sort, x, y uint64) (uint64, bool) {
	if y == 0 {
		return 0, false
	}
	signed, quotient := sort.Kind == Int, op == Div
	switch {
	case signed && quotient:
		x = uint64(int64(x) / int64(y))
	case signed:
		x = uint64(int64(x) % int64(y))
	case quotient:
		x /= y
	default:
		x %= y
	}
	return sort.Wrap(x), true
}

func shift(op Op, s Sort, x, y uint64) uint64 {
	switch {
	case op == Shl:
		return x << y
	case s.Kind == Int:
		return uint64(int64(x) >> y)
	}
	return x >> y
}

func convert(word uint64, from, to Sort) (uint64, bool) {
	switch {
	case from.Kind == Float && to.Kind == Float:
		return math.Float64bits(roundFloat(to, math.Float64frombits(word))), true
	case from.Kind == Float:
		return truncate(math.Float64frombits(word), to)
	case to.Kind == Float && from.Kind == Int:
		if to.Bits == 32 {
			return math.Float64bits(float64(float32(int64(word)))), true
		}
		return math.Float64bits(float64(int64(word))), true
	case to.Kind == Float:
		if to.Bits == 32 {
			return math.Float64bits(float64(float32(word))), true
		}
		return math.Float64bits(float64(word)), true
	}
	return to.Wrap(word), true
}

// truncate converts a float to an integer. ok is false if the Go language does not define the
// result.
func truncate(number float64, to Sort) (uint64, bool) {
	number = math.Trunc(number)
	if to.Kind == Int {
		limit := math.Ldexp(1, int(to.Bits)-1)
		if !(number >= -limit && number < limit) {
			return 0, false
		}
		return uint64(int64(number)), true
	}
	if !(number >= 0 && number < math.Ldexp(1, int(to.Bits))) {
		return 0, false
	}
	return uint64(number), true
}

const (
	exponent32  = 0x7f800000
	exponent64  = 0x7ff0000000000000
	mantissa32  = 1<<23 - 1
	mantissaGap = 52 - 23 // difference of the mantissa widths in bits
)

// BitsOfFloat returns the bits of a float of sort s that is stored as float64 bits. The result
// keeps the payload of a 32-bit NaN, which a conversion would not.
func BitsOfFloat(s Sort, word uint64) uint64 {
	if s.Bits == 64 {
		return word
	}
	if f := math.Float64frombits(word); f == f {
		return uint64(math.Float32bits(float32(f)))
	}
	mantissa := word >> mantissaGap & mantissa32
	if mantissa == 0 {
		mantissa = 1 << 22 // the payload was in the bits that are dropped
	}
	return word>>63<<31 | exponent32 | mantissa
}

// FloatOfBits returns the float of sort s with the given bits, as float64 bits.
func FloatOfBits(s Sort, v uint64) uint64 {
	if s.Bits == 64 {
		return v
	}
	if v&exponent32 == exponent32 && v&mantissa32 != 0 {
		return v>>31<<63 | exponent64 | v&mantissa32<<mantissaGap
	}
	return math.Float64bits(float64(math.Float32frombits(uint32(v))))
}

// relationOfWords returns the exact distance of x r y. For Bools r must be EQ or NE.
func relationOfWords(r Rel, s Sort, x, y uint64) uint64 {
	switch s.Kind {
	case Int:
		return probe.DistI(probe.Rel(r), int64(x), int64(y))
	case Uint:
		return probe.DistU(probe.Rel(r), x, y)
	case Float:
		return probe.DistF(probe.Rel(r), math.Float64frombits(x), math.Float64frombits(y))
	}
	return probe.DistBool((x == y) == (r == EQ))
}

// holds reports whether x r y is true.
func holds(r Rel, s Sort, x, y uint64) bool {
	switch {
	case r <= NE && s.Kind != Float:
		return (x == y) == (r == EQ)
	case s.Kind == Int:
		x ^= 1 << 63 // maps the order of signed words to that of unsigned words
		y ^= 1 << 63
	case s.Kind == Float:
		return probe.DistF(probe.Rel(r), math.Float64frombits(x), math.Float64frombits(y)) == 0
	}
	switch r {
	case LT:
		return x < y
	case LE:
		return x <= y
	case GT:
		return x > y
	}
	return x >= y
}
