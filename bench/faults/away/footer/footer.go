// Package footer finds the metadata at the end of a columnar file.
package footer

import (
	"bytes"
	"encoding/binary"
	"errors"
)

var magic = []byte("COL1")

// Errors of a file without a footer.
var (
	ErrMagic = errors.New("footer: not a columnar file")
	ErrShort = errors.New("footer: the file is cut short")
)

// Locate returns the metadata. A file ends with the metadata, their length in four bytes, little-endian, and the magic.
func Locate(file []byte) ([]byte, error) {
	if !bytes.HasSuffix(file, magic) {
		return nil, ErrMagic
	}
	file = file[:len(file)-len(magic)]
	if len(file) < 4 {
		return nil, ErrShort
	}
	end := uint32(len(file) - 4)
	length := binary.LittleEndian.Uint32(file[end:])
	start := end - length
	meta := file[start:end]
	if len(meta) > 0 && meta[0] == 0 {
		meta = meta[1:] // version 0 has a byte of padding
	}
	return meta, nil
}
