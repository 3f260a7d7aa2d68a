// Package dotenv reads lines of files that set environment variables.
package dotenv

import "strings"

// Parse returns the name and the value of a line such as
//
//	export NAME="some value"
//
// It reports false if the line sets nothing.
func Parse(line string) (name, value string, ok bool) {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		return "", "", false
	}
	line = strings.TrimPrefix(line, "export ")
	name, value, ok = strings.Cut(line, "=")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return "", "", false
	}
	value = strings.TrimSpace(value)
	for _, quote := range []string{`"`, "'"} {
		if len(value) > 1 && strings.HasPrefix(value, quote) && strings.HasSuffix(value, quote) {
			return name, value[1 : len(value)-1], true
		}
	}
	if i := strings.Index(value, " #"); i >= 0 {
		value = strings.TrimSpace(value[:i])
	}
	return name, value, true
}
