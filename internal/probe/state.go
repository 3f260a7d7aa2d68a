package probe

import "unsafe"

// Branch is the number of an outcome of a condition of the package under test: 2*id for the
// false outcome of condition id, 2*id+1 for the true outcome.
type Branch = uint32

// Slot holds one live value at a critical node. Bits is an integer extended to 64 bits, the bits
// of a float64, 0 or 1 for a bool, or, for a value of which only nil matters, 1 if it is nil, else
// 0. For a string, slice or array, Ptr points to a copy of the elements and Bits is the number of
// elements; Ptr is nil for a nil slice. A value longer than MaxHeld bytes is undefined. The kind of
// value in a slot is fixed, and the program that reads the slot knows it.
type Slot struct {
	Bits    uint64
	Ptr     unsafe.Pointer
	Defined bool // false if the value is behind a nil pointer, too long, or may be changing in another goroutine
}

// Entry is a function of the package under test, in the form in which the worker calls it.
// Package internal/harness generates the entries into the package under test.
type Entry struct {
	Name string
	// Run decodes its arguments from in, calls Begin, the function, and End,
	// and, if out is not nil, appends the encoded results and the encoded
	// state of the arguments after the call. It does not recover.
	Run func(in, out *Genes)
}

// Genes is the flat form of arguments and results: a sequence of words. A generated decoder reads
// it with Next, a generated encoder writes it with Put. Package input describes the format.
type Genes struct {
	Words []uint64
	Pos   int
	path  []any // pointers whose targets are being recorded
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

// Put appends a word. Results are recorded rarely, and inlined it is half of the generated code.
//
//go:noinline
func (g *Genes) Put(w uint64) { g.Words = append(g.Words, w) }

// Enter begins to record the target of a pointer. It reports false if the target contains the pointer.
func (g *Genes) Enter(p any) bool {
	for _, q := range g.path {
		if p == q {
			return false
		}
	}
	g.path = append(g.path, p)
	return true
}

// Leave ends the record of the target of the last pointer.
func (g *Genes) Leave() { g.path = g.path[:len(g.path)-1] }
