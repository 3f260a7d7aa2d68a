package dse

import (
	"nearmiss/input"
	"nearmiss/term"
)

// A Reader is a Program that knows how its runs read the lists of their inputs.
// Lists have numbers from 1.
type Reader interface {
	// Reading tells of the last run. It is the program's until the next; its
	// comparisons stay as they are.
	Reading() *Reading

	// Place is where the value of a slot stands.
	Place(slot int) Place

	// Wants is the list that a clause asks for elements of, and of how many; no
	// list if it does not.
	Wants(clause *term.Term) (list, elements int)

	// Elements are those of a list; nil if the input has no such list, or its
	// elements are not of a word each.
	Elements(in input.Vector, list int) []uint64

	// Splice returns an input with other elements in place of some of a list's;
	// nil if there is no room, or no such list.
	Splice(in input.Vector, list, from, to int, with ...uint64) input.Vector
}

// Place is an element of a list, or its length.
type Place struct {
	List   int // 0: in none
	Index  int
	Length bool
}

// alone is the element that a node depends on, if it does on nothing else.
func alone(p Reader, n *Node) (Place, bool) {
	slots := n.clause.Slots()
	if len(slots) != 1 {
		return Place{}, false
	}
	at := p.Place(int(slots[0]))
	return at, at.List > 0 && !at.Length
}

// Reading is what a run did with its input.
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
