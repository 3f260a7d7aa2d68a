// Package raster reads pictures of one byte a pixel.
package raster

import (
	"encoding/binary"
	"errors"
)

// Errors of broken pictures.
var (
	ErrEmpty = errors.New("raster: the picture has no pixels")
	ErrShort = errors.New("raster: pixels are missing")
)

// Rows returns the rows of a picture: its width and height in four bytes each, then the pixels.
func Rows(picture []byte) ([][]byte, error) {
	if len(picture) < 8 {
		return nil, ErrShort
	}
	width := binary.BigEndian.Uint32(picture)
	height := binary.BigEndian.Uint32(picture[4:])
	pixels := picture[8:]
	if width == 0 || height == 0 {
		return nil, ErrEmpty
	}
	if width*height > uint32(len(pixels)) {
		return nil, ErrShort
	}
	var rows [][]byte
	for range height {
		rows = append(rows, pixels[:width])
		pixels = pixels[width:]
	}
	return rows, nil
}
