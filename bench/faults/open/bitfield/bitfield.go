// Package bitfield reads fields of machine words.
package bitfield

// Extract returns the bits of word from low to high, high not included; signed fields keep their sign. There are none
// outside of the word.
func Extract(word uint64, low, high int, signed bool) int64 {
	if low < 0 || high > 64 {
		return 0
	}
	width := high - low
	field := word >> low & (1<<width - 1)
	if signed && field>>(width-1) != 0 {
		return int64(field | ^uint64(0)<<width)
	}
	return int64(field)
}
