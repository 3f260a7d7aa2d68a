// Package single has one equality, alone and among 130 inputs.
package single

// Alone has no other input.
func Alone(x int32) int {
	if x == 123456789 {
		return 1
	}
	return 0
}

// Among130 has 129 more, which no condition asks for.
func Among130(x int32, row [129]byte) bool {
	if x == 123456789 {
		row[0] = 1
		return true
	}
	return false
}
