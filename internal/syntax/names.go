package syntax

import (
	"unicode"
	"unicode/utf8"
)

// Capitalize returns name with an upper-case first letter.
func Capitalize(name string) string { return mapFirst(unicode.ToUpper, name) }

// Uncapitalize returns name with a lower-case first letter.
func Uncapitalize(name string) string { return mapFirst(unicode.ToLower, name) }

func mapFirst(f func(rune) rune, name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return string(f(r)) + name[n:]
}
