package probe

import "unsafe"

// The conditions. Each computes its relation and, where the branch f (false) or f+1 (true)
// asks for it, records it. I stands for signed integers, U for unsigned ones, F for floats,
// S for strings, C for complex numbers.

// Yes is an untyped true. A probe compared with it is an untyped bool, which
// becomes whatever bool type the original condition had.
const Yes = true

// Names for the predeclared types, which code under test may redefine.
type (
	I = int64
	U = uint64
	F = float64
	S = string
	B = bool
	C = complex128

	F32 = float32
	C64 = complex64

	Bytes = []byte
)

// View is the string of b without a copy, for as long as b does not change.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// EqI is a == b.
func EqI(f Branch, a, b int64) bool { return relate(f, EQ, a, b, a == b) }

// NeI is a != b.
func NeI(f Branch, a, b int64) bool { return relate(f, NE, a, b, a != b) }

// LtI is a < b.
func LtI(f Branch, a, b int64) bool { return relate(f, LT, a, b, a < b) }

// LeI is a <= b.
func LeI(f Branch, a, b int64) bool { return relate(f, LE, a, b, a <= b) }

// GtI is a > b.
func GtI(f Branch, a, b int64) bool { return relate(f, GT, a, b, a > b) }

// GeI is a >= b.
func GeI(f Branch, a, b int64) bool { return relate(f, GE, a, b, a >= b) }

// EqU is a == b.
func EqU(f Branch, a, b uint64) bool { return relate(f, EQ, a, b, a == b) }

// NeU is a != b.
func NeU(f Branch, a, b uint64) bool { return relate(f, NE, a, b, a != b) }

// LtU is a < b.
func LtU(f Branch, a, b uint64) bool { return relate(f, LT, a, b, a < b) }

// LeU is a <= b.
func LeU(f Branch, a, b uint64) bool { return relate(f, LE, a, b, a <= b) }

// GtU is a > b.
func GtU(f Branch, a, b uint64) bool { return relate(f, GT, a, b, a > b) }

// GeU is a >= b.
func GeU(f Branch, a, b uint64) bool { return relate(f, GE, a, b, a >= b) }

// EqF is a == b.
func EqF(f Branch, a, b float64) bool { return relate(f, EQ, a, b, a == b) }

// NeF is a != b.
func NeF(f Branch, a, b float64) bool { return relate(f, NE, a, b, a != b) }

// LtF is a < b.
func LtF(f Branch, a, b float64) bool { return relate(f, LT, a, b, a < b) }

// LeF is a <= b.
func LeF(f Branch, a, b float64) bool { return relate(f, LE, a, b, a <= b) }

// GtF is a > b.
func GtF(f Branch, a, b float64) bool { return relate(f, GT, a, b, a > b) }

// GeF is a >= b.
func GeF(f Branch, a, b float64) bool { return relate(f, GE, a, b, a >= b) }

// EqS is a == b.
func EqS(f Branch, a, b string) bool { return relate(f, EQ, a, b, a == b) }

// NeS is a != b.
func NeS(f Branch, a, b string) bool { return relate(f, NE, a, b, a != b) }

// LtS is a < b.
func LtS(f Branch, a, b string) bool { return relate(f, LT, a, b, a < b) }

// LeS is a <= b.
func LeS(f Branch, a, b string) bool { return relate(f, LE, a, b, a <= b) }

// GtS is a > b.
func GtS(f Branch, a, b string) bool { return relate(f, GT, a, b, a > b) }

// GeS is a >= b.
func GeS(f Branch, a, b string) bool { return relate(f, GE, a, b, a >= b) }

// EqC is a == b.
func EqC(f Branch, a, b complex128) bool { return relate(f, EQ, a, b, a == b) }

// NeC is a != b.
func NeC(f Branch, a, b complex128) bool { return relate(f, NE, a, b, a != b) }

// relate is the condition a r b, which holds or not.
func relate[T classed](f Branch, r Rel, a, b T, holds bool) bool {
	if holds {
		f++
	}
	if hot[f] > off {
		hit(f, r, a, b)
	}
	return holds
}

// classed are the types that have a distance.
type classed interface {
	int64 | uint64 | float64 | string | complex128
}

//go:noinline
func hit[T classed](f Branch, r Rel, a, b T) {
	if !counts(f) {
		return
	}
	r = aim(f, r)
	switch a := any(a).(type) {
	case int64:
		diverge(f, DistI(r, a, any(b).(int64)), Whole)
	case uint64:
		diverge(f, DistU(r, a, any(b).(uint64)), Whole)
	case float64:
		diverge(f, DistF(r, a, any(b).(float64)), Float)
	case string:
		diverge(f, DistS(r, a, any(b).(string)), Whole)
	case complex128:
		diverge(f, DistC(r, a, any(b).(complex128)), Float)
	}
}

// Bool is the condition v, whose false branch is f.
func Bool(f Branch, v bool) bool {
	if v {
		f++
	}
	if hot[f] > off {
		hitFlat(f)
	}
	return v
}

// Named is Bool for a bool type of the code's own.
func Named[T ~bool](f Branch, v T) T {
	Bool(f, bool(v))
	return v
}

// Taken marks the branch f.
func Taken(f Branch) {
	if hot[f] > off {
		hitFlat(f)
	}
}

//go:noinline
func hitFlat(f Branch) {
	if counts(f) {
		diverge(f, 1, Whole)
	}
}
