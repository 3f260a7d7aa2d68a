package mosa

import "nearmiss/input"

// Covered is an objective with the first input that covered it.
type Covered struct {
	Objective int
	Vector    input.Vector
	At        uint64 // evaluations when it was found
}

// archive holds what is covered.
type archive struct {
	known   []input.Vector // from before
	entries []Covered
}

func (a *archive) add(c Covered) { a.entries = append(a.entries, c) }

func (a *archive) len() int { return len(a.known) + len(a.entries) }

func (a *archive) vector(i int) input.Vector {
	if i < len(a.known) {
		return a.known[i]
	}
	return a.entries[i-len(a.known)].Vector
}
