package probe

// A check is the condition under which an operation does not panic: an index is in range, a divisor is not zero. Checks are
// numbered behind the conditions. They have no branches of their own: a target with a check as a node records the distance to
// its failure, and the worker decides whether the run panics. The last check that failed is the one of a panic, of several operations on a line.

// failed is the false branch of the last check that failed in the run, NoBranch if none did.
var failed = NoBranch

// FailedCheck returns the number of the last check that failed in the run. It is ok only if one did.
func FailedCheck() (number int, ok bool) {
	if failed == NoBranch || int(failed>>1) < numConds {
		return 0, false
	}
	return int(failed>>1) - numConds, true
}

// integer are the types of indices, bounds, divisors and counts.
type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Index returns i, an index of something with n elements.
func Index[T integer](f Branch, i T, n int) T {
	if uint64(int64(i)) >= uint64(n) {
		failed = f
	} else if branchFlags[f] > threshold {
		recordCheck(f, beyond(int64(i), 0, int64(n)-1))
	}
	return i
}

// Bound returns j, the upper bound of a slice of something with room for n elements from its lower bound i on.
func Bound[T integer](f Branch, j T, i, n int) T {
	if uint64(i) > uint64(int64(j)) || uint64(int64(j)) > uint64(n) {
		failed = f
	} else if branchFlags[f] > threshold {
		recordCheck(f, min(DistI(LT, int64(i), 0), beyond(int64(j), int64(i), int64(n))))
	}
	return j
}

// Divisor returns d, a divisor.
func Divisor[T integer](f Branch, d T) T {
	if d == 0 {
		failed = f
	} else if branchFlags[f] > threshold {
		size := uint64(d)
		if d < 0 {
			size = -size
		}
		recordCheck(f, DistU(EQ, size, 0))
	}
	return d
}

// Count returns n, a count that must not be negative.
func Count[T integer](f Branch, n T) T {
	if n < 0 {
		failed = f
	} else if branchFlags[f] > threshold {
		recordCheck(f, DistI(LT, int64(n), 0))
	}
	return n
}

// beyond returns the distance from i < least || i > most. Numbers beyond the greatest int64 come as negative ones.
//
//go:noinline
func beyond(i, least, most int64) uint64 { return min(DistI(LT, i, least), DistI(GT, i, most)) }

// recordCheck records how far a check is from its failure.
//
//go:noinline
func recordCheck(f Branch, exact uint64) {
	if needsDistance(f) {
		recordDivergence(f, exact, Whole)
	}
}
