// Package varstr reads strings behind their lengths.
package varstr

import (
	"encoding/binary"
	"io"
)

// A Decoder reads strings from a buffer.
type Decoder struct {
	rest []byte
}

// NewDecoder returns a decoder of b.
func NewDecoder(b []byte) *Decoder { return &Decoder{b} }

// More reports whether something is left.
func (d *Decoder) More() bool { return len(d.rest) > 0 }

// String returns the next string: its length as a varint, then its bytes.
func (d *Decoder) String() (string, error) {
	length, k := binary.Uvarint(d.rest)
	if k <= 0 {
		return "", io.ErrUnexpectedEOF
	}
	body := d.rest[k:]
	if int(length) > len(body) {
		return "", io.ErrUnexpectedEOF
	}
	s := string(body[:length])
	d.rest = body[length:]
	return s, nil
}
