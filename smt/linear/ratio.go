package linear

import (
	"cmp"
	"math"
	"math/bits"
)

// A ratio is a fraction num/den in lowest terms; den is positive. The zero value is no fraction.
type ratio struct{ num, den int64 }

func wholeRatio(n int64) ratio { return ratio{n, 1} }

func (a ratio) sign() int { return cmp.Compare(a.num, 0) }

func (a ratio) cmp(b ratio) int {
	if a.den == b.den {
		return cmp.Compare(a.num, b.num)
	}
	if s, t := a.sign(), b.sign(); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	h, l := bits.Mul64(magnitude(a.num), uint64(b.den))
	i, m := bits.Mul64(magnitude(b.num), uint64(a.den))
	return a.sign() * cmp.Or(cmp.Compare(h, i), cmp.Compare(l, m))
}

// floor returns the greatest integer that is at most a.
func (a ratio) floor() int64 {
	q := a.num / a.den
	if a.num%a.den < 0 {
		q--
	}
	return q
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// An exact computes with fractions and integers. It sets overflow if a result does not fit; the
// result is then meaningless.
type exact struct{ overflow bool }

func (e *exact) mulInt(a, b int64) int64 {
	h, l := bits.Mul64(magnitude(a), magnitude(b))
	if h != 0 || l > math.MaxInt64 {
		e.overflow = true
		return 1
	}
	return a * b
}

func (e *exact) addInt(a, b int64) int64 {
	c := a + b
	if (c > a) != (b > 0) && b != 0 || c == math.MinInt64 {
		e.overflow = true
		return 1
	}
	return c
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// lowest returns n/d in lowest terms.
func lowest(n, d int64) ratio {
	if d < 0 {
		n, d = -n, -d
	}
	if g := int64(gcd(magnitude(n), uint64(d))); g > 1 {
		n, d = n/g, d/g
	}
	return ratio{n, d}
}

func (e *exact) mul(a, b ratio) ratio {
	if a.den == 1 && b.den == 1 {
		return ratio{e.mulInt(a.num, b.num), 1}
	}
	x, y := lowest(a.num, b.den), lowest(b.num, a.den)
	return ratio{e.mulInt(x.num, y.num), e.mulInt(x.den, y.den)}
}

// inverse returns 1/a. a is not 0.
func (a ratio) inverse() ratio { return lowest(a.den, a.num) }

func (a ratio) neg() ratio { return ratio{-a.num, a.den} }

func (e *exact) add(a, b ratio) ratio {
	if a.den == 1 && b.den == 1 {
		return ratio{e.addInt(a.num, b.num), 1}
	}
	g := int64(gcd(uint64(a.den), uint64(b.den)))
	n := e.addInt(e.mulInt(a.num, b.den/g), e.mulInt(b.num, a.den/g))
	return lowest(n, e.mulInt(a.den, b.den/g))
}
