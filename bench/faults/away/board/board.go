// Package board has boards of games.
package board

import (
	"slices"
	"strings"
)

// A Board has fields in rows.
type Board struct {
	rows [][]byte
}

// Parse returns the board of a drawing, a row a line.
func Parse(drawing string) *Board {
	b := &Board{}
	for line := range strings.Lines(drawing) {
		b.rows = append(b.rows, []byte(strings.TrimRight(line, "\r\n")))
	}
	return b
}

// Put sets a field. It reports whether the board has it.
func (b *Board) Put(row, column int, piece byte) bool {
	if row < 0 || row >= len(b.rows) || column < 0 || column >= len(b.rows[row]) {
		return false
	}
	b.rows[row][column] = piece
	return true
}

// At returns a field, and 0 if the board does not have it.
func (b *Board) At(row, column int) byte {
	if row < 0 || row >= len(b.rows) || column < 0 || column >= len(b.rows[row]) {
		return 0
	}
	return b.rows[row][column]
}

// Clone returns a board like b that can be changed without changing b.
func (b *Board) Clone() *Board {
	c := &Board{rows: slices.Clone(b.rows)}
	return c
}
