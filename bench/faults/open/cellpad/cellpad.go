// Package cellpad aligns the cells of text tables.
package cellpad

import (
	"strings"
	"unicode/utf8"
)

// Align returns cell with blanks around it, so that it is width characters wide: how is '<', '>' or '^' for the left,
// the right and the middle.
func Align(cell string, width uint8, how byte) string {
	blanks := int(width) - utf8.RuneCountInString(cell)
	switch how {
	case '>':
		return strings.Repeat(" ", blanks) + cell
	case '^':
		return strings.Repeat(" ", blanks/2) + cell + strings.Repeat(" ", blanks-blanks/2)
	}
	return cell + strings.Repeat(" ", blanks)
}
