// Package wide holds conditions over 64-bit parameters that tie exact values
// together. In float64 the published normalisation d/(d+1) cannot tell the
// distances of such values apart, so the published method has nothing to
// follow here; nearmiss compares exact distances.
//
// Every function has one target: the true branch of its last condition.
// The programs are our own.
package wide

// Pinned is the example of the tie-break: one constant, and an equal value.
func Pinned(x, y int) bool {
	return x == 1234 && y == x
}

// PinnedUnsigned is Pinned over unsigned integers with a large constant.
func PinnedUnsigned(x, y uint64) bool {
	return x == 0xdeadbeefcafe && y == x
}

// Chain ties three values to each other.
func Chain(x, y, z int64) bool {
	if x == -987654321 {
		if y == x {
			if z == y {
				return true
			}
		}
	}
	return false
}

// Offset ties values at a distance.
func Offset(x, y int64) bool {
	if y > 1<<40 && x == y+1000 {
		return true
	}
	return false
}

// Between wants a narrow interval far from zero.
func Between(x int64) bool {
	return x > 4_000_000_000_000_000 && x < 4_000_000_000_000_010
}

// Ordered wants three different values in order, close together.
func Ordered(x, y, z int64) bool {
	return x < y && y < z && z-x < 5
}
