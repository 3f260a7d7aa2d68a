// Package base36 writes numbers in digits and letters.
package base36

import "slices"

const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// Format returns n in base 36.
func Format(n uint64) string { return string(AppendFormat(nil, n)) }

// AppendFormat appends n in base 36 to dst, as Format returns it.
func AppendFormat(dst []byte, n uint64) []byte {
	start := len(dst)
	for {
		dst = append(dst, digits[n%36])
		if n /= 36; n == 0 {
			break
		}
	}
	if len(dst)-start > 1 {
		slices.Reverse(dst)
	}
	return dst
}
