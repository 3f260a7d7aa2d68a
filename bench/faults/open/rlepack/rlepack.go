// Package rlepack packs bytes by the lengths of their runs.
package rlepack

import "errors"

// ErrLength is returned for packed bytes that end in the middle of a run.
var ErrLength = errors.New("rlepack: odd length")

// Encode returns src packed: each run as its length and its byte.
func Encode(src []byte) []byte {
	var dst []byte
	for len(src) > 0 {
		n := 1
		for n < len(src) && n < 256 && src[n] == src[0] {
			n++
		}
		dst = append(dst, byte(n), src[0])
		src = src[n:]
	}
	return dst
}

// Decode returns what Encode packed.
func Decode(src []byte) ([]byte, error) {
	if len(src)%2 != 0 {
		return nil, ErrLength
	}
	var dst []byte
	for ; len(src) > 0; src = src[2:] {
		for range src[0] {
			dst = append(dst, src[1])
		}
	}
	return dst, nil
}
