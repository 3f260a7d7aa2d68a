package term

import (
	"math"
	"slices"
)

// Op is the operator of a term.
type Op uint8

const (
	Const Op = iota
	Slot     // a live value of the program

	Add // this and the next three: integers and floats
	Sub
	Mul
	Div
	Rem // this to Shr: integers only
	And
	Or
	Xor
	AndNot
	Shl
	Shr
	Neg // integers and floats
	Com // ^x, integers

	Convert  // number to number
	ToBits   // math.Float64bits or Float32bits
	FromBits // math.Float64frombits or Float32frombits
	Sqrt     // this to Pow: functions of package math for 64-bit floats
	Exp
	Log
	Floor
	Pow // two operands

	Eq // this to Ge: two terms of the same sort
	Ne
	Lt
	Le
	Gt
	Ge
	Not
	AndAlso // &&: like Go, evaluates the right operand only if necessary
	OrElse
	Ite // Args[0] ? Args[1] : Args[2]; evaluates one of Args[1] and Args[2]

	Len    // length of a String or an Array
	Index  // Args[0][Args[1]]
	IsNil  // the Array is nil
	Substr // Args[0][Args[1]:Args[2]]
	Concat // concatenation of Strings

	numOps
)

var opNames = [...]string{"const", "slot", "+", "-", "*", "/", "%", "&", "|", "^", "&^", "<<", ">>", "-", "^",
	"convert", "tobits", "frombits", "sqrt", "exp", "log", "floor", "pow", "==", "!=", "<", "<=", ">", ">=", "!", "&&", "||", "?:", "len", "[]", "nil", "[:]", "+"}

// String returns the operator in Go syntax.
func (o Op) String() string { return opNames[o] }

// Rel returns the relation of an operator from Eq to Ge.
func (o Op) Rel() (Rel, bool) {
	return Rel(o - Eq), Eq <= o && o <= Ge
}

// RelOp returns the operator of a relation.
func RelOp(r Rel) Op { return Eq + Op(r) }

// Term is a value that depends on slots. Two terms of one Builder are equal exactly if their
// pointers are. The fields must not be changed.
type Term struct {
	Op      Op
	Sort    Sort
	Partial bool // may be undefined
	Traits  Traits
	Args    []*Term
	Bits    uint64 // Const: an integer wrapped by its sort, float64 bits, or 0 and 1; Slot: its index
	Str     string // Const of sort String
	ID      int    // number in the order of creation, operands first

	simplified bool // no rule applies to the term
	unlisted   bool // the term depends on more than maxListed slots, so that slots is made on demand
	hash       uint32
	mark       uint32  // number of the last walk that visited the term
	index      int32   // index in Builder.terms, -1 if dropped
	slots      []int32 // slots that the term depends on, sorted
	builder    *Builder
}

// Traits are properties that a term has if one of its sub-terms has them.
type Traits uint8

const (
	Texts       Traits = 1 << iota // a string or an array
	WideProduct                    // a product, quotient or remainder of integers of more than 16 bits, not by a constant
)

// traits returns the traits of a new term.
func (t *Term) traits() Traits {
	var of Traits
	for _, a := range t.Args {
		of |= a.Traits
	}
	if k := t.Sort.Kind; k == String || k == Array {
		of |= Texts
	}
	switch t.Op {
	case Mul, Div, Rem:
		if t.Sort.IsInteger() && t.Sort.Bits > 16 && !t.Args[1].IsConst() {
			of |= WideProduct
		}
	}
	return of
}

// IsConst reports whether t is a constant.
func (t *Term) IsConst() bool { return t.Op == Const }

// Builder returns the builder that made t.
func (t *Term) Builder() *Builder { return t.builder }

// Float returns the value of a floating point constant.
func (t *Term) Float() float64 { return math.Float64frombits(t.Bits) }

// Builder makes, simplifies and shares terms.
type Builder struct {
	rules  ruleTable
	table  []*Term // open addressing by hash; the size is a power of two
	terms  []*Term // in the order of their IDs
	made   int     // number of terms ever made: the next ID
	sorts  []Sort  // by slot: its sort
	walk   uint32  // number of walks over terms so far (see Term.mark)
	shrunk int     // number of calls of Retain
	nodes  []*node // scratch of simplify, by depth
	depth  int
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{rules: newRules(), table: make([]*Term, 64)}
}

// NewFaithful returns an empty builder without the rules that change distances, so that the distance
// of a condition is that of the comparison in the program.
func NewFaithful() *Builder {
	return &Builder{rules: newRules().faithful(), table: make([]*Term, 64)}
}

// Term returns the term with an ID, or nil if it was dropped.
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

// Size returns the number of terms that the builder holds, without those that Retain dropped.
func (b *Builder) Size() int { return len(b.terms) }

// Shrunk returns the number of calls of Retain. A cache by term should drop its entries when
// the number changes, so that dropped terms can be freed.
func (b *Builder) Shrunk() int { return b.shrunk }

// Slot returns the live value with an index. partial means that it may be undefined.
func (b *Builder) Slot(index int, s Sort, partial bool) *Term {
	return b.intern(&node{op: Slot, sort: s, bits: uint64(index), ownPartial: partial})
}

// SortOf returns the sort of a slot of which a term was made.
func (b *Builder) SortOf(slot int) Sort { return b.sorts[slot] }

// Int returns an integer constant, wrapped to the sort.
func (b *Builder) Int(s Sort, v uint64) *Term {
	return b.literal(s, s.Wrap(v))
}

// Float returns a floating point constant, rounded to the sort.
func (b *Builder) Float(s Sort, v float64) *Term {
	return b.literal(s, math.Float64bits(roundFloat(s, v)))
}

// Bool returns a boolean constant.
func (b *Builder) Bool(v bool) *Term {
	return b.literal(BoolSort, boolBits(v))
}

// Str returns a string constant.
func (b *Builder) Str(v string) *Term {
	return b.intern(&node{op: Const, sort: StringSort, str: v})
}

// literal returns a constant of one word.
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
