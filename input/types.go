package input

// Kind is the kind of a type in the genome's language.
type Kind uint8

const (
	Bool Kind = iota
	Int       // Bits 8, 16, 32, 64, signed
	Uint      // Bits 8, 16, 32, 64
	Float     // Bits 32, 64
	Complex   // Bits 64, 128
	String
	Slice
	Array
	Map
	Pointer
	Struct
	Error  // results only: nil or a message
	Opaque // results only: an interface, function or channel, nil or not
)

// Type describes one Go type as genes. It carries what is needed to draw,
// change, decode and print values, and nothing of go/types, so that the
// worker can hold it too. Types may be recursive through Pointer, Slice, Map.
type Type struct {
	Kind   Kind
	Bits   int
	Go     string // as written inside the package under test, e.g. "int32", "*Node", "time.Duration"
	Elem   *Type  // Slice, Array, Map value, Pointer
	Key    *Type  // Map
	Len    int    // Array
	Fields []Field
}

// Field is a struct field, a parameter, a result or a package variable.
type Field struct {
	Name string
	Type *Type
}

// Signature is the shape of one function's inputs and outputs. The vector of
// an input is the concatenation of Recv (if any), Params and Globals.
type Signature struct {
	Name     string // as cfg.Func.Name
	Recv     *Field
	Params   []Field
	Variadic bool
	Globals  []Field // package variables taken as inputs (-globals)
	Results  []Field
	After    []Field // what is reported after the call: receiver, pointer-like parameters, globals
}

// Vector is an input as words, in the order a depth-first walk of the
// signature meets them:
//
//	Bool     1 word, 0 or 1
//	Int      1 word, sign-extended
//	Uint     1 word
//	Float    1 word, float64 bits (float32 values are held exactly)
//	Complex  2 words
//	String   length, then one word a byte
//	Slice    0 for nil, else length+1, then the elements
//	Array    the elements
//	Map      0 for nil, else length+1, then key, value, key, value …
//	Pointer  0 for nil, else 1, then the element
//	Struct   the fields in order; blank fields are left out
//	Error    0 for nil, else 1, then the message as a String
//	Opaque   0 for nil, else 1
type Vector = []uint64
