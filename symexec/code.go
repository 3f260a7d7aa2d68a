package symexec

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// opcode is the operation of a compiled instruction.
type opcode uint8

const (
	opNop  opcode = iota
	opMove        // dst = a, c cells
	opMove1
	opJump // to c
	opIf   // a: to b, else to c
	opReturn
	opCall     // aux *call
	opCallDyn  // of a closure or a method of an interface
	opDefer    // aux *call, a stack of defers in b or -1
	opGo       // aux *call
	opRunDefer //
	opPanic    // a
	opInit     // aux *ssa.Package

	opAlloc    // dst = new object, aux *rtype, c elements
	opLoad1    // dst = *a
	opLoad     // c cells
	opLoadAs   // the memory was written as another type: aux *rtype
	opStore1   // *a = b
	opStore    // c cells
	opField    // dst = &a.field at offset c
	opElem     // dst = &a[b], slice, elements of c cells; k of the index
	opElemPtr  // dst = &(*a)[b], aux *rtype of the array
	opLoadElem // dst = a[b], slice, aux *rtype of the element
	opLoadField
	opIndex    // dst = a[b], array, aux *rtype
	opIndexStr // dst = a[b], string

	opAdd64
	opSub64
	opAdd // integers of kind k
	opSub
	opMul
	opAnd
	opOr
	opXor
	opAndNot
	opEqWord // integers and bools
	opNeWord
	opLtInt
	opLeInt
	opGtInt
	opGeInt
	opLtUint
	opLeUint
	opGtUint
	opGeUint
	opBinary // all else; f is a token, k the kind of x, c that of a shift's count
	opEqual  // ==, any type: aux *rtype, f 1: !=
	opNot
	opUnary // f is a token

	opConvert     // numbers: k from, c to
	opConvertStr  // aux *conversion
	opMakeIface   // aux *rtype
	opTypeAssert  // aux *assertion
	opMakeClosure // aux *closing
	opMakeSlice   // aux *rtype of the element, a len, b cap
	opMakeMap     // aux *rtype
	opMakeChan    // aux *rtype, a size
	opSlice       // aux *slicing
	opToArrayPtr  // a slice, c length
	opLookup      // aux *access
	opMapUpdate   // aux *access
	opRange       // aux *rtype
	opNext        // aux *access
	opSend        // a chan, b value, c cells
	opReceive     // dst, a chan, c cells, f 1: with ok
	opSelect      // aux *selection
	opBuiltin     // aux *call
	opCost        // c statements
	opCond        // a rel b at branch c, aux *cond
	opGet         // dst = the next word of the genes a
	opPut         // appends the word b to the genes a
	opNotModelled // aux string
	opWatch       // tells of the texts a and b: f is how, c the cells of each
	opLoadElemPtr // dst = (*a)[b]
)

// An instr is a compiled instruction. dst, a, b and c are mostly registers.
type instr struct {
	op           opcode
	k            kind
	f            uint8
	dst, a, b, c int32
	aux          any
}

// A function is compiled when it is first called. Its registers hold first
// the constants, then parameters, free variables, and the values of
// instructions.
type function struct {
	ssa     *ssa.Function
	name    string
	ready   bool
	model   Model     // in place of code
	body    *function // the code itself, if a model runs it
	missing string    // why there is no code
	probe   bool      // of the probes

	consts   []cell
	params   int // register of the first
	free     int
	regs     int
	results  int // cells
	code     []instr
	pos      []token.Pos
	recover  int     // where to go on after a recovered panic, or -1
	base     int     // number of the first SSA instruction in the program
	standin  bool    // of standin.go
	ordinals []int32 // of the SSA instructions that the code comes from
	value    *closure
}

// A span is some registers.
type span struct{ reg, size int32 }

// A call is what call, defer and go instructions share.
type call struct {
	fn      *function // static callee
	builtin string
	types   []*rtype // of the arguments of a builtin
	fun     int32    // register of a closure, or of an interface
	method  *methodKey
	args    []span
	cells   int   // of the arguments
	size    int32 // of the results
}

type methodKey struct {
	id   string
	name string
	pkg  *types.Package
}

// An access is a use of a map or an iterator.
type access struct {
	key     *rtype
	elem    *rtype
	commaOk bool
	keySize int32 // in the result of next, where it is not wanted: 0
	valSize int32
	keyOff  int32
	valOff  int32
	value   int32 // register
	str     bool
}

type assertion struct {
	to      *rtype
	commaOk bool
	from    *rtype
}

type closing struct {
	fn   *function
	free []span
}

type slicing struct {
	from         *rtype
	low, hi, max int32 // registers, -1 if there is none
	kinds        [3]kind
}

type conversion struct{ from, to *rtype }

type selection struct {
	states   []selectState
	blocking bool
}

type selectState struct {
	send bool
	ch   int32
	val  span
	off  int32 // of what is received, from dst
	size int32
}
