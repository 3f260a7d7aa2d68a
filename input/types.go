package input

import (
	"slices"
	"strings"

	"nearmiss/code"
)

// Kind is the kind of a Type.
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
	Error           // results only: nil or a message
	Opaque          // results only: an interface, function or channel, nil or not
	Choice          // inputs only: a value made by one of several alternatives
	Dynamic         // results only: an interface that holds nil, or a value of one of several types
	ChannelContents // results only: a channel with the values received from it
	Sealed          // results only: a struct without visible fields, or the hidden fields of one: whether all are zero, and the text of a method
	Earlier         // inputs only, as the field of an alternative: a value that an earlier call has returned
)

var kindNames = [...]string{"bool", "int", "uint", "float", "complex", "string", "slice", "array", "map", "pointer", "struct", "error", "opaque", "choice", "dynamic", "channel contents", "sealed", "earlier"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "kind?"
}

// Type describes a Go type as genes. It holds the information to draw, change, decode and print
// values, but nothing of go/types, so that the worker can hold it too. Types may be recursive
// through Pointer, Slice, Map and Choice.
type Type struct {
	Kind        Kind
	Bits        int
	Go          string   // Go text of the type in the package under test, e.g. "int32", "*Node", "time.Duration"
	Elem        *Type    // Slice, Array, Map value, Pointer, ChannelContents
	Key         *Type    // Map
	Len         int      // Array
	Fields      []Field  // Struct: fields described by genes
	PackageOnly []bool   // Struct: whether only the package of the struct sets the field, by index in Fields; nil if none
	Hidden      int      `wire:"-"` // Struct: number of fields without genes; they stay zero in inputs
	Alts        []Alt    // Choice: alternatives to make a value, at least one. Dynamic: alternatives that would make the reported values
	Words       []uint64 // Int, Uint: constants of the type that its package declares, without duplicates; drawn half of the time
	Flags       bool     // Int, Uint: code combines the constants bit by bit
	Texts       []string // String: constants of the type that its package declares, drawn half of the time
	Domain      *Domain  // Int, Uint, Float, Complex, String: range of the words in inputs; nil: every word
	Text        string   // Sealed: method that returns the text of a value: String, Error, MarshalText; or Response or Reflected; empty if none
	Origin      any      `wire:"-"` // the go/types type, for package harness; workers do not get it
}

// HiddenFields is the name of the last field of a struct in an outcome, if some of its fields cannot be
// read: a Sealed that says whether all of these are zero.
const HiddenFields = "_"

// Response is the Text of an httptest.ResponseRecorder: its status code and body.
const Response = "response"

// Reflected is the Text of a reflect.Value: what it holds, or what the pointer that it holds leads to, as package fmt prints it. Its
// String method tells the type alone.
const Reflected = "reflected"

// IsDuration reports whether a type is time.Duration, under any name of package time.
func (t *Type) IsDuration() bool { return t.Kind == Int && strings.HasSuffix(t.Go, ".Duration") }

// IsBriefDuration reports whether a word of type t is a duration under a second, which may end
// before a slower machine checks it.
func (t *Type) IsBriefDuration(word uint64) bool {
	return t.IsDuration() && int64(word) > 0 && int64(word) < second
}

// MayContainText reports whether an outcome of type t may contain the text of a method.
func (t *Type) MayContainText() bool {
	return t.Has(true, func(t *Type) bool { return t.Text != "" })
}

// ReportsChange reports whether an outcome says if a call left After[i] as it was: where the words of the outcome do not tell,
// because they contain a text, or because the input is made by calls.
func (s *Signature) ReportsChange(i int) bool {
	f := &s.After[i]
	return !s.Idle && (f.Type.MayContainText() || f.Type.Kind != Opaque && s.isMade(f.Name))
}

// isMade reports whether the input with the name may be or hold what calls make.
func (s *Signature) isMade(name string) bool {
	for i := range s.Inputs() {
		if f := s.Input(i); f.Name == name {
			return f.Type.Has(false, func(t *Type) bool { return t.Kind == Choice })
		}
	}
	return false
}

// Has reports whether test holds for t or for a type within t. With alts it includes the fields
// and steps of alternatives.
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

