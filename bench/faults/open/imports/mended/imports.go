// Package imports lays out lists of imports.
package imports

import (
	"slices"
	"strings"
)

// Format returns a list of import paths, one a line, as it should be: in order, each once, those with a dot in the first
// element after the others, with an empty line between.
func Format(list string) string {
	var std, other []string
	for line := range strings.Lines(list) {
		path := strings.TrimSpace(line)
		first, _, _ := strings.Cut(path, "/")
		switch {
		case path == "":
		case strings.Contains(first, "."):
			other = append(other, path)
		default:
			std = append(std, path)
		}
	}
	lines := tidy(std)
	if len(std) > 0 && len(other) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, tidy(other)...)
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

func tidy(paths []string) []string {
	slices.Sort(paths)
	return slices.Compact(paths)
}
