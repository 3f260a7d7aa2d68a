package probe

import "unsafe"

// This file is the one table of branch distances (Baars et al. 2011,
// section II, after Tracey et al. 1998). With K = 1 the distance of a relation
// is 0 if it holds and raw+K if it does not:
//
//	a == b   |a-b|        a != b   0
//	a <  b   a-b          a <= b   a-b
//	a >  b   b-a          a >= b   b-a
//	bool, nil             0
//	strings  see DistS
//
// A distance is one exact word that saturates. The published float64 is a
// function of that word, PublishedI for everything but floating point and
// PublishedF for floating point, so nothing is lost by keeping the word alone.
// Laws, for every relation and class: the distance is 0 exactly when the
// relation holds, never 0 otherwise; swapping the operands and mirroring the
// relation changes nothing; moving the operands towards the relation never
// increases it.

// DistWorst is the distance of a relation that no smaller number describes:
// an ordering of which one operand is not a number.
const DistWorst = ^uint64(0)

const maxFloat = 1.79769313486231570814527423731704356798070e+308

// Rel is a relation between two operands of one class.
type Rel uint8

const (
	EQ Rel = iota
	NE
	LT
	LE
	GT
	GE
)

// Negate returns the relation that holds when r does not. It is exact for
// all operands but NaN, where an ordering and its negation both fail.
func (r Rel) Negate() Rel {
	switch r {
	case EQ:
		return NE
	case NE:
		return EQ
	case LT:
		return GE
	case LE:
		return GT
	case GT:
		return LE
	}
	return LT
}

// plusK adds the failure constant K = 1 to a raw distance.
func plusK(raw uint64) uint64 {
	if raw == DistWorst {
		return raw
	}
	return raw + 1
}

// DistBool is the flat distance of a condition without a relation.
func DistBool(holds bool) uint64 {
	if holds {
		return 0
	}
	return 1
}

// holds reports whether a r b.
func holds[T int64 | uint64 | float64 | string](r Rel, a, b T) bool {
	_, _, fails := unmet(r, a, b)
	return !fails
}

// unmet returns the operands of a relation, the one that is too great first, and whether
// the relation fails.
func unmet[T int64 | uint64 | float64 | string](r Rel, a, b T) (more, less T, fails bool) {
	switch r {
	case EQ:
		if a < b {
			a, b = b, a
		}
		return a, b, a != b
	case NE:
		return a, b, a == b
	case LT:
		return a, b, !(a < b)
	case LE:
		return a, b, !(a <= b)
	case GT:
		return b, a, !(b < a)
	}
	return b, a, !(b <= a)
}

// DistI is the distance of a r b.
func DistI(r Rel, a, b int64) uint64 {
	if more, less, fails := unmet(r, a, b); fails {
		return plusK(uint64(more) - uint64(less))
	}
	return 0
}

// DistU is the distance of a r b.
func DistU(r Rel, a, b uint64) uint64 {
	if more, less, fails := unmet(r, a, b); fails {
		return plusK(more - less)
	}
	return 0
}

// DistF is the distance of a r b.
func DistF(r Rel, a, b float64) uint64 {
	if more, less, fails := unmet(r, a, b); fails {
		return exactF(more, less)
	}
	return 0
}

// floatBits and floatFrom are math.Float64bits and Float64frombits, which
// this package may not import.
func floatBits(f float64) uint64 { return *(*uint64)(unsafe.Pointer(&f)) }
func floatFrom(b uint64) float64 { return *(*float64)(unsafe.Pointer(&b)) }

// exactF turns the difference of two floats with x >= y, or of which one is
// NaN, into a word of the same order: the bits of a float that is not
// negative grow with it.
func exactF(x, y float64) uint64 {
	if x == y { // +0 and -0, and infinities, which have no difference
		return 1
	}
	d := x - y
	if d != d {
		return DistWorst
	}
	return floatBits(d) + 1
}

// DistC is the distance of a r b, EQ or NE: the differences of both parts together.
func DistC(r Rel, a, b complex128) uint64 {
	if r == NE {
		return DistBool(a != b)
	}
	if a == b {
		return 0
	}
	return exactF(absF(real(a), real(b))+absF(imag(a), imag(b)), 0)
}

func absF(a, b float64) float64 {
	if a == b {
		return 0
	}
	if a < b {
		a, b = b, a
	}
	return a - b
}

// DistS is the distance of a r b. That of EQ is the byte differences of the common
// positions and 256 for each byte that one string has more; that of an order is the
// difference of the first bytes that differ, or of the lengths where one string starts the
// other.
func DistS(r Rel, a, b string) uint64 {
	more, less, fails := unmet(r, a, b)
	switch {
	case !fails:
		return 0
	case r == EQ:
		return unequalS(more, less) + 1
	}
	for i := 0; i < len(less); i++ {
		if more[i] != less[i] {
			return uint64(more[i]-less[i]) + 1
		}
	}
	return uint64(len(more)-len(less)) + 1
}

// unequalS is the raw distance of the equality of two strings.
func unequalS(a, b string) uint64 {
	if len(a) < len(b) {
		a, b = b, a
	}
	raw := uint64(len(a)-len(b)) << 8
	for i := 0; i < len(b); i++ {
		x, y := a[i], b[i]
		if x < y {
			x, y = y, x
		}
		raw += uint64(x - y)
	}
	return raw
}

// DistAnd is the distance of a conjunction: the sum of both.
func DistAnd(a, b uint64) uint64 {
	if s := a + b; s >= a {
		return s
	}
	return DistWorst
}
