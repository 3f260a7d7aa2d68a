package syntax

import (
	"strconv"
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

// Free returns base, or base with the least number from 2 on with which taken is false.
func Free(base string, taken func(name string) bool) string {
	name := base
	for n := 2; taken(name); n++ {
		name = base + strconv.Itoa(n)
	}
	return name
}
