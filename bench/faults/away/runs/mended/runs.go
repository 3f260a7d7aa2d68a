// Package runs expands patterns of the game of life.
package runs

import (
	"fmt"
	"strconv"
	"strings"
)

const most = 1 << 16 // cells of a pattern

// Expand returns the cells of a pattern such as "3o2b$o": o for a living cell, b for a dead one, $ for the end of a row,
// each with a count before it.
func Expand(pattern string) (string, error) {
	var b strings.Builder
	digits := 0
	for i := range len(pattern) {
		c := pattern[i]
		switch {
		case c >= '0' && c <= '9':
			digits++
			continue
		case c != 'o' && c != 'b' && c != '$':
			return "", fmt.Errorf("runs: cell %q", c)
		}
		count := uint64(1)
		if digits > 0 {
			var err error
			if count, err = strconv.ParseUint(pattern[i-digits:i], 10, 31); err != nil {
				return "", err
			}
		}
		if count > most-uint64(b.Len()) {
			return "", fmt.Errorf("runs: more than %d cells", most)
		}
		b.WriteString(strings.Repeat(string(rune(c)), int(count)))
		digits = 0
	}
	return b.String(), nil
}
