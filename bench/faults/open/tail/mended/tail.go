// Package tail shows logs from their ends.
package tail

import (
	"slices"
	"strings"
)

// Newest returns the lines of a log, the last one first, without those of a level below the given one. The level is the
// first letter of a line: E, W, I or D.
func Newest(log string, level byte) []string {
	const levels = "DIWE"
	least := strings.IndexByte(levels, level)
	var lines []string
	for line := range strings.Lines(log) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.IndexByte(levels, line[0]) < least {
			continue
		}
		lines = append(lines, line)
	}
	slices.Reverse(lines)
	return lines
}
