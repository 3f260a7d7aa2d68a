package probe

import "unsafe"

// Branch names one outcome of one condition of the package under test:
// 2*id for the false outcome of condition id, 2*id+1 for the true one.
type Branch = uint32

// A Slot holds one live value handed over at a critical node.
// Integers are sign- or zero-extended to 64 bits, floats are float64 bits,
// bools 0 or 1, nil-ness 1 for nil. Strings, slices and arrays keep a pointer
// to a copy of their elements and their length in elements; Bits then holds
// the length too. The pointer of a nil slice is nil. What is longer than
// MaxHeld bytes is undefined.
// The kind of a slot never changes and is known to the program that reads it.
type Slot struct {
	Bits    uint64
	Ptr     unsafe.Pointer
	Defined bool // false: the path could not be read here (nil pointer on the way)
}

// Entry is one function of the package under test as the worker calls it.
// It is generated beside the code under test (internal/harness).
type Entry struct {
	Name string
	// Run decodes its arguments from in, calls Begin, the function, and End,
	// and, if out is not nil, appends the encoded results and the encoded
	// state of the arguments after the call. It does not recover.
	Run func(in, out *Genes)
}

// Genes is the flat form of arguments and results: a sequence of words that
// a generated decoder consumes (Next) and a generated encoder appends (Put).
// The shape is described by package input. Reading past the end yields 0.
type Genes struct {
	Words []uint64
	Pos   int
}

// Next returns the next word, or 0 past the end.
func (g *Genes) Next() uint64 {
	if g.Pos < len(g.Words) {
		w := g.Words[g.Pos]
		g.Pos++
		return w
	}
	return 0
}

// Put appends a word.
func (g *Genes) Put(w uint64) { g.Words = append(g.Words, w) }
