package dse

import (
	"nearmiss/input"
	"nearmiss/term"
)

// Inputs knows the inputs of a program: their strings and slices, and what clauses are
// under them. Places of lists have numbers from 1, the same in all inputs.
type Inputs interface {
	// Under returns a function that tells whether clauses of paths hold under an input, nil
	// if that cannot be told. It is valid until anything else is asked for.
	Under(in input.Vector) func(clause *term.Term) bool

	// Place is where the value of a slot stands.
	Place(slot int) Place

	// Wants is the list that a clause asks for elements of, and of how many; no
	// list if it does not.
	Wants(clause *term.Term) (list, elements int)

	// Grow returns a clause that implies the one given: that a list has just so
	// many elements more than that asks for, as far as there is room. It is nil
	// if the clause does not ask for elements.
	Grow(clause *term.Term, by int) *term.Term

	// Elements are those of a list; nil if the input has no such list, or its
	// elements are not of a word each.
	Elements(in input.Vector, list int) []uint64

	// Splice returns an input with other elements in place of some of a list's;
	// nil if there is no room, or no such list.
	Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector

	// ListsOf lists those of an input, whatever their elements are, in order, what is
	// around a list before it.
	ListsOf(in input.Vector) []List

	// Scalars lists the numbers in lists of an input, in order: not lengths, nor what is in
	// maps.
	Scalars(in input.Vector) []Element

	// Replace returns an input with a block of another one in place of some elements of
	// the list at a place in ListsOf; nil if there is no room, or no such input.
	Replace(in input.Vector, list, from, to int, block Block) input.Vector
}

// Place is an element of a list, or its length.
type Place struct {
	List   int // 0: in none
	Index  int
	Length bool
	Object int // the piece of memory that the value belongs to, by number from 1; 0: not known
	First  int // the slot at the same place of the first elements of all lists and arrays around it
}

// A List is a string or slice of an input.
type List struct {
	Len   int
	Class uint64 // the same for the same place in all inputs, whatever element of another list it is in
}

// An Element is a number in a list of an input, or a part of one.
type Element struct {
	Pos     int    // in the input
	Class   uint64 // the same for the same place in all elements of lists of one class
	Address uint64 // the same for the same number in all inputs
}

// A Block is elements of a list of an input.
type Block struct {
	Of       input.Vector
	List     int // its place in ListsOf
	From, To int // To excluded
}

// Reading is what a run did with its input. The zero value is that of a program that
// does not tell.
type Reading struct {
	News     bool // it took branches in a way that no run before it did
	Often    bool // it took a branch of rewritten code so often as no run before it did, as powers of two count
	Compared []Compared
}

// Compared is a piece of a list that a run has compared with a word. With
// elements From to To replaced by the word, the comparison holds.
type Compared struct {
	List, At, Len int
	Key           uint64 // where it was compared, and with what
	Holds         bool
	From, To      int
	Word          []uint64
}

// alone is the element that a node depends on, if it does on nothing else.
func alone(l Inputs, n *Node) (Place, bool) {
	slots := n.clause.Slots()
	if len(slots) != 1 {
		return Place{}, false
	}
	at := l.Place(int(slots[0]))
	return at, at.List > 0 && !at.Length
}
