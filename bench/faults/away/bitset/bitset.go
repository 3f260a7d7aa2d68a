// Package bitset has sets of small numbers.
package bitset

import "math/bits"

// A Set holds numbers below its limit. The zero Set can hold none.
type Set struct {
	limit uint16
	words []uint64
}

// New returns an empty set for numbers below limit.
func New(limit uint16) *Set {
	return &Set{limit, make([]uint64, limit/64)}
}

// Add puts n into the set. It reports whether n is below the limit.
func (s *Set) Add(n uint16) bool {
	if n >= s.limit {
		return false
	}
	s.words[n/64] |= 1 << (n % 64)
	return true
}

// Count returns how many numbers the set holds.
func (s *Set) Count() int {
	count := 0
	for _, w := range s.words {
		count += bits.OnesCount64(w)
	}
	return count
}
