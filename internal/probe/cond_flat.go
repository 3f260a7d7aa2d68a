package probe

import "unsafe"

// The conditions without an order or a distance.

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
		diverge(f, 1, false)
	}
}

// EqC is a == b at the condition whose false branch is f.
func EqC(f Branch, a, b complex128) bool {
	r := a == b
	if r {
		f++
	}
	if hot[f] > off {
		hitC(f, EQ, a, b)
	}
	return r
}

// NeC is a != b at the condition whose false branch is f.
func NeC(f Branch, a, b complex128) bool {
	r := a != b
	if r {
		f++
	}
	if hot[f] > off {
		hitC(f, NE, a, b)
	}
	return r
}

//go:noinline
func hitC(f Branch, r Rel, a, b complex128) {
	if !counts(f) {
		return
	}
	if aim(f, r) == EQ {
		diverge(f, DistEqC(a, b), true)
		return
	}
	diverge(f, DistNeC(a, b), true)
}
