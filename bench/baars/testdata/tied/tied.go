// Package tied has the conditions of tiff.SetSample, which tie tag and bits to each
// other, without the inputs that no condition asks for.
package tied

// Layout finds the layout.
func Layout(bits, tag uint16) int {
	if tag == 1<<8+bits && bits == 8 {
		return 1
	} else if tag == 2<<8+bits && bits == 8 {
		return 2
	} else if tag == 1<<8+bits && bits == 16 {
		return 3
	} else if tag == 2<<8+bits && bits == 16 {
		return 4
	} else if tag == 1<<8+bits && bits == 32 {
		return 5
	} else if tag == 2<<8+bits && bits == 32 {
		return 6
	} else if tag == 3<<8+bits && bits == 32 {
		return 7
	}
	return 0
}
