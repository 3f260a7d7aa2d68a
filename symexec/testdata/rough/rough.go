// Package rough holds functions whose last conditions are not met on most paths to them.
package rough

// Sum adds bytes up, of which none may be above the bound of its place.
func Sum(a, b uint8) bool {
	if a > 40 || b > 100 {
		return false
	}
	if a < b {
		return int(a)+2*int(b) == 271
	}
	return 3*int(a)-int(b) == 271
}

// Between wants signed numbers in an order that some paths forbid.
func Between(a, b int8) bool {
	if a > 17 {
		b /= 2
	}
	if b < -9 {
		return a <= -70-b
	}
	return b > a
}

// Word wants a word of letters that are moved.
func Word(text string, by uint8) bool {
	moved := []byte(text)
	for i, c := range moved {
		if c < 'a' {
			return false
		}
		if c > 'x' {
			moved[i] = c - by
		}
	}
	return string(moved) == "yes"
}

// Far wants what wraps around.
func Far(a uint64, b int) bool {
	if b > 1<<40 {
		return a+uint64(b) == 5
	}
	return a >= 1<<63+1
}
