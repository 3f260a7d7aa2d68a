// Package apart has seven layouts of a sample, whose format and size are conditions
// of their own, as in the public library's TIFF_GetSourceSamples.
package apart

// Layout finds the layout.
func Layout(format, size int32) int {
	if format == 1 && size == 1 {
		return 1
	} else if format == 1 && size == 2 {
		return 2
	} else if format == 1 && size == 4 {
		return 3
	} else if format == 2 && size == 2 {
		return 4
	} else if format == 2 && size == 4 {
		return 5
	} else if format == 3 && size == 4 {
		return 6
	} else if format == 3 && size == 8 {
		return 7
	}
	return 0
}

// LayoutOfRow is Layout with 128 bytes beside it that no condition asks for.
func LayoutOfRow(format, size int32, row [128]byte) (int, [128]byte) {
	kind := 0
	if format == 1 && size == 1 {
		kind = 1
	} else if format == 1 && size == 2 {
		kind = 2
	} else if format == 1 && size == 4 {
		kind = 3
	} else if format == 2 && size == 2 {
		kind = 4
	} else if format == 2 && size == 4 {
		kind = 5
	} else if format == 3 && size == 4 {
		kind = 6
	} else if format == 3 && size == 8 {
		kind = 7
	}
	return kind, row
}
