package tiff

import "math"

// Window is the greatest width and height of a window of samples.
const Window = 7

// The window that GetSourceSamples has read last.
var (
	Samples [Window * Window]float64 // row by row; unknown layouts leave 0
	Present [Window]bool             // columns that carry data
)

// GetSourceSamples reads a window of samples from src, which holds one period
// of an image that repeats: sample (x, y) starts at byte y*lineBytes +
// x*pixelBytes, modulo the length of src, lowest byte first. Only the three
// lowest bits of columns and rows count. The samples go to Samples, the mask of
// the columns to Present.
func GetSourceSamples(bits, tag uint16, columns, rows, pixelBytes, lineBytes uint8, src [8]byte, mask [Window]bool) {
	width := int(columns & Window)
	height := int(rows & Window)
	n := 0
	for y := 0; y < height; y++ {
		for x := 0; x < width; x++ {
			at := y*int(lineBytes) + x*int(pixelBytes)
			b0 := uint32(src[at&7])
			b1 := uint32(src[(at+1)&7])
			b2 := uint32(src[(at+2)&7])
			b3 := uint32(src[(at+3)&7])
			word := b1<<8 | b0
			long := b3<<24 | b2<<16 | word
			value := 0.0
			if tag == FormatUint+bits && bits == 8 {
				value = float64(b0)
			} else if tag == FormatInt+bits && bits == 8 {
				value = float64(int8(b0))
			} else if tag == FormatUint+bits && bits == 16 {
				value = float64(word)
			} else if tag == FormatInt+bits && bits == 16 {
				value = float64(int16(word))
			} else if tag == FormatUint+bits && bits == 32 {
				value = float64(long)
			} else if tag == FormatInt+bits && bits == 32 {
				value = float64(int32(long))
			} else if tag == FormatFloat+bits && bits == 32 {
				value = float64(math.Float32frombits(long))
			}
			Samples[n] = value
			Present[x] = mask[x]
			n++
		}
	}
}

// Channel is what SetSample notes about the last sample it stored.
type Channel struct {
	Offset uint8
	Size   uint8   // in bytes, 0 for an unknown layout
	Flags  [6]bool // alpha, premultiplied, inverted, dithered, swapped, locked
}

// Last is the note on the last sample.
var Last Channel

// SetSample stores value in row at the byte offset (modulo the length of row),
// lowest byte first, in the layout that tag and bits name, and returns the row.
// A value beyond the layout's range is cut to its low bytes; one beyond 48 bits
// counts as 0.
func SetSample(bits, tag uint16, offset uint8, value float32, flags [6]bool, row [128]byte) [128]byte {
	var long uint32
	var size uint8
	if tag == FormatUint+bits && bits == 8 {
		long = uint32(uint8(whole(value)))
		size = 1
	} else if tag == FormatInt+bits && bits == 8 {
		long = uint32(int8(whole(value)))
		size = 1
	} else if tag == FormatUint+bits && bits == 16 {
		long = uint32(uint16(whole(value)))
		size = 2
	} else if tag == FormatInt+bits && bits == 16 {
		long = uint32(int16(whole(value)))
		size = 2
	} else if tag == FormatUint+bits && bits == 32 {
		long = uint32(whole(value))
		size = 4
	} else if tag == FormatInt+bits && bits == 32 {
		long = uint32(int32(whole(value)))
		size = 4
	} else if tag == FormatFloat+bits && bits == 32 {
		long = math.Float32bits(value)
		size = 4
	}
	store(&row, offset, size, long)
	Last = Channel{offset, size, flags}
	return row
}

// store writes the low size bytes of long.
func store(row *[128]byte, offset, size uint8, long uint32) {
	for i := uint8(0); i < size; i++ {
		row[(offset+i)&127] = byte(long >> (8 * i))
	}
}

// whole is the whole part of v. Go leaves the conversion of too large values to
// the machine, so they are taken out.
func whole(v float32) int64 {
	const limit = 1 << 48
	if v > -limit && v < limit {
		return int64(v)
	}
	return 0
}
