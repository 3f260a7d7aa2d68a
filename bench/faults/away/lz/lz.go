// Package lz expands what a small Lempel-Ziv packer wrote.
package lz

import (
	"encoding/binary"
	"errors"
)

// ErrCorrupt is returned for input that the packer does not write.
var ErrCorrupt = errors.New("lz: corrupt input")

// Expand returns what packed stands for: a byte n below 128 is followed by n literal bytes; another one by the distance, in
// two bytes, at which n-128+3 bytes are repeated.
func Expand(packed []byte) ([]byte, error) {
	var out []byte
	for len(packed) > 0 {
		n := int(packed[0])
		packed = packed[1:]
		if n < 128 {
			if n > len(packed) {
				return nil, ErrCorrupt
			}
			out = append(out, packed[:n]...)
			packed = packed[n:]
			continue
		}
		if len(packed) < 2 {
			return nil, ErrCorrupt
		}
		distance := int(int16(binary.LittleEndian.Uint16(packed)))
		if distance == 0 || distance > len(out) {
			return nil, ErrCorrupt
		}
		packed = packed[2:]
		for range n - 128 + 3 {
			out = append(out, out[len(out)-distance])
		}
	}
	return out, nil
}
