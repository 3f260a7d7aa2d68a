package interval

import (
	"math"
	"math/big"
	"math/bits"
)

// Number is a 128-bit integer in two's complement. The zero value is 0. Numbers compare with
// ==.
type Number struct {
	hi int64
	lo uint64
}

// Max and Min are the bounds of Number.
var (
	Max = Number{math.MaxInt64, math.MaxUint64}
	Min = Number{math.MinInt64, 0}
)

// Int converts a signed machine integer.
func Int(v int64) Number { return Number{v >> 63, uint64(v)} }

// Uint converts an unsigned machine integer.
func Uint(v uint64) Number { return Number{0, v} }

// NumberOf converts a machine integer that is stored in 64 bits.
func NumberOf(v uint64, signed bool) Number {
	if signed {
		return Int(int64(v))
	}
	return Uint(v)
}

// Bits returns the low 64 bits: the machine integer.
func (a Number) Bits() uint64 { return a.lo }

// Add returns a + b.
func (a Number) Add(b Number) Number {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return Number{a.hi + b.hi + int64(carry), lo}
}

// Sub returns a - b.
func (a Number) Sub(b Number) Number {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	return Number{a.hi - b.hi - int64(borrow), lo}
}

// Neg returns -a.
func (a Number) Neg() Number { return Number{}.Sub(a) }

// Less reports whether a < b.
func (a Number) Less(b Number) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

// Cmp returns -1, 0 or +1 if a is less than, equal to or greater than b.
func (a Number) Cmp(b Number) int {
	switch {
	case a == b:
		return 0
	case a.Less(b):
		return -1
	}
	return 1
}

// Sign returns -1, 0 or +1.
func (a Number) Sign() int { return a.Cmp(Number{}) }

// Half returns a / 2, rounded down.
func (a Number) Half() Number { return Number{a.hi >> 1, a.lo>>1 | uint64(a.hi)<<63} }

// Mul returns a · b, saturated.
func (a Number) Mul(b Number) Number {
	x, negX := a.magnitude()
	y, negY := b.magnitude()
	if x.hi != 0 {
		x, y = y, x
	}
	negative := negX != negY
	hi, lo := bits.Mul64(x.lo, y.lo)
	over, cross := bits.Mul64(x.lo, y.hi)
	hi, carry := bits.Add64(hi, cross, 0)
	return signed(size{hi, lo}, negative, x.hi != 0 || over != 0 || carry != 0)
}

// signed returns a size with a sign, saturated at Min and Max.
func signed(m size, negative, over bool) Number {
	switch {
	case (over || m.hi>>63 != 0) && negative:
		return Min
	case over || m.hi>>63 != 0:
		return Max
	}
	a := Number{int64(m.hi), m.lo}
	if negative {
		return a.Neg()
	}
	return a
}

// Quo returns a / b, rounded towards zero as in Go. b is not 0.
func (a Number) Quo(b Number) Number {
	x, negX := a.magnitude()
	y, negY := b.magnitude()
	var q size
	if y.hi == 0 {
		var r uint64
		q.hi, r = bits.Div64(0, x.hi, y.lo)
		q.lo, _ = bits.Div64(r, x.lo, y.lo)
	} else {
		q.lo = x.divideLong(y)
	}
	return signed(q, negX != negY, false)
}

// divideLong returns m / d for a d of more than 64 bits, computed bit by bit.
func (m size) divideLong(d size) (q uint64) {
	for i := bits.LeadingZeros64(d.hi); i >= 0; i-- {
		s := d.hi<<i | d.lo>>1>>(63-i)
		if t := d.lo << i; m.hi > s || m.hi == s && m.lo >= t {
			var borrow uint64
			m.lo, borrow = bits.Sub64(m.lo, t, 0)
			m.hi -= s + borrow
			q |= 1 << i
		}
	}
	return q
}

// Shl returns a · 2^n, saturated.
func (a Number) Shl(n uint) Number {
	switch {
	case a == Number{}:
		return a
	case n >= 127:
		return signed(size{}, a.hi < 0, true)
	case n >= 64:
		return a.Mul(Number{1 << (n - 64), 0})
	}
	return a.Mul(Number{0, 1 << n})
}

// Shr returns a / 2^n, rounded down.
func (a Number) Shr(n uint) Number {
	if n >= 64 {
		return Number{a.hi >> 63, uint64(a.hi >> (n - 64))}
	}
	return Number{a.hi >> n, a.lo>>n | uint64(a.hi)<<(64-n)}
}

// Len returns the number of bits of |a|.
func (a Number) Len() int {
	m, _ := a.magnitude()
	if m.hi != 0 {
		return 64 + bits.Len64(m.hi)
	}
	return bits.Len64(m.lo)
}

// String formats a in base ten.
func (a Number) String() string {
	n := new(big.Int).Lsh(big.NewInt(a.hi), 64)
	return n.Add(n, new(big.Int).SetUint64(a.lo)).String()
}

// size is an unsigned 128-bit number.
type size struct{ hi, lo uint64 }

func (a Number) magnitude() (_ size, negative bool) {
	if a.hi < 0 {
		a = a.Neg()
		return size{uint64(a.hi), a.lo}, true
	}
	return size{uint64(a.hi), a.lo}, false
}

// Least returns the lesser of two numbers.
func Least(a, b Number) Number {
	if b.Less(a) {
		return b
	}
	return a
}

// Greatest returns the greater of two numbers.
func Greatest(a, b Number) Number {
	if a.Less(b) {
		return b
	}
	return a
}
