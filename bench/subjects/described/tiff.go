package described

// SampleLayout returns how a sample of a TIFF file is stored: 0 if no reader knows the layout. Format is the tag
// SampleFormat (1 unsigned, 2 signed, 3 floating point), size the tag BitsPerSample in bytes.
func SampleLayout(format, size int32) int {
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

// RowLayout is SampleLayout for a row of samples, which no condition asks for.
func RowLayout(format, size int32, row [128]byte) (int, [128]byte) {
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
