package term

import (
	"math"
	"slices"
)

// Op is the operator of a term.
type Op uint8

const (
	Const Op = iota
	Slot     // a live value

	Add // of integers and floats
	Sub
	Mul
	Div
	Rem // integers from here
	And
	Or
	Xor
	AndNot
	Shl
	Shr
	Neg // of integers and floats
	Com // ^x

	Convert  // numbers to numbers
	ToBits   // of a float: math.Float64bits and Float32bits
	FromBits // their inverses
	Sqrt     // of a float of 64 bits, as math.Sqrt
	Exp      // as the others of package math from here
	Log
	Floor
	Pow // of two

	Eq // of two terms of one sort
	Ne
	Lt
	Le
	Gt
	Ge
	Not
	AndAlso // && evaluates its right operand only if it must, as Go does
	OrElse
	Ite // Args[0] ? Args[1] : Args[2], evaluating one of them

	Len    // of a String or an Array
	Index  // Args[0][Args[1]]
	IsNil  // of an Array
	Substr // Args[0][Args[1]:Args[2]]
	Concat // of strings

	numOps
)

var opNames = [...]string{"const", "slot", "+", "-", "*", "/", "%", "&", "|", "^", "&^", "<<", ">>", "-", "^",
	"convert", "tobits", "frombits", "sqrt", "exp", "log", "floor", "pow", "==", "!=", "<", "<=", ">", ">=", "!", "&&", "||", "?:", "len", "[]", "nil", "[:]", "+"}

// String is the operator as Go writes it.
func (o Op) String() string { return opNames[o] }

// Rel returns the relation of Eq to Ge.
func (o Op) Rel() (Rel, bool) {
	return Rel(o - Eq), Eq <= o && o <= Ge
}

// RelOp is the operator of a relation.
func RelOp(r Rel) Op { return Eq + Op(r) }

// Term is a value that depends on slots. Terms of one Builder are equal
// exactly when their pointers are. The fields are for reading.
type Term struct {
	Op      Op
	Sort    Sort
	Partial bool // may be undefined
	Args    []*Term
	Bits    uint64 // Const: an integer wrapped by its sort, float64 bits, or 0 and 1; Slot: its index
	Str     string // Const of sort String
	ID      int    // in the order of making, operands first

	settled bool // no rule applies
	many    bool // depends on more slots than are listed unasked
	hash    uint32
	mark    uint32 // the last walk of the builder that came by
	at      int32  // place among the builder's terms
	slots   []int32
	home    *Builder
}

// IsConst reports whether t is a constant.
func (t *Term) IsConst() bool { return t.Op == Const }

// Builder is the one that made t.
func (t *Term) Builder() *Builder { return t.home }

// Float is the value of a floating point constant.
func (t *Term) Float() float64 { return math.Float64frombits(t.Bits) }

// Builder makes terms, simplifies and shares them.
type Builder struct {
	rules  ruleTable
	table  []*Term // open addressing by hash; the size is a power of two
	terms  []*Term // in the order of their IDs
	made   int     // terms ever made: the next ID
	walk   uint32
	shrunk int     // times that terms were forgotten
	nodes  []*node // for simplify, by its depth
	depth  int
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{rules: newRules(), table: make([]*Term, 64)}
}

// NewFaithful returns a builder that leaves relations as they are, but for
// those with an outcome: a distance is that of the comparison that the
// program makes.
func NewFaithful() *Builder {
	return &Builder{rules: newRules().faithful(), table: make([]*Term, 64)}
}

// Term returns the term with an ID, nil if it was forgotten.
func (b *Builder) Term(id int) *Term {
	if b.made == len(b.terms) {
		return b.terms[id]
	}
	at, ok := slices.BinarySearchFunc(b.terms, id, func(t *Term, id int) int { return t.ID - id })
	if !ok {
		return nil
	}
	return b.terms[at]
}

// Size returns the number of different terms that the builder knows.
func (b *Builder) Size() int { return len(b.terms) }

// Shrunk counts the calls of Retain: what is kept by term and not to be
// forgotten by others can be dropped when it has changed.
func (b *Builder) Shrunk() int { return b.shrunk }

// Slot is the live value with an index; partial says that there may be none.
func (b *Builder) Slot(index int, s Sort, partial bool) *Term {
	return b.intern(&node{op: Slot, sort: s, bits: uint64(index), own: partial})
}

// Int is an integer constant; bits beyond the sort are cut off.
func (b *Builder) Int(s Sort, v uint64) *Term {
	return b.literal(s, s.Wrap(v))
}

// Float is a floating point constant, rounded to the sort.
func (b *Builder) Float(s Sort, v float64) *Term {
	return b.literal(s, math.Float64bits(roundFloat(s, v)))
}

// Bool is a constant.
func (b *Builder) Bool(v bool) *Term {
	return b.literal(BoolSort, boolBits(v))
}

// Str is a constant string.
func (b *Builder) Str(v string) *Term {
	return b.intern(&node{op: Const, sort: StringSort, str: v})
}

// literal is a constant that is one word.
func (b *Builder) literal(s Sort, bits uint64) *Term {
	return b.intern(&node{op: Const, sort: s, bits: bits})
}

func boolBits(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

func roundFloat(s Sort, v float64) float64 {
	if s.Bits == 32 {
		return float64(float32(v))
	}
	return v
}
