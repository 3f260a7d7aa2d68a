// Package wide has integers of 128 bits: room for sums, differences and
// products of machine integers of either sign.
//
//	x := wide.Of(term's bits, signed)
//	wide.Uint(math.MaxUint64).Add(wide.Int(1)) // 2^64
//
// Add, Sub and Neg are exact as long as no result leaves 127 bits, which takes
// 2^60 operations on machine integers; Mul and Shl stop at Max and Min, which
// no machine integer reaches.
//
// Not modelled: division by anything but Quo and Rem towards zero.
//
// Every operation is of constant time. Values may be shared.
package wide

import (
	"math"
	"math/bits"
	"strconv"
)

// Number is an integer in two's complement. The zero value is 0; == compares.
type Number struct {
	hi int64
	lo uint64
}

// Max and Min are the ends of the range.
var (
	Max = Number{math.MaxInt64, math.MaxUint64}
	Min = Number{math.MinInt64, 0}
)

// Int is a signed machine integer.
func Int(v int64) Number { return Number{v >> 63, uint64(v)} }

// Uint is an unsigned machine integer.
func Uint(v uint64) Number { return Number{0, v} }

// Of is a machine integer kept in 64 bits.
func Of(v uint64, signed bool) Number {
	if signed {
		return Int(int64(v))
	}
	return Uint(v)
}

// Bits are the low 64 bits: the machine integer again.
func (a Number) Bits() uint64 { return a.lo }

// Add is a + b.
func (a Number) Add(b Number) Number {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return Number{a.hi + b.hi + int64(carry), lo}
}

// Sub is a - b.
func (a Number) Sub(b Number) Number {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	return Number{a.hi - b.hi - int64(borrow), lo}
}

// Neg is -a.
func (a Number) Neg() Number { return Number{}.Sub(a) }

// Less reports whether a < b.
func (a Number) Less(b Number) bool { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }

// Cmp is -1, 0 or +1 as a is less than, equal to or greater than b.
func (a Number) Cmp(b Number) int {
	switch {
	case a == b:
		return 0
	case a.Less(b):
		return -1
	}
	return 1
}

// Sign is -1, 0 or +1.
func (a Number) Sign() int { return a.Cmp(Number{}) }

// Half is a / 2, rounded down.
func (a Number) Half() Number { return Number{a.hi >> 1, a.lo>>1 | uint64(a.hi)<<63} }

// String writes a in base ten.
func (a Number) String() string {
	m, negative := a.magnitude()
	s := ""
	for m.hi != 0 {
		var digit uint64
		m, digit = m.by10()
		s = string(rune('0'+digit)) + s
	}
	if m.lo != 0 || s == "" {
		s = strconv.FormatUint(m.lo, 10) + s
	}
	if negative {
		return "-" + s
	}
	return s
}

// size is a number without sign.
type size struct{ hi, lo uint64 }

func (a Number) magnitude() (_ size, negative bool) {
	if a.hi < 0 {
		a = a.Neg()
		return size{uint64(a.hi), a.lo}, true
	}
	return size{uint64(a.hi), a.lo}, false
}

// by10 is m / 10 and the remainder.
func (m size) by10() (size, uint64) {
	hi, r := bits.Div64(0, m.hi, 10)
	lo, r := bits.Div64(r, m.lo, 10)
	return size{hi, lo}, r
}
