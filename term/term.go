package term

import (
	"math"

	"nearmiss/internal/probe"
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

	Convert // numbers to numbers

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
)

var opNames = [...]string{"const", "slot", "+", "-", "*", "/", "%", "&", "|", "^", "&^", "<<", ">>", "-", "^",
	"convert", "==", "!=", "<", "<=", ">", ">=", "!", "&&", "||", "?:", "len", "[]", "nil", "[:]"}

// String is the operator as Go writes it.
func (o Op) String() string { return opNames[o] }

// Rel returns the relation of Eq to Ge.
func (o Op) Rel() (probe.Rel, bool) {
	return probe.Rel(o - Eq), Eq <= o && o <= Ge
}

// RelOp is the operator of a relation.
func RelOp(r probe.Rel) Op { return Eq + Op(r) }

// Term is a value that depends on slots. Terms of one Builder are equal
// exactly when their pointers are. The fields are for reading.
type Term struct {
	Op      Op
	Sort    Sort
	Args    []*Term
	Bits    uint64 // Const: an integer wrapped by its sort, float64 bits, or 0 and 1; Slot: its index
	Str     string // Const of sort String
	ID      int    // in the order of making, operands first
	Partial bool   // may be undefined
	slots   []uint64
}

// Uses reports whether t depends on the slot.
func (t *Term) Uses(slot int) bool {
	w := slot / 64
	return w < len(t.slots) && t.slots[w]>>(slot%64)&1 != 0
}

// SlotSet is the set of the slots that t depends on, bit by bit.
func (t *Term) SlotSet() []uint64 { return t.slots }

// IsConst reports whether t is a constant.
func (t *Term) IsConst() bool { return t.Op == Const }

// Float is the value of a floating point constant.
func (t *Term) Float() float64 { return math.Float64frombits(t.Bits) }

// Builder makes terms, simplifies and shares them.
type Builder struct {
	terms map[termKey]*Term
	byID  []*Term
}

type termKey struct {
	op      Op
	sort    Sort
	a, b, c int
	bits    uint64
	str     string
	partial bool
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder { return &Builder{terms: make(map[termKey]*Term)} }

// Term returns the term with an ID.
func (b *Builder) Term(id int) *Term { return b.byID[id] }

// Size returns the number of different terms made.
func (b *Builder) Size() int { return len(b.terms) }

func (b *Builder) intern(t Term) *Term {
	k := termKey{op: t.Op, sort: t.Sort, a: -1, b: -1, c: -1, bits: t.Bits, str: t.Str, partial: t.Partial}
	for i, a := range t.Args {
		switch i {
		case 0:
			k.a = a.ID
		case 1:
			k.b = a.ID
		case 2:
			k.c = a.ID
		}
	}
	if old := b.terms[k]; old != nil {
		return old
	}
	t.ID = len(b.terms)
	t.slots = unionSlots(t)
	p := new(Term)
	*p = t
	b.terms[k] = p
	b.byID = append(b.byID, p)
	return p
}

func unionSlots(t Term) []uint64 {
	if t.Op == Slot {
		s := make([]uint64, t.Bits/64+1)
		s[t.Bits/64] = 1 << (t.Bits % 64)
		return s
	}
	var s []uint64
	shared := false // s is an argument's set
	for _, a := range t.Args {
		switch {
		case len(a.slots) == 0:
		case s == nil:
			s, shared = a.slots, true
		default:
			if shared {
				s, shared = append([]uint64(nil), s...), false
			}
			for len(s) < len(a.slots) {
				s = append(s, 0)
			}
			for i, w := range a.slots {
				s[i] |= w
			}
		}
	}
	return s
}

// make interns an operation; own tells whether it may be undefined although
// its operands are not.
func (b *Builder) make(op Op, s Sort, own bool, args ...*Term) *Term {
	t := Term{Op: op, Sort: s, Args: args, Partial: own}
	for _, a := range args {
		t.Partial = t.Partial || a.Partial
	}
	return b.intern(t)
}

// Slot is the live value with an index; partial says that there may be none.
func (b *Builder) Slot(index int, s Sort, partial bool) *Term {
	return b.intern(Term{Op: Slot, Sort: s, Bits: uint64(index), Partial: partial})
}

// Int is an integer constant; bits beyond the sort are cut off.
func (b *Builder) Int(s Sort, v uint64) *Term {
	return b.intern(Term{Op: Const, Sort: s, Bits: s.Wrap(v)})
}

// Float is a floating point constant, rounded to the sort.
func (b *Builder) Float(s Sort, v float64) *Term {
	return b.intern(Term{Op: Const, Sort: s, Bits: math.Float64bits(roundFloat(s, v))})
}

// Bool is a constant.
func (b *Builder) Bool(v bool) *Term {
	return b.intern(Term{Op: Const, Sort: BoolSort, Bits: boolBits(v)})
}

// Str is a constant string.
func (b *Builder) Str(v string) *Term {
	return b.intern(Term{Op: Const, Sort: StringSort, Str: v})
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
