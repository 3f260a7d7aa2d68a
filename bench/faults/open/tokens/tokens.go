// Package tokens counts what scripts consist of.
package tokens

import "strings"

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// Count returns how many words and how many comments a script has. A comment goes from a hash to the end of the line.
func Count(script string) (words, comments int) {
	for i := 0; i < len(script); {
		switch {
		case script[i] == '#':
			i += strings.IndexByte(script[i:], '\n') + 1
			comments++
		case isWord(script[i]):
			words++
			for i < len(script) && isWord(script[i]) {
				i++
			}
		default:
			i++
		}
	}
	return words, comments
}
