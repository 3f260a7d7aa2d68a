// Package blocks has check sums of blocks of a buffer.
package blocks

import "errors"

// ErrEmpty is returned for a buffer without the byte that says how large blocks are.
var ErrEmpty = errors.New("blocks: no block size")

// ErrSize is returned for a block size that no buffer has.
var ErrSize = errors.New("blocks: impossible block size")

// Sums returns the sum of the bytes of each block. The first byte of b is the binary logarithm of the size of a block.
func Sums(b []byte) ([]uint8, error) {
	if len(b) == 0 {
		return nil, ErrEmpty
	}
	if b[0] > 24 {
		return nil, ErrSize
	}
	size := uint32(1) << b[0]
	body := b[1:]
	sums := make([]uint8, (uint32(len(body))+size-1)/size)
	for i, c := range body {
		sums[uint32(i)/size] += c
	}
	return sums, nil
}
