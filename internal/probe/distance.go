package probe

import "unsafe"

// This file defines the branch distances (Baars et al. 2011, section II, after Tracey et al.
// 1998). With K = 1 the distance of a relation is 0 if it holds, else raw+K, where raw is:
//
//	a == b   |a-b|        a != b   0
//	a <  b   a-b          a <= b   a-b
//	a >  b   b-a          a >= b   b-a
//	bool, nil             0
//	strings  see DistS
//
// A distance is an exact word that saturates. The published distance, a float64 as in Baars et
// al., is a function of that word: PublishedF for floating point operands, PublishedI for all
// others. Three laws hold for every relation and class. The distance is 0 exactly when the
// relation holds. Swapping the operands and mirroring the relation does not change the distance.
// Moving the operands towards the relation never increases it.

// DistWorst is the greatest distance: of a comparison with NaN that fails, and of a sum that
// overflows.
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

// DistBool returns the distance of a condition without a relation, 0 or 1.
func DistBool(holds bool) uint64 {
	if holds {
		return 0
	}
	return 1
}

// holds reports whether a r b.
func holds[T int64 | uint64 | float64 | string](r Rel, a, b T) bool {
	_, _, fails := orderOperands(r, a, b)
	return !fails
}

// orderOperands reports whether a r b fails. If so, more and less are the operands, in the order
// in which more-less is the raw distance.
func orderOperands[T int64 | uint64 | float64 | string](r Rel, a, b T) (more, less T, fails bool) {
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

// DistI returns the distance of a r b.
func DistI(r Rel, a, b int64) uint64 {
	if more, less, fails := orderOperands(r, a, b); fails {
		return plusK(uint64(more) - uint64(less))
	}
	return 0
}

// DistU returns the distance of a r b.
func DistU(r Rel, a, b uint64) uint64 {
	if more, less, fails := orderOperands(r, a, b); fails {
		return plusK(more - less)
	}
	return 0
}

// DistF returns the distance of a r b.
func DistF(r Rel, a, b float64) uint64 {
	if more, less, fails := orderOperands(r, a, b); fails {
		return exactF(more, less)
	}
	return 0
}

// floatBits and floatFrom are math.Float64bits and math.Float64frombits. This package must not
// import math.
func floatBits(f float64) uint64 { return *(*uint64)(unsafe.Pointer(&f)) }
func floatFrom(b uint64) float64 { return *(*float64)(unsafe.Pointer(&b)) }

// exactF returns the exact distance for the difference of two floats, where x >= y or one of
// them is NaN. It uses the bits of the difference, which have the same order as the difference
// for floats that are not negative.
func exactF(x, y float64) uint64 {
	if x == y { // +0 and -0, or equal infinities, whose difference is NaN
		return 1
	}
	d := x - y
	if d != d {
		return DistWorst
	}
	return floatBits(d) + 1
}

// DistC returns the distance of a r b, where r is EQ or NE. For EQ the raw distance is the sum
// of the differences of the real and the imaginary parts.
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

// DistS returns the distance of a r b. For EQ the raw distance is the sum of the byte
// differences at common positions, plus 256 for each byte beyond the shorter string. For an
// ordered relation it is the difference of the first differing bytes, or of the lengths if one
// string is a prefix of the other.
func DistS(r Rel, a, b string) uint64 {
	more, less, fails := orderOperands(r, a, b)
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

// unequalS returns the raw distance of the equality of two strings.
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

// DistAnd returns the distance of a conjunction, the sum of both distances.
func DistAnd(a, b uint64) uint64 {
	if s := a + b; s >= a {
		return s
	}
	return DistWorst
}
