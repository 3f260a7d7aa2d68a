// Package camel takes identifiers apart.
package camel

import "unicode"

// Words returns the words of an identifier in camel case: "parseHTTPHeader" has "parse", "HTTP" and "Header".
func Words(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	for i, r := range runes {
		if i == 0 || !unicode.IsUpper(r) {
			continue
		}
		lower := unicode.IsLower(runes[i-1])
		if !lower && i+1 < len(runes) {
			lower = unicode.IsLower(runes[i+1])
		}
		if lower {
			words = append(words, string(runes[start:i]))
			start = i
		}
	}
	if start < len(runes) {
		words = append(words, string(runes[start:]))
	}
	return words
}
