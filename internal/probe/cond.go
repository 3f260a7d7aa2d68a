package probe

import "unsafe"

// The condition probes below compute a relation, and record the branch f (false) or f+1 (true)
// if its flags request that. The last letter of a name is the class of the operands: I for
// signed integers, U for unsigned integers, F for floats, S for strings, C for complex numbers.

// Yes is an untyped true. The comparison of a probe with Yes is an untyped bool, which takes
// the bool type of the original condition.
const Yes = true

// These names stand for predeclared types, which code under test may redefine.
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

// View returns a string that shares the memory of b. It is valid until b changes.
func View(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// EqI records the condition a == b and returns its value.
func EqI(f Branch, a, b int64) bool { return relate(f, EQ, a, b, a == b) }

// NeI records the condition a != b and returns its value.
func NeI(f Branch, a, b int64) bool { return relate(f, NE, a, b, a != b) }

// LtI records the condition a < b and returns its value.
func LtI(f Branch, a, b int64) bool { return relate(f, LT, a, b, a < b) }

// LeI records the condition a <= b and returns its value.
func LeI(f Branch, a, b int64) bool { return relate(f, LE, a, b, a <= b) }

// GtI records the condition a > b and returns its value.
func GtI(f Branch, a, b int64) bool { return relate(f, GT, a, b, a > b) }

// GeI records the condition a >= b and returns its value.
func GeI(f Branch, a, b int64) bool { return relate(f, GE, a, b, a >= b) }

// EqU records the condition a == b and returns its value.
func EqU(f Branch, a, b uint64) bool { return relate(f, EQ, a, b, a == b) }

// NeU records the condition a != b and returns its value.
func NeU(f Branch, a, b uint64) bool { return relate(f, NE, a, b, a != b) }

// LtU records the condition a < b and returns its value.
func LtU(f Branch, a, b uint64) bool { return relate(f, LT, a, b, a < b) }

// LeU records the condition a <= b and returns its value.
func LeU(f Branch, a, b uint64) bool { return relate(f, LE, a, b, a <= b) }

// GtU records the condition a > b and returns its value.
func GtU(f Branch, a, b uint64) bool { return relate(f, GT, a, b, a > b) }

// GeU records the condition a >= b and returns its value.
func GeU(f Branch, a, b uint64) bool { return relate(f, GE, a, b, a >= b) }

// EqF records the condition a == b and returns its value.
func EqF(f Branch, a, b float64) bool { return relate(f, EQ, a, b, a == b) }

// NeF records the condition a != b and returns its value.
func NeF(f Branch, a, b float64) bool { return relate(f, NE, a, b, a != b) }

// LtF records the condition a < b and returns its value.
func LtF(f Branch, a, b float64) bool { return relate(f, LT, a, b, a < b) }

// LeF records the condition a <= b and returns its value.
func LeF(f Branch, a, b float64) bool { return relate(f, LE, a, b, a <= b) }

// GtF records the condition a > b and returns its value.
func GtF(f Branch, a, b float64) bool { return relate(f, GT, a, b, a > b) }

// GeF records the condition a >= b and returns its value.
func GeF(f Branch, a, b float64) bool { return relate(f, GE, a, b, a >= b) }

// EqS records the condition a == b and returns its value.
func EqS(f Branch, a, b string) bool { return relate(f, EQ, a, b, a == b) }

// NeS records the condition a != b and returns its value.
func NeS(f Branch, a, b string) bool { return relate(f, NE, a, b, a != b) }

// LtS records the condition a < b and returns its value.
func LtS(f Branch, a, b string) bool { return relate(f, LT, a, b, a < b) }

// LeS records the condition a <= b and returns its value.
func LeS(f Branch, a, b string) bool { return relate(f, LE, a, b, a <= b) }

// GtS records the condition a > b and returns its value.
func GtS(f Branch, a, b string) bool { return relate(f, GT, a, b, a > b) }

// GeS records the condition a >= b and returns its value.
func GeS(f Branch, a, b string) bool { return relate(f, GE, a, b, a >= b) }

// EqC records the condition a == b and returns its value.
func EqC(f Branch, a, b complex128) bool { return relate(f, EQ, a, b, a == b) }

// NeC records the condition a != b and returns its value.
func NeC(f Branch, a, b complex128) bool { return relate(f, NE, a, b, a != b) }

// relate records the condition a r b and returns holds, its value.
func relate[T classed](f Branch, r Rel, a, b T, holds bool) bool {
	if holds {
		f++
	}
	if branchFlags[f] > threshold {
		recordRelation(f, r, a, b)
	}
	return holds
}

// classed are the types that have a distance.
type classed interface {
	int64 | uint64 | float64 | string | complex128
}

// recordRelation handles the flags of branch, an outcome of the condition a rel b, and records a
// divergence, with its distance, if branch leads away from the target.
//
//go:noinline
func recordRelation[T classed](branch Branch, rel Rel, a, b T) {
	if !needsDistance(branch) {
		return
	}
	rel = relationForTarget(branch, rel)
	switch a := any(a).(type) {
	case int64:
		recordDivergence(branch, DistI(rel, a, any(b).(int64)), Whole)
	case uint64:
		recordDivergence(branch, DistU(rel, a, any(b).(uint64)), Whole)
	case float64:
		recordDivergence(branch, DistF(rel, a, any(b).(float64)), Float)
	case string:
		recordDivergence(branch, DistS(rel, a, any(b).(string)), Whole)
	case complex128:
		recordDivergence(branch, DistC(rel, a, any(b).(complex128)), Float)
	}
}

// Bool records the condition v with the false branch f, and returns v.
func Bool(f Branch, v bool) bool {
	if v {
		f++
	}
	if branchFlags[f] > threshold {
		recordUnrelated(f)
	}
	return v
}

// Named is Bool for a defined bool type.
func Named[T ~bool](f Branch, v T) T {
	Bool(f, bool(v))
	return v
}

// Taken records branch f.
func Taken(f Branch) {
	if branchFlags[f] > threshold {
		recordUnrelated(f)
	}
}

// recordUnrelated is recordRelation for branch f of a condition without a relation. The distance
// of its divergence is 1.
//
//go:noinline
func recordUnrelated(f Branch) {
	if needsDistance(f) {
		recordDivergence(f, 1, Whole)
	}
}
