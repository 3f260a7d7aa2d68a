// Package sample is the class of Modonato's section 2 (Listing 1) with Go's slices: its answer
// "Yes" asks for five elements above growing bounds, and a branch inside the loops
// asks for a negative element where the constructor lets none in.
//
// Invariant of Sample: a has five elements, b has ten, and no element of b is negative.
package sample

import "errors"

// Sample is two lists. Both are slices, so that a condition on a length is one on the state.
type Sample struct {
	a, b []int
}

// ErrNegative is about an element of b.
var ErrNegative = errors.New("sample: an element of b is negative")

// New makes a Sample of copies of the lists.
func New(a [5]int, b [10]int) (*Sample, error) {
	s := &Sample{a: a[:], b: b[:]}
	for _, v := range s.b {
		if v < 0 {
			return nil, ErrNegative
		}
	}
	return s, nil
}

// Run answers "Yes" if the element i of a is above 1000 i, for each i. It has 32 paths.
func (s *Sample) Run() string {
	k, all := 0, true
	for i := 0; i < len(s.a); i++ {
		if s.a[i] > i*1000 {
			for j := 0; j < len(s.b); j++ {
				if s.b[j] < -s.a[i] { // never
					k = 1
				}
			}
		} else {
			all = false
		}
	}
	if k != 0 {
		panic("sample: an element of b is far below 0")
	}
	if all {
		return "Yes"
	}
	return ""
}
