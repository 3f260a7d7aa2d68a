// Package crockford reads numbers in Crockford's base 32, which tells 0 from O and 1 from I and L by not having them.
package crockford

import "errors"

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// values has the value of every digit, and -1 for what is none.
var values = func() (t [128]int8) {
	for i := range t {
		t[i] = -1
	}
	for i, c := range []byte(alphabet) {
		t[c] = int8(i)
		if c >= 'A' {
			t[c|0x20] = int8(i)
		}
	}
	t['O'], t['o'] = 0, 0
	t['I'], t['i'], t['L'], t['l'] = 1, 1, 1, 1
	return t
}()

// ErrSyntax is returned for a text that is not a number.
var ErrSyntax = errors.New("crockford: not a number")

// Decode returns the number that s stands for. Hyphens are skipped.
func Decode(s string) (uint64, error) {
	var n uint64
	digits := 0
	for _, c := range []byte(s) {
		if c == '-' {
			continue
		}
		v := values[c]
		if v < 0 || digits == 12 {
			return 0, ErrSyntax
		}
		n = n<<5 | uint64(v)
		digits++
	}
	if digits == 0 {
		return 0, ErrSyntax
	}
	return n, nil
}
