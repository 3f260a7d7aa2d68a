package term

import "strconv"

// Kind is the kind of a sort.
type Kind uint8

const (
	Bool   Kind = iota
	Int         // signed, Bits 8 to 64
	Uint        // unsigned, Bits 8 to 64
	Float       // Bits 32 or 64
	String      // sequence of bytes
	Array       // elements of a slice or an array
)

// Sort is the type of a term.
type Sort struct {
	Kind     Kind
	Bits     uint8
	Elem     Kind  // of an Array: Bool, Int, Uint or Float
	ElemBits uint8 // of an Array: Bits of the elements
}

var (
	BoolSort   = Sort{Kind: Bool}
	StringSort = Sort{Kind: String}
)

// Signed returns the sort of signed integers of a width in bits.
func Signed(bits int) Sort { return Sort{Kind: Int, Bits: uint8(bits)} }

// Unsigned returns the sort of unsigned integers of a width in bits.
func Unsigned(bits int) Sort { return Sort{Kind: Uint, Bits: uint8(bits)} }

// Floating returns the sort of floats of a width, 32 or 64 bits.
func Floating(bits int) Sort { return Sort{Kind: Float, Bits: uint8(bits)} }

// ArrayOf returns the sort of slices and arrays of elem.
func ArrayOf(elem Sort) Sort {
	return Sort{Kind: Array, Elem: elem.Kind, ElemBits: elem.Bits}
}

// ElemSort returns the sort of the elements of a String or an Array.
func (s Sort) ElemSort() Sort {
	if s.Kind == String {
		return Unsigned(8)
	}
	return Sort{Kind: s.Elem, Bits: s.ElemBits}
}

// IsInteger reports whether s is Int or Uint.
func (s Sort) IsInteger() bool { return s.Kind == Int || s.Kind == Uint }

// String returns the name of the corresponding Go type.
func (s Sort) String() string {
	switch s.Kind {
	case Bool:
		return "bool"
	case Int:
		return "int" + strconv.Itoa(int(s.Bits))
	case Uint:
		return "uint" + strconv.Itoa(int(s.Bits))
	case Float:
		return "float" + strconv.Itoa(int(s.Bits))
	case String:
		return "string"
	}
	return "[]" + s.ElemSort().String()
}

// Wrap sign-extends or zero-extends the low bits of v to 64 bits, the form of integers of sort
// s.
func (s Sort) Wrap(v uint64) uint64 {
	shift := 64 - uint(s.Bits)
	if s.Kind == Int {
		return uint64(int64(v<<shift) >> shift)
	}
	return v << shift >> shift
}
