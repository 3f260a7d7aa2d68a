// Package comma writes numbers as people read them.
package comma

import "strconv"

// Group returns n in decimal digits with a comma before every three of them.
func Group(n int64) string {
	if n < 0 {
		return "-" + group(-uint64(n))
	}
	return group(uint64(n))
}

func group(n uint64) string {
	digits := strconv.FormatUint(uint64(n), 10)
	if len(digits) <= 3 {
		return digits
	}
	first := (len(digits)-1)%3 + 1
	out := digits[:first]
	for i := first; i < len(digits); i += 3 {
		out += "," + digits[i:i+3]
	}
	return out
}
