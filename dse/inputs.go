package dse

import (
	"nearmiss/input"
	"nearmiss/term"
)

// Inputs describes the inputs of a program: their lists (strings and slices), and whether clauses
// hold under an input. A slot is a variable of the clauses. The lists that slots belong to have
// numbers from 1, which are the same in all inputs. ListsOf has further lists, which have an index in
// the one input only.
type Inputs interface {
	// HoldsUnder returns a function that reports whether a clause of a path holds under an input;
	// nil if that is not known. The function is valid until the next call of a method.
	HoldsUnder(in input.Vector) func(clause *term.Term) bool

	// Place returns the place of a slot: an element of a list, the length of a list, or another place.
	Place(slot int) Place

	// DemandedElements returns the number of the list of which a clause demands elements, and how many
	// elements it demands: by a lower bound of the length, or by length != n, which counts as length >
	// n. It returns 0 if the clause demands none.
	DemandedElements(clause *term.Term) (list, elements int)

	// Grow returns a clause that implies the given clause: the list has exactly by elements more
	// than the clause asks for, as far as the capacity allows. It returns nil if the clause does
	// not ask for elements.
	Grow(clause *term.Term, by int) *term.Term

	// Elements returns the elements of a list, given by its number; nil if the input has no such list,
	// or an element does not have exactly one word.
	Elements(in input.Vector, list int) []uint64

	// Splice returns an input with the elements from:to of a list, given by its number, replaced by
	// with; nil if the capacity does not allow it, or Elements does not return the list.
	Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector

	// ListsOf returns the lists of an input in order, an outer list before its inner ones, whatever
	// the type of their elements.
	ListsOf(in input.Vector) []List

	// Scalars returns the numbers in lists of an input, in order. Lengths and numbers in maps are
	// excluded.
	Scalars(in input.Vector) []Element

	// Replace returns an input in which a block of another input replaces the elements from:to of a
	// list, given by its index in ListsOf; nil if the capacity does not allow it, or there is no
	// such input.
	Replace(in input.Vector, list, from, to int, block Block) input.Vector
}

// Place is the place of a value: an element of a list, or the length of a list.
type Place struct {
	List             int  // number of the list; 0: the value is in no list
	Index            int  // index of the element in the list
	Length           bool // the value is the length of the list
	Object           int  // the piece of memory that the value belongs to, by number from 1; 0: unknown
	FirstCounterpart int  // slot of the same word in the first elements of all lists and arrays around it
}

// A List is a string or slice of an input.
type List struct {
	Len   int
	Class uint64 // identifies the place of the list: the same in all inputs, and in all elements of an outer list
}

// An Element is a number in a list of an input, or a part of one.
type Element struct {
	Pos     int    // index of the number's word in the input
	Class   uint64 // identifies the place of the number: the same in all elements of lists of one class
	Address uint64 // identifies the number: the same in all inputs
}

// A Block is a range of elements of a list of an input.
type Block struct {
	Of       input.Vector // the input that the block is copied from
	List     int          // index in ListsOf
	From, To int          // the block is the elements From:To
}

// Reading describes how a run read its input. The zero value is that of a program that does not
// report reads.
type Reading struct {
	// the run took a branch in a calling context, or directly after another branch, for the first
	// time in the search
	NewEvent bool
	// the run took a branch of rewritten code more often than any run before; counts from four on are
	// rounded up to powers of two
	NewMaximum bool
	Compared   []Compared
}

// Compared is a piece of a list that a run compared with a word. The comparison holds if the word
// replaces the elements From:To.
type Compared struct {
	List, Index, Len int    // the piece: number of its list, index of its first element, number of elements
	Key              uint64 // hash of the calling context, the site and the word
	Holds            bool   // the comparison held in the run
	From, To         int    // From:To are the elements that Word has to replace for the comparison to hold
	Word             []uint64
}

// onlyListElement returns the list element that n depends on; false unless n depends on nothing
// else.
func onlyListElement(l Inputs, n *Node) (Place, bool) {
	slots := n.clause.Slots()
	if len(slots) != 1 {
		return Place{}, false
	}
	place := l.Place(int(slots[0]))
	return place, place.List > 0 && !place.Length
}
