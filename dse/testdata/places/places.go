// Package places compares structs and arrays.
package places

type point struct{ X, Y int32 }

// Place compares what has a difference of |x-3| + |y+2|.
func Place(x, y int32) bool {
	if (point{x, y}) == (point{3, -2}) {
		return true
	}
	return false
}

// Other compares the same in an array, for being different.
func Other(x, y int32) bool {
	if [2]point{{x, 0}, {0, y}} != [2]point{{3, 0}, {0, -2}} {
		return false
	}
	return true
}
