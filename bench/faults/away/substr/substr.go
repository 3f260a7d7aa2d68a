// Package substr has the functions on texts of old Basics.
package substr

// Left returns the first n bytes of s, or all if s has fewer.
func Left(s string, n int) string { return Mid(s, 1, n) }

// Mid returns n bytes of s from a place, which counts from one, or fewer if s ends before.
func Mid(s string, place, n int) string {
	if place < 1 || place > len(s) || n <= 0 {
		return ""
	}
	from := place - 1
	if to := from + n; to < len(s) {
		return s[from:to]
	}
	return s[from:]
}
