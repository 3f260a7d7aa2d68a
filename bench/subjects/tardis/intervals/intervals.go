// Package intervals is a set of numbers, kept as intervals.
//
// Invariant of Set: ends has an even number of elements, each greater than the one before it: intervals
// from ends[2i], included, to ends[2i+1], excluded, that neither overlap nor touch.
package intervals

// Set is a set of numbers. The zero value is empty.
type Set struct {
	ends []int
}

// New makes an empty set.
func New() *Set { return &Set{} }

// Add adds the numbers from lo, included, to hi, excluded, and reports whether there are any.
func (s *Set) Add(lo, hi int) bool {
	if lo >= hi {
		return false
	}
	var ends []int
	placed := false
	for i := 0; i+1 < len(s.ends); i += 2 {
		a, b := s.ends[i], s.ends[i+1]
		switch {
		case b < lo:
			ends = append(ends, a, b)
		case a > hi:
			if !placed {
				ends = append(ends, lo, hi)
				placed = true
			}
			ends = append(ends, a, b)
		default: // they meet
			lo, hi = min(lo, a), max(hi, b)
		}
	}
	if !placed {
		ends = append(ends, lo, hi)
	}
	s.ends = ends
	return true
}

// Cut takes the numbers from lo, included, to hi, excluded, away.
func (s *Set) Cut(lo, hi int) {
	if lo >= hi {
		return
	}
	var ends []int
	for i := 0; i+1 < len(s.ends); i += 2 {
		a, b := s.ends[i], s.ends[i+1]
		if b <= lo || a >= hi {
			ends = append(ends, a, b)
			continue
		}
		if a < lo {
			ends = append(ends, a, lo)
		}
		if b > hi {
			ends = append(ends, hi, b)
		}
	}
	s.ends = ends
}

// Has reports whether a number is in the set.
func (s *Set) Has(v int) bool {
	if len(s.ends)%2 != 0 {
		panic("intervals: one has no end")
	}
	lo, hi := 0, len(s.ends)
	for lo < hi {
		mid := (lo + hi) / 2
		if s.ends[mid] <= v {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo%2 == 1
}

// Gap is the smallest number of numbers between two intervals, 0 if there are not two.
func (s *Set) Gap() int {
	least := 0
	for i := 1; i+1 < len(s.ends); i += 2 {
		gap := s.ends[i+1] - s.ends[i]
		if gap == 0 {
			panic("intervals: two of them touch")
		}
		if least == 0 || gap < least {
			least = gap
		}
	}
	return least
}
