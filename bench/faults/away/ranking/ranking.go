// Package ranking puts the players of a game in order.
package ranking

import (
	"strings"
)

// An Entry is a player with points.
type Entry struct {
	Name   string
	Points int32
}

// Compare returns a negative number if e comes before f, zero if they are equal, and a positive one if e comes after f:
// those with more points come first, and by name those with as many.
func (e Entry) Compare(f Entry) int {
	if e.Points != f.Points {
		return int(f.Points - e.Points)
	}
	return strings.Compare(e.Name, f.Name)
}

// Best returns the entry that comes first.
func Best(entries []Entry) (best Entry, ok bool) {
	for i, e := range entries {
		if i == 0 || e.Compare(best) < 0 {
			best = e
		}
	}
	return best, len(entries) > 0
}