// Alt is one alternative of a Choice: an expression over its fields that makes a value, followed
// by calls on the value or assignments to its fields. The first alternative of a Choice is the
// simplest, and is used at the depth limit: it contains no other Choice, and a pointer in it is
// nil there.
type Alt struct {
	Name         string     // name for readers: "nil", "NewReader", "*bytes.Buffer", "stub", "constant"
	Fields       []Field    // values that Make uses: arguments, results of a stub
	Make         *code.Tree `wire:"-"` // an expression over the fields; in a step, a statement without a result
	Decl         *code.Decl `wire:"-"` // a top-level declaration that Make needs, or nil
	ReturnsError bool       // Make has a second result, an error, and makes a value only if the error is nil
	Rare         bool       // drawn seldom, as a fallback
	Raw          bool       // if Fields are zero, the value is a zero value that is not known to be legal
	Repeats      bool       // a step that calls its method several times, as its first field says; drawn seldom
	RunsCode     bool       // Make or the steps run code of the package under test, which may panic or loop forever
	UnnamedType  bool       `wire:"-"` // Make has an unnamed type and the Choice a named one: an interface that holds the value needs a conversion
	Written      bool       // the text that is written to the value is read after the call (code.Written)
	Steps        *Type      // steps that follow on the value: a Slice of a Choice, or nil

	Returns string // Go text of the type that Make or the step returns, if an Earlier may select the value; else empty
	Results int    `wire:"-"` // number of results of a step whose first result has type Returns
}

// Records reports whether the value that an alternative makes records its calls.
func (a *Alt) Records() bool { return a.Make.Records() || a.Decl != nil && a.Decl.Tree.Records() }

// Field is a struct field, a parameter, a result or a package variable.
type Field struct {
	Name string
	Type *Type
}

// Call is one call in a chain, as in f(a)(b): the call of the function under test, or a call of
// the value that the previous call returned.
type Call struct {
	Params       int        // number of parameters of the signature that the call takes, after those of the previous call
	Variadic     bool       // the last parameter is variadic
	AssertedType *code.Tree // type to which the previous result, an interface, is asserted; nil without an assertion
	Method       string     // method of the previous result to call; "" if the result itself is called
	ReturnsError bool       // the call also returns an error, which must be nil for the next call
	Iterator     bool       // the function is an iterator; the parameter limits the number of values taken
}

// Selector returns the text between the previous result and the arguments of the call: a type
// assertion to assertedType, unless that is empty, and the method.
func (c *Call) Selector(assertedType string) (text string) {
	if assertedType != "" {
		text = ".(" + assertedType + ")"
	}
	if c.Method != "" {
		text += "." + c.Method
	}
	return text
}

// Signature describes the inputs and outputs of a function. The vector of an input is the
// concatenation of Recv (if any), Params and Globals. The vector of an outcome is the
// concatenation of Results, After and, for each element of After that may contain a text, 1 if
// it equals its value before the call, else 0.
type Signature struct {
	Name     string // name of the function, as in cfg.Func.Name
	Recv     *Field
	Params   []Field
	Variadic bool
	Globals  []Field    // package variables taken as inputs (-globals)
	Shares   bool       // an input may be a value that an earlier call of the vector returned (Earlier)
	Results  []Field    `wire:"-"`
	TypeArgs *code.Tree `wire:"-"` // type arguments of a generic function, [int, time.Duration]; else nil
	After    []Field    `wire:"-"` // values reported after the call: receiver, parameters with pointers, globals, package variables that a function without results sets
	Readers  []Reader   `wire:"-"` // methods that are called after the call, to tell what it did
	Idle     bool       `wire:"-"` // nothing is called: the outcome is the state of the inputs
	Calls    []Call     `wire:"-"` // all calls of a chain, starting with the function, or nil; Results are the results of the last call
}

// A Reader tells what the call did. It is asked after After was reported; its results are the last parts
// of an outcome. It is a call of a method that changes nothing, on an input or a result, or, if Method is empty, the
// record of the calls of functions among the inputs that record them (code.Recording), as texts, or the text that was written
// to the writers inside of inputs (code.Written). In a scenario it is a step of the receiver, or the call of a method that
// changes nothing after a step.
type Reader struct {
	Of       string // name of the input whose method it is; empty for a method of a result, or a function of the package
	OfResult int    // if it is the method of a result, the index of this result, from 1; else 0
	Instead  bool   // it is asked only if a test cannot compare the result itself
	Step     int    // in a scenario, the number of the step, from 1; else 0
	IsStep   bool   // the method is that of the step
	Method   string
	Args     []int // indices of the parameters that are its arguments
	Results  []Field
	Origin   any // the *types.Func
}

// IsRecord reports whether a reader is a record: of calls, or of what was written.
func (r *Reader) IsRecord() bool { return r.Method == "" }

