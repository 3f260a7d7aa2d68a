package symexec

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// opcode is the operation of a compiled instruction.
type opcode uint8

const (
	opNop      opcode = iota
	opMove            // dst = a; c: number of cells
	opMove1           // dst = a, one cell
	opJump            // c: program counter of the target
	opIf              // jump to b if a, else to c
	opReturn          // results: b cells from a, or aux []span if b is -1
	opCall            // call of a static callee; aux *call
	opCallDyn         // call of a closure or of a method of an interface; aux *call
	opDefer           // defer; aux *call, b: register of the frame that defers, -1 for this frame
	opGo              // go; aux *call
	opRunDefer        // run the deferred calls
	opPanic           // a: interface with the value
	opInit            // initialize a package; aux *ssa.Package

	opAlloc     // dst = new object; aux *rtype, c: cells
	opLoad1     // dst = *a
	opLoad      // dst = *a, c cells
	opLoadAs    // dst = *a, where the memory was written as another type; aux *rtype
	opStore1    // *a = b
	opStore     // *a = b, c cells
	opField     // dst = &a.field; c: offset of the field
	opElem      // dst = &a[b] of a slice; c: cells of an element, k: kind of the index
	opElemPtr   // dst = &(*a)[b]; aux *rtype of the array
	opLoadElem  // dst = a[b] of a slice; c: cells of an element, k: kind of the index, aux *rtype of the element
	opLoadField // dst = a.field through a pointer; b: cells, c: offset of the field
	opIndex     // dst = a[b] of an array; aux *rtype
	opIndexStr  // dst = a[b] of a string

	opAdd64
	opSub64
	opAdd // this and the next: integers of kind k
	opSub
	opMul
	opAnd
	opOr
	opXor
	opAndNot
	opEqWord // this and the next: integers and bools
	opNeWord
	opLtInt
	opLeInt
	opGtInt
	opGeInt
	opLtUint
	opLeUint
	opGtUint
	opGeUint
	opBinary // any other operation; f: token, k: kind of x, c: kind of a shift count
	opEqual  // == of any type, != if f is 1; aux *rtype
	opNot
	opUnary // f: token

	opConvert      // conversion between numbers; k: from, c: to
	opConvertOther // conversion of strings, slices and complex numbers; aux *conversion
	opMakeIface    // dst = interface with a; aux *rtype of a
	opTypeAssert   // dst = a.(T); aux *assertion
	opMakeClosure  // dst = function with free variables; aux *closing
	opMakeSlice    // make of a slice; a: length, b: capacity, k, c: their kinds, f 1: only appended, aux *rtype of the element
	opMakeMap      // make of a map; aux *rtype
	opMakeChan     // make of a channel; a: capacity, aux *rtype of the element
	opSlice        // dst = a[low:high:max]; aux *slicing
	opToArrayPtr   // dst = (*[c]T)(a) of a slice
	opLookup       // dst = a[b] of a map; aux *access
	opMapUpdate    // a[b] = value of a map; aux *access
	opRange        // dst = iterator over the map or string a; aux *rtype
	opNext         // dst = next entry of the iterator a; aux *access
	opSend         // a <- b; c: cells
	opReceive      // dst = <-a; c: cells, f 1: with ok
	opSelect       // select; aux *selection
	opBuiltin      // call of a builtin; aux *call
	opCost         // count c statements
	opCond         // a rel b; f: term.Rel or relTruth, c: number of the false branch, aux: nil or *condOperands
	opGet          // dst = next word of the *probe.Genes a
	opPut          // append word b to the *probe.Genes a
	opNotModelled  // aux string: the missing construct
	opWatch        // report the texts a and b to the Reader; f: MatchKind, c: cells of each
	opLoadElemPtr  // dst = (*a)[b]; aux *rtype of the array
)

// An instr is a compiled instruction. dst, a, b and c are registers, the first ones of the result
// and the operands, unless the comment of the opcode says otherwise.
type instr struct {
	op           opcode
	k            kind  // kind of the operands
	f            uint8 // small constant: an operator, a flag or a MatchKind
	dst, a, b, c int32
	aux          any // further operands: the comment of the opcode names their type
}

// A function is compiled when it is first called. Its registers hold the constants, the
// parameters, the free variables and the results of instructions, in this order.
type function struct {
	ssa           *ssa.Function
	name          string
	ready         bool      // the code is compiled, or the model is found
	model         model     // executes the function in place of its code; nil if there is none
	body          *function // the compiled code of the function itself, if model runs it
	missingReason string    // reason why the function has no code; "" if it has
	isProbe       bool      // the function belongs to package probe

	consts    []cell
	params    int // register of the first parameter
	firstFree int // register of the first free variable
	numRegs   int // number of registers
	results   int // number of cells of the results
	code      []instr
	pos       []token.Pos // source position of each instruction of code
	recover   int         // program counter to continue at after a recovered panic, or -1
	number    int         // number of the function (see Program.number), to which instructions add their ordinals
	standin   bool        // the function belongs to standin.go
	ordinals  []int32     // by index in code: number of the SSA instruction in the function, from 1; 0 for code before the first
	closure   *closure    // the function as a value without free variables; nil until it is needed
}

// A span is a range of registers.
type span struct{ reg, size int32 }

// A call holds the operands of a call, defer or go instruction.
type call struct {
	fn      *function  // static callee, nil if the callee is a closure or a method of an interface
	builtin string     // name of the builtin; "" for another call
	types   []*rtype   // types of the arguments of a builtin
	fun     int32      // register of the closure, or of the interface with the method
	method  *methodKey // method of the interface; nil for another call
	args    []span     // registers of the arguments
	cells   int        // number of cells of the arguments
	size    int32      // number of cells of the results
}

// A methodKey identifies a method of an interface.
type methodKey struct {
	id   string
	name string
	pkg  *types.Package
}

// An access is a use of a map or an iterator.
type access struct {
	key     *rtype // type of the keys
	elem    *rtype // type of the values
	commaOk bool   // the result has a bool that reports whether the entry exists
	keySize int32  // cells of the key in the result of next, 0 if the key is unused
	valSize int32  // cells of the value in the result of next, 0 if the value is unused
	keyOff  int32  // offset of the key in the result of next, in cells
	valOff  int32  // offset of the value in the result of next, in cells
	value   int32  // register of the value of a map update
	str     bool   // the iterator ranges over a string
}

// An assertion holds the operands of a type assertion.
type assertion struct {
	to      *rtype
	commaOk bool
	from    *rtype
}

// A closing holds the operands of a function literal: the function and its free variables.
type closing struct {
	fn   *function
	free []span
}

// A slicing holds the operands of a slice expression.
type slicing struct {
	from         *rtype
	low, hi, max int32   // registers of the bounds, -1 for a missing bound
	kinds        [3]kind // kinds of the three bounds
}

type conversion struct{ from, to *rtype }

// A selection holds the operands of a select statement.
type selection struct {
	states   []selectState
	blocking bool // the select has no default case
}

// A selectState is a case of a select statement.
type selectState struct {
	send bool
	ch   int32 // register of the channel
	val  span  // registers of the value to send
	off  int32 // offset of the received value from dst, in cells
	size int32 // cells of the received value
}
