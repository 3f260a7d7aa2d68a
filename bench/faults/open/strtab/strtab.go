// Package strtab loads tables of strings.
package strtab

import (
	"encoding/binary"
	"errors"
)

// ErrCorrupt is returned for a table that cannot be loaded.
var ErrCorrupt = errors.New("strtab: corrupt table")

// Load returns the strings of a table: their number as a varint, then each with a zero byte behind.
func Load(b []byte) ([]string, error) {
	count, k := binary.Uvarint(b)
	if k <= 0 {
		return nil, ErrCorrupt
	}
	b = b[k:]
	table := make([]string, 0, count)
	start := 0
	for i, c := range b {
		if c == 0 && uint64(len(table)) < count {
			table = append(table, string(b[start:i]))
			start = i + 1
		}
	}
	if uint64(len(table)) < count {
		return nil, ErrCorrupt
	}
	return table, nil
}
