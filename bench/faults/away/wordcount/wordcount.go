// Package wordcount counts the words of texts.
package wordcount

import "unicode"

// CountString returns how many words s has: what stands between characters that Unicode calls space.
func CountString(s string) int {
	count, inside := 0, false
	for _, r := range s {
		space := unicode.IsSpace(r)
		if !space && !inside {
			count++
		}
		inside = !space
	}
	return count
}

// CountBytes is CountString for bytes. Texts in ASCII, which most are, are counted without decoding them.
func CountBytes(b []byte) int {
	count, inside := 0, false
	for _, c := range b {
		if c >= 0x80 {
			return CountString(string(b))
		}
		space := c == ' ' || c == '\t' || c == '\n' || c == '\r'
		if !space && !inside {
			count++
		}
		inside = !space
	}
	return count
}
