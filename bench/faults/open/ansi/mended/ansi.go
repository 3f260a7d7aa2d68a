// Package ansi measures text that has terminal escapes in it.
package ansi

// Width returns how many columns s takes in a terminal. Sequences of an escape, a bracket, parameters and a final letter
// take none; other bytes take one each.
func Width(s string) int {
	width := 0
	for i := 0; i < len(s); i++ {
		if s[i] != 0x1b || i+1 == len(s) || s[i+1] != '[' {
			width++
			continue
		}
		i += 2
		for i < len(s) && (s[i] < '@' || s[i] > '~') {
			i++
		}
	}
	return width
}
