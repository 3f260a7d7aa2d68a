package input

import "slices"

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
	Error   // results only: nil or a message
	Opaque  // results only: an interface, function or channel, nil or not
	Choice  // inputs only: one of several ways to make a value
	Dynamic // results only: an interface that holds nil, or a value of one of several types
	Drained // results only: a channel, with what came on it
	Sealed  // results only: a struct that shows none of its fields: zero or not, and what a method says of it
	Earlier // inputs only, as the field of an alternative: a value that a call before it has returned
)

var kindNames = [...]string{"bool", "int", "uint", "float", "complex", "string", "slice", "array", "map", "pointer", "struct", "error", "opaque", "choice", "dynamic", "drained", "sealed", "earlier"}

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
	Imports []Import `wire:"-"` // what a file must import to write Go
	Elem    *Type    // Slice, Array, Map value, Pointer, Drained
	Key     *Type    // Map
	Len     int      // Array
	Fields  []Field  // Struct: the fields that genes describe
	Own     []bool   // Struct: which of Fields no code but that of its package sets, if there are such
	Hidden  int      `wire:"-"` // Struct: fields that genes do not describe; inputs leave them zero
	Alts    []Alt    // Choice: the ways to make a value; at least one. Dynamic: what a value may be, as it would be made
	Words   []uint64 // Int, Uint: the constants of the type that its package declares, as words, each once; drawn half of the time
	Texts   []string // String: the same
	Domain  *Domain  // Int, Uint, Float, Complex, String: what the words of inputs may be; nil: all
	Text    string   `wire:"-"` // Sealed: the method without arguments that says what it holds: String, Error, MarshalText; or Response; empty if there is none
	Origin  any      `wire:"-"` // what the type was made from, for its maker; workers do not get it
}

// Response is the Text of an httptest.ResponseRecorder: the code of the status and the body.
const Response = "response"

// Speaks reports whether a text may be part of an outcome of type t.
func (t *Type) Speaks() bool {
	return t.Has(true, func(t *Type) bool { return t.Text != "" })
}

// Has reports whether test holds for t or for a type that t is made of. What alternatives
// need, and what their steps do, is looked at if alts says so.
func (t *Type) Has(alts bool, test func(*Type) bool) bool {
	seen := map[*Type]bool{}
	var visit func(t *Type) bool
	visit = func(t *Type) bool {
		if t == nil || seen[t] {
			return false
		}
		seen[t] = true
		in := func(f Field) bool { return visit(f.Type) }
		return test(t) || visit(t.Key) || visit(t.Elem) || slices.ContainsFunc(t.Fields, in) ||
			alts && slices.ContainsFunc(t.Alts, func(a Alt) bool { return slices.ContainsFunc(a.Fields, in) || visit(a.Steps) })
	}
	return visit(t)
}

// Alt is one way to make a value of a Choice: an expression over its fields,
// and calls on the value or assignments to its fields after that. The first of
// a Choice is the simplest, and what is left at the depth limit: no Choice
// follows from it, and a pointer is nil there.
//
// Make, Decl and the Make of steps are templates, which Expand fills in:
//
//	$1 $2 …    the fields
//	$0         in a step: the value
//	$T         the name of what Decl declares
//	$(path).   the package with that import path, or nothing where the code
//	           stands in it
//	$$         a dollar sign
type Alt struct {
	Name   string  // what a reader calls it: "nil", "NewReader", "*bytes.Buffer", "stub", "constant"
	Fields []Field // what Make needs: arguments, results of a stub
	Make   string  `wire:"-"` // a Go expression; in a step, a statement without a result
	Decl   string  `wire:"-"` // a top-level declaration that Make needs, named $T; may be empty
	Label  string  `wire:"-"` // a good name for $T in a test file, such as stubReader
	Fails  bool    // Make has two results; there is a value if the second, an error, is nil
	Rare   bool    // a fall-back: drawn seldom
	Raw    bool    // where Fields are zeros the value is the zero value of a type of which no code uses that
	Runs   bool    // Make or the steps run code of the package under test, which may panic or not end
	Bare   bool    `wire:"-"` // Make has no name in its type, where the Choice has: an interface that holds it needs a conversion
	Steps  *Type   // what is done with the value then: a Slice of a Choice, or nil

	Returns string // the type, as Go has it, of the value that Make or the step returns, if an Earlier may be that value; else empty
	Results int    `wire:"-"` // of a step that returns something: how many results it has
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

// Call is one of the calls by which a function is tested whose result is called
// in turn: the function's own, or one on what the call before it has returned.
type Call struct {
	Params   int    // how many of the parameters of the signature it takes, behind those of the call before
	Variadic bool   // the last of them stands for any number
	Holds    string // what the result of the call before, an interface, has to hold, as a template; "" if that is not asked
	Method   string // of the result that is called; "" if that is itself a function
	Fails    bool   // beside what is called next it returns an error, which has to be nil
	Taken    bool   // the result is an iterator: its values are taken, as many as the parameter says at most
}

// Selector is what stands behind the result that is called: the type that it has to
// hold, written as given, if it is not empty, and the method.
func (c *Call) Selector(holds string) (text string) {
	if holds != "" {
		text = ".(" + holds + ")"
	}
	if c.Method != "" {
		text += "." + c.Method
	}
	return text
}

// Signature is the shape of one function's inputs and outputs. The vector of
// an input is the concatenation of Recv (if any), Params and Globals. The
// vector of an outcome is the concatenation of Results, After and, for each of
// After that may hold a text, 1 if it is as it was before the call and else 0.
type Signature struct {
	Name     string // as cfg.Func.Name
	Recv     *Field
	Params   []Field
	Variadic bool
	Globals  []Field // package variables taken as inputs (-globals)
	Shares   bool    // some Earlier among the inputs can be something
	Results  []Field `wire:"-"`
	TypeArgs string  `wire:"-"` // of a generic function, as a template: "[int, $(time).Duration]"
	After    []Field `wire:"-"` // what is reported after the call: receiver, pointer-like parameters, globals
	Calls    []Call  `wire:"-"` // if what the function returns is called, all calls, its own first; Results are those of the last
}

// Chain returns the calls by which the function is tested: one, unless what it
// returns is called in turn.
func (s *Signature) Chain() []Call {
	if len(s.Calls) > 0 {
		return s.Calls
	}
	return []Call{{Params: len(s.Params), Variadic: s.Variadic}}
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
//	Choice   the number of the alternative, its fields in order, then its steps as a Slice
//	Dynamic  0 for nil, 1 for a value that is not reported, else the number of the alternative + 2 and its fields in order
//	Drained  0 for nil, else StillOpen, Closed or Enough, and the values as a Slice
//	Earlier  the number of the value among those of its type so far
//	Sealed   0 for the zero value, else 1; if there is a Text, 1 and what it says as a String, or 2 if that could not be had
//
// In outcomes a String, Slice, Map or Pointer may be the single word Cut: the
// value was too large or too deep to report.
type Vector = []uint64

// How receiving from a Drained ended.
const (
	StillOpen = 1 + iota // nothing more came
	Closed
	Enough // as many values came as are received
)

// Cost is what a run of an input did within rewritten code.
type Cost struct {
	Statements uint64 // executed
	Branches   uint64 // atomic conditions evaluated
	Decisions  uint64 // branches that depend on the input; 0 for machine code, which does not know them
}

// Cut stands for a String, Slice, Map or Pointer that an outcome leaves out.
const Cut = ^uint64(0)
