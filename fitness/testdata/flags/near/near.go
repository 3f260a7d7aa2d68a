// Package near turns away by what functions return.
package near

import "errors"

func digit(c byte) bool { return c >= '0' && c <= '9' }

func two(s string) error {
	if len(s) != 2 {
		return errors.New("length")
	}
	if !digit(s[0]) {
		return errors.New("first")
	}
	if !digit(s[1]) {
		return errors.New("second")
	}
	return nil
}

func same(s string) error { return two(s) }

// Check wants two digits.
func Check(s string) bool {
	if err := two(s); err != nil {
		return false
	}
	return true
}

// Pass wants two digits, and asks by a detour.
func Pass(s string) bool {
	if err := same(s); err != nil {
		return false
	}
	return true
}

// Both wants two digits twice.
func Both(s, t string) bool {
	if two(s) != nil || two(t) != nil {
		return false
	}
	return s == t
}
