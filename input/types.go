package input

// Kind is the kind of a type in the genome's language.
type Kind uint8

const (
	Bool    Kind = iota
	Int          // Bits 8, 16, 32, 64, signed
	Uint         // Bits 8, 16, 32, 64
	Float        // Bits 32, 64
	Complex      // Bits 64, 128
	String
	Slice
	Array
	Map
	Pointer
	Struct
	Error  // results only: nil or a message
	Opaque // results only: an interface, function or channel, nil or not
)

var kindNames = [...]string{"bool", "int", "uint", "float", "complex", "string", "slice", "array", "map", "pointer", "struct", "error", "opaque"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind?"
}

// Type describes one Go type as genes. It carries what is needed to draw,
// change, decode and print values, and nothing of go/types, so that the
// worker can hold it too. Types may be recursive through Pointer, Slice, Map.
type Type struct {
	Kind    Kind
	Bits    int
	Go      string   // as written inside the package under test, e.g. "int32", "*Node", "time.Duration"
	Imports []Import // what a file must import to write Go
	Elem    *Type    // Slice, Array, Map value, Pointer
	Key     *Type    // Map
	Len     int      // Array
	Fields  []Field  // Struct: the fields that genes describe
	Hidden  int      // Struct: fields that genes do not describe; inputs leave them zero
}

// Import is a package that Go source needs, and the name it goes by there.
type Import struct {
	Name, Path string
}

// Field is a struct field, a parameter, a result or a package variable.
type Field struct {
	Name string
	Type *Type
}

// Signature is the shape of one function's inputs and outputs. The vector of
// an input is the concatenation of Recv (if any), Params and Globals. The
// vector of an outcome is the concatenation of Results and After.
type Signature struct {
	Name     string // as cfg.Func.Name
	Recv     *Field
	Params   []Field
	Variadic bool
	Globals  []Field // package variables taken as inputs (-globals)
	Results  []Field
	After    []Field // what is reported after the call: receiver, pointer-like parameters, globals
}

// Inputs returns the number of inputs: receiver, parameters and globals.
func (s *Signature) Inputs() int {
	n := len(s.Params) + len(s.Globals)
	if s.Recv != nil {
		n++
	}
	return n
}

// Input returns input i in the order of the vector.
func (s *Signature) Input(i int) *Field {
	if s.Recv != nil {
		if i == 0 {
			return s.Recv
		}
		i--
	}
	if i < len(s.Params) {
		return &s.Params[i]
	}
	return &s.Globals[i-len(s.Params)]
}

// Vector is an input as words, in the order a depth-first walk of the
// signature meets them:
//
//	Bool     1 word, 0 or 1
//	Int      1 word, sign-extended
//	Uint     1 word
//	Float    1 word, float64 bits (float32 values are held exactly; NaN is always the same)
//	Complex  2 words
//	String   length, then one word a byte
//	Slice    0 for nil, else length+1, then the elements
//	Array    the elements
//	Map      0 for nil, else length+1, then key, value, key, value …
//	Pointer  0 for nil, else 1, then the element
//	Struct   the fields in order; blank and hidden fields are left out
//	Error    0 for nil, 1 and the message as a String, 2 if the message could not be had
//	Opaque   0 for nil, else 1
//
// In outcomes a String, Slice, Map or Pointer may be the single word Cut: the
// value was too large or too deep to report.
type Vector = []uint64

// Cut stands for a String, Slice, Map or Pointer that an outcome leaves out.
const Cut = ^uint64(0)
