// Package figure1 is the example of Figure 1 of Baars et al., "Symbolic search-based
// testing", ASE 2011, in integers of three widths. Its text says only that x, y and z are
// integers, and the study does not search it. It is none of the 338 branches.
package figure1

// Words16 is Figure 1 in 16 bits.
func Words16(x, y, z int16) bool {
	if x == 0 {
		if y == z {
			if x == z {
				return true
			}
		}
	}
	return false
}

// Words32 is Figure 1 in 32 bits.
func Words32(x, y, z int32) bool {
	if x == 0 {
		if y == z {
			if x == z {
				return true
			}
		}
	}
	return false
}

// Words64 is Figure 1 in 64 bits.
func Words64(x, y, z int64) bool {
	if x == 0 {
		if y == z {
			if x == z {
				return true
			}
		}
	}
	return false
}
