// Package shares divides amounts.
package shares

// Split divides cents by weights. The shares add up to cents: what rounding leaves goes to the first ones, a cent each.
func Split(cents uint32, weights []uint8) []uint32 {
	if len(weights) == 0 {
		return nil
	}
	var sum uint64
	for _, w := range weights {
		sum += uint64(w)
	}
	if sum == 0 {
		return nil
	}
	shares := make([]uint32, len(weights))
	left := cents
	for i, w := range weights {
		shares[i] = uint32(uint64(cents) * uint64(w) / sum)
		left -= shares[i]
	}
	for i := 0; left > 0; i++ {
		shares[i]++
		left--
	}
	return shares
}
