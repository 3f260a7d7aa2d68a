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
//	strings  see DistEqS and DistLtS
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

const (
	maxFloat = 1.79769313486231570814527423731704356798070e+308
)

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

// DistEqI is the distance of a == b.
func DistEqI(a, b int64) uint64 {
	if a == b {
		return 0
	}
	if a < b {
		a, b = b, a
	}
	return plusK(uint64(a) - uint64(b))
}

// DistNeI is the distance of a != b.
func DistNeI(a, b int64) uint64 { return DistBool(a != b) }

// DistLtI is the distance of a < b.
func DistLtI(a, b int64) uint64 {
	if a < b {
		return 0
	}
	return plusK(uint64(a) - uint64(b))
}

// DistLeI is the distance of a <= b.
func DistLeI(a, b int64) uint64 {
	if a <= b {
		return 0
	}
	return plusK(uint64(a) - uint64(b))
}

// DistGtI is the distance of a > b.
func DistGtI(a, b int64) uint64 { return DistLtI(b, a) }

// DistGeI is the distance of a >= b.
func DistGeI(a, b int64) uint64 { return DistLeI(b, a) }

// DistEqU is the distance of a == b.
func DistEqU(a, b uint64) uint64 {
	if a == b {
		return 0
	}
	if a < b {
		a, b = b, a
	}
	return plusK(a - b)
}

// DistNeU is the distance of a != b.
func DistNeU(a, b uint64) uint64 { return DistBool(a != b) }

// DistLtU is the distance of a < b.
func DistLtU(a, b uint64) uint64 {
	if a < b {
		return 0
	}
	return plusK(a - b)
}

// DistLeU is the distance of a <= b.
func DistLeU(a, b uint64) uint64 {
	if a <= b {
		return 0
	}
	return plusK(a - b)
}

// DistGtU is the distance of a > b.
func DistGtU(a, b uint64) uint64 { return DistLtU(b, a) }

// DistGeU is the distance of a >= b.
func DistGeU(a, b uint64) uint64 { return DistLeU(b, a) }

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

// DistEqF is the distance of a == b.
func DistEqF(a, b float64) uint64 {
	if a == b {
		return 0
	}
	if a < b {
		a, b = b, a
	}
	return exactF(a, b)
}

// DistNeF is the distance of a != b.
func DistNeF(a, b float64) uint64 { return DistBool(a != b) }

// DistLtF is the distance of a < b.
func DistLtF(a, b float64) uint64 {
	if a < b {
		return 0
	}
	return exactF(a, b)
}

// DistLeF is the distance of a <= b.
func DistLeF(a, b float64) uint64 {
	if a <= b {
		return 0
	}
	return exactF(a, b)
}

// DistGtF is the distance of a > b.
func DistGtF(a, b float64) uint64 { return DistLtF(b, a) }

// DistGeF is the distance of a >= b.
func DistGeF(a, b float64) uint64 { return DistLeF(b, a) }

// DistEqC is the distance of a == b: the differences of both parts together.
func DistEqC(a, b complex128) uint64 {
	if a == b {
		return 0
	}
	d := absF(real(a), real(b)) + absF(imag(a), imag(b))
	return exactF(d, 0)
}

// DistNeC is the distance of a != b.
func DistNeC(a, b complex128) uint64 { return DistBool(a != b) }

func absF(a, b float64) float64 {
	if a == b {
		return 0
	}
	if a < b {
		a, b = b, a
	}
	return a - b
}

// DistEqS is the distance of a == b: the byte differences of the common
// positions and 256 for each byte that one string has more.
func DistEqS(a, b string) uint64 {
	if a == b {
		return 0
	}
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
	return raw + 1
}

// DistNeS is the distance of a != b.
func DistNeS(a, b string) uint64 { return DistBool(a != b) }

// orderS is the raw distance of an ordering that fails: the difference of
// the first bytes that differ, or of the lengths where one string starts the
// other. It needs a >= b.
func orderS(a, b string) uint64 {
	for i := 0; i < len(b); i++ {
		if a[i] != b[i] {
			return uint64(a[i] - b[i])
		}
	}
	return uint64(len(a) - len(b))
}

// DistLtS is the distance of a < b.
func DistLtS(a, b string) uint64 {
	if a < b {
		return 0
	}
	return orderS(a, b) + 1
}

// DistLeS is the distance of a <= b.
func DistLeS(a, b string) uint64 {
	if a <= b {
		return 0
	}
	return orderS(a, b) + 1
}

// DistGtS is the distance of a > b.
func DistGtS(a, b string) uint64 { return DistLtS(b, a) }

// DistGeS is the distance of a >= b.
func DistGeS(a, b string) uint64 { return DistLeS(b, a) }

// DistAnd is the distance of a conjunction: the sum of both.
func DistAnd(a, b uint64) uint64 {
	if s := a + b; s >= a {
		return s
	}
	return DistWorst
}

// DistOr is the distance of a disjunction: the least of both.
func DistOr(a, b uint64) uint64 { return min(a, b) }

// DistI is the distance of a r b.
func DistI(r Rel, a, b int64) uint64 {
	switch r {
	case EQ:
		return DistEqI(a, b)
	case NE:
		return DistNeI(a, b)
	case LT:
		return DistLtI(a, b)
	case LE:
		return DistLeI(a, b)
	case GT:
		return DistGtI(a, b)
	}
	return DistGeI(a, b)
}

// DistU is the distance of a r b.
func DistU(r Rel, a, b uint64) uint64 {
	switch r {
	case EQ:
		return DistEqU(a, b)
	case NE:
		return DistNeU(a, b)
	case LT:
		return DistLtU(a, b)
	case LE:
		return DistLeU(a, b)
	case GT:
		return DistGtU(a, b)
	}
	return DistGeU(a, b)
}

// DistF is the distance of a r b.
func DistF(r Rel, a, b float64) uint64 {
	switch r {
	case EQ:
		return DistEqF(a, b)
	case NE:
		return DistNeF(a, b)
	case LT:
		return DistLtF(a, b)
	case LE:
		return DistLeF(a, b)
	case GT:
		return DistGtF(a, b)
	}
	return DistGeF(a, b)
}

// DistS is the distance of a r b.
func DistS(r Rel, a, b string) uint64 {
	switch r {
	case EQ:
		return DistEqS(a, b)
	case NE:
		return DistNeS(a, b)
	case LT:
		return DistLtS(a, b)
	case LE:
		return DistLeS(a, b)
	case GT:
		return DistGtS(a, b)
	}
	return DistGeS(a, b)
}