// OfPackage reports whether a reader is a function of the package.
func (r *Reader) OfPackage() bool {
	return !r.IsRecord() && r.Of == "" && r.OfResult == 0 && r.Step == 0
}

// IsWritten reports whether a reader is the record of what was written.
func (r *Reader) IsWritten() bool { return r.IsRecord() && r.Results[0].Type.Kind == String }

// Records reports whether the first reader is a record.
func (s *Signature) Records() bool { return len(s.Readers) > 0 && s.Readers[0].IsRecord() }

// RecordsText reports whether there is a record of what was written.
func (s *Signature) RecordsText() bool {
	return slices.ContainsFunc(s.Readers, func(r Reader) bool { return r.IsWritten() })
}

// StubsRecord reports whether the first reader is a record, and a stub among the inputs may record its own.
func (s *Signature) StubsRecord() bool {
	return s.Records() && s.Has(true, func(t *Type) bool {
		return slices.ContainsFunc(t.Alts, func(a Alt) bool { return a.Decl != nil && a.Decl.Tree.Records() })
	})
}

// IsScenario reports whether the outcome tells of each step on the receiver, and nothing is called after them.
func (s *Signature) IsScenario() bool {
	return len(s.Readers) > 0 && s.Readers[len(s.Readers)-1].Step > 0
}

// A Reading is one result of a reader.
type Reading struct {
	*Reader
	Result int // index in Results
}

// Readings lists the results of all readers.
func (s *Signature) Readings() (list []Reading) {
	for k := range s.Readers {
		for j := range s.Readers[k].Results {
			list = append(list, Reading{&s.Readers[k], j})
		}
	}
	return list
}

// Chain returns the calls by which the function is tested: a single call, unless Calls has
// several.
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

// Has reports whether test holds for a type of the inputs, as Type.Has does.
func (s *Signature) Has(alts bool, test func(*Type) bool) bool {
	for i := range s.Inputs() {
		if s.Input(i).Type.Has(alts, test) {
			return true
		}
	}
	return false
}

// Vector holds the words of an input, in the order of a depth-first walk of the
// signature:
//
//	Bool     1 word, 0 or 1
//	Int      1 word, sign-extended
//	Uint     1 word
//	Float    1 word, float64 bits (float32 values are exact; all NaNs have the same bits)
//	Complex  2 words
//	String   length, then one word a byte
//	Slice    0 for nil, else length+1, then the elements
//	Array    the elements
//	Map      0 for nil, else length+1, then key, value, key, value …
//	Pointer  0 for nil, else 1, then the element
//	Struct   the fields in order; blank and hidden fields are left out; in outcomes HiddenFields follow if there are any
//	Error    ErrorNil, or ErrorMute, or one of the others and the message as a String
//	Opaque   0 for nil, else 1
//	Choice   the index of the alternative, its fields in order, then its steps as a Slice
//	Dynamic  0 for nil, 1 for a value that is not reported, else the index of the alternative + 2 and its fields in order
//	ChannelContents  0 for nil, else ChannelOpen, ChannelClosed or ChannelLimit, then the values as a Slice
//	Earlier  the index of the value among the values of its type returned so far
//	Sealed   0 for the zero value, else 1; with a Text then 1 and the text as a String, or 2 if there is no usable text
//
// In outcomes a String, Slice, Map or Pointer may be the single word Cut: the
// value was too large or too deep to report.
type Vector = []uint64

// The reason why no more values were received from a channel: the first word of ChannelContents.
const (
	ChannelOpen   = 1 + iota // no value arrived in time, and the channel is open
	ChannelClosed            // the channel was closed
	ChannelLimit             // the limit of received values was reached
)

// The first word of an Error in an outcome.
const (
	ErrorNil     = iota
	ErrorSays    // an error with a message
	ErrorMute    // method Error panics
	ErrorForeign // an error that the operating system or another module made, or that wraps one
	ErrorIs      // ErrorIs + 2i is an error that is or wraps the sentinel of index i; 1 is added to it if it is foreign, too
)

// maxErrorWord bounds the first word of an Error: a package has fewer than 2^15 sentinels.
const maxErrorWord = 1 << 16

// hasMessage reports whether a message follows the first word of an Error.
func hasMessage(w uint64) bool { return w != ErrorNil && w != ErrorMute }

// Cut stands for a String, Slice, Map or Pointer that an outcome leaves out.
const Cut = ^uint64(0)
