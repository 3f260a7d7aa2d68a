// Package archive reads entries of a flat archive.
package archive

import (
	"encoding/binary"
	"errors"
)

// Errors of a broken archive.
var (
	ErrIndex = errors.New("archive: no such entry")
	ErrShort = errors.New("archive: the entry lies outside")
)

// Entry returns the content of an entry. An archive begins with the number of entries, one byte, and the offset and
// size of each, four bytes in big-endian order both.
func Entry(archive []byte, number uint8) ([]byte, error) {
	if len(archive) == 0 || number >= archive[0] {
		return nil, ErrIndex
	}
	at := 1 + 8*int(number)
	if len(archive) < at+8 {
		return nil, ErrShort
	}
	offset := binary.BigEndian.Uint32(archive[at:])
	size := binary.BigEndian.Uint32(archive[at+4:])
	if size == 0 {
		return nil, nil
	}
	if uint64(offset)+uint64(size) > uint64(len(archive)) {
		return nil, ErrShort
	}
	return archive[offset : offset+size], nil
}
