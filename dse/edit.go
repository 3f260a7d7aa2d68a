package dse

import "nearmiss/input"

// An Editor is a Program that knows the lists of its inputs: strings and slices,
// and those within them.
type Editor interface {
	Program

	// ListsOf lists those of an input, in order, what is around a list before it.
	ListsOf(v input.Vector) []List

	// Edit returns an input with other elements in a list: those of the pieces,
	// one after the other. It is nil if there is no such input, or no room for
	// it. The list of pieces stays the caller's.
	Edit(v input.Vector, list int, pieces ...Piece) input.Vector
}

// A List is a string or slice of an input.
type List struct {
	Len   int
	Class uint64 // the same for the same place in all inputs, whatever element of another list it is in
}

// A Piece is a block of elements of a list, as they are or often.
type Piece struct {
	Of       input.Vector
	List     int // of Of
	From, To int // its elements, To excluded
	Times    int

	// Goes lets the block go on: each time its numbers differ from those of the
	// last time as they differ from the same number of elements before From.
	Goes bool
}
