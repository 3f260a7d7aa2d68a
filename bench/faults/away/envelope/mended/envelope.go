// Package envelope opens messages whose first byte says how the rest is packed.
package envelope

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
)

// A packing turns the rest of a message back.
type packing interface {
	unpack(b []byte) ([]byte, error)
}

type plain struct{}

func (plain) unpack(b []byte) ([]byte, error) { return b, nil }

type inHex struct{}

func (inHex) unpack(b []byte) ([]byte, error) { return hex.DecodeString(string(b)) }

type inBase64 struct{}

func (inBase64) unpack(b []byte) ([]byte, error) { return base64.StdEncoding.DecodeString(string(b)) }

var packings = map[byte]packing{'p': plain{}, 'h': inHex{}, 'b': inBase64{}}

// ErrEmpty is returned for a message without a byte.
var ErrEmpty = errors.New("envelope: the message is empty")

// ErrPacking is returned for a message that is packed in an unknown way.
var ErrPacking = errors.New("envelope: unknown packing")

// Open returns what a message holds.
func Open(message []byte) ([]byte, error) {
	if len(message) == 0 {
		return nil, ErrEmpty
	}
	how := packings[message[0]]
	if how == nil {
		return nil, ErrPacking
	}
	return how.unpack(message[1:])
}
