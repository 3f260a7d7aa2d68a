// Package braces lays out code in languages with braces.
package braces

import "strings"

const deepest = 12 // levels that are shown

// Indent returns lines of code, each behind as many tabs as braces are open before it.
func Indent(code string) string {
	var b strings.Builder
	depth := 0
	for line := range strings.Lines(code) {
		line = strings.TrimSpace(line)
		if line == "" {
			b.WriteByte('\n')
			continue
		}
		if line[0] == '}' {
			depth = max(0, depth-1)
		}
		b.WriteString(strings.Repeat("\t", min(depth, deepest)))
		b.WriteString(line)
		b.WriteByte('\n')
		if strings.HasSuffix(line, "{") {
			depth++
		}
	}
	return b.String()
}
