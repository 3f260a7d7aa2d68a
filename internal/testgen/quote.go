package testgen

import (
	"strconv"
	"strings"
	"unicode"
)

// longText is the length in bytes from which foldRepeats looks for repetitions in a string. maxUnit
// is the length in bytes of the longest repeated unit.
const (
	longText = 48
	maxUnit  = 16
)

// foldRepeats prints a string as Go source. Repetitions in a long string become calls of
// strings.Repeat. repeat returns the name of that function; foldRepeats calls it only if it prints
// such a call.
func foldRepeats(s string, repeat func() string) string {
	if len(s) < longText {
		return quote(s)
	}
	var parts []string
	plain := 0
	for i := 0; i < len(s); {
		unit, times := longestRepetition(s[i:])
		if unit*times-unit < longText/2 {
			i++
			continue
		}
		if plain < i {
			parts = append(parts, quote(s[plain:i]))
		}
		parts = append(parts, repeat()+"("+quote(s[i:i+unit])+", "+strconv.Itoa(times)+")")
		i += unit * times
		plain = i
	}
	if plain < len(s) {
		parts = append(parts, quote(s[plain:]))
	}
	return strings.Join(parts, " + ")
}

// wholeRepetition returns the unit that a long string repeats from its first byte to its last, and
// the number of repetitions. times is 0 if s is no such string.
func wholeRepetition(s string) (unit string, times int) {
	if n, times := longestRepetition(s); len(s) >= longText && n*times == len(s) {
		return s[:n], times
	}
	return "", 0
}

// longestRepetition returns the length of the unit at the start of s whose repetition covers the
// most bytes beyond the first unit, and the number of units there.
func longestRepetition(s string) (unit, times int) {
	unit, times = 1, 1
	for u := 1; u <= maxUnit && u <= len(s)/2; u++ {
		n := 1
		for (n+1)*u <= len(s) && s[n*u:(n+1)*u] == s[:u] {
			n++
		}
		if (n-1)*u > (times-1)*unit {
			unit, times = u, n
		}
	}
	return unit, times
}

// quote prints a string between double quotes, or between back quotes if that avoids escapes
// and hides no character.
func quote(s string) string {
	q := strconv.Quote(s)
	if strings.ContainsRune(q, unicode.ReplacementChar) {
		return strconv.QuoteToASCII(s) // an escape distinguishes U+FFFD from invalid UTF-8
	}
	if strings.ContainsAny(s, `"\`) && strconv.CanBackquote(s) && !strings.Contains(s, "\t") && len(q) > len(s)+2 {
		return "`" + s + "`"
	}
	return q
}
