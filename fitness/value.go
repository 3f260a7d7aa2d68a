package fitness

import (
	"iter"
	"math/bits"

	"nearmiss/term"
)

// value is an expression of the source, lowered once per function and then evaluated over many
// symbolic stores. A nil value is unknown.
type value struct {
	kind    valueKind
	op      term.Op   // operator of unaryOp, binaryOp
	rel     term.Rel  // relation of comparison
	sort    term.Sort // target sort of conversion
	args    []*value
	konst   *term.Term // term of constantValue, opaqueValue
	loc     int        // loc of locRead
	content int        // elementRead: the loc of the content's integrity, -1 if it cannot change
	uses    set        // the locs that the value depends on
}

type valueKind uint8

const (
	constantValue valueKind = iota
	opaqueValue             // the one unknown value that a statement assigns
	locRead
	unaryOp
	binaryOp
	comparison
	conversion
	negation
	conjunction
	disjunction
	conditional
	lengthOf
	nilTest
	elementRead
	substring
	firstIndex // 0 after -1, otherwise unknown: the next index if only the first index is known
)

func newValue(k valueKind, args ...*value) *value {
	v := &value{kind: k, args: args, loc: -1, content: -1}
	for _, a := range args {
		v.uses = v.uses.union(a.uses)
	}
	return v
}

// store maps locs to their terms; nil is unknown (destroyed).
type store []*term.Term

// eval returns the term of v over a store, nil if it depends on an unknown loc.
func (v *value) eval(b *term.Builder, s store) *term.Term {
	if v == nil {
		return nil
	}
	switch v.kind {
	case constantValue, opaqueValue:
		return v.konst
	case locRead:
		return s[v.loc]
	}
	var args [3]*term.Term
	for i, a := range v.args {
		if args[i] = a.eval(b, s); args[i] == nil {
			return nil
		}
	}
	x, y, z := args[0], args[1], args[2]
	switch v.kind {
	case unaryOp:
		return b.Unary(v.op, x)
	case binaryOp:
		return b.Binary(v.op, x, y)
	case comparison:
		return b.Compare(v.rel, x, y)
	case conversion:
		return b.Convert(x, v.sort)
	case negation:
		return b.Not(x)
	case conjunction:
		return b.Both(x, y)
	case disjunction:
		return b.Either(x, y)
	case conditional:
		return b.If(x, y, z)
	case lengthOf:
		return b.Len(x)
	case nilTest:
		return b.IsNil(x)
	case elementRead:
		if v.content >= 0 && s[v.content] == nil {
			return nil
		}
		return b.Index(x, y)
	case substring:
		return b.Substr(x, y, z)
	case firstIndex:
		if x != b.Int(x.Sort, ^uint64(0)) {
			return nil
		}
		return b.Int(x.Sort, 0)
	}
	panic("fitness: BUG: unknown kind of value")
}

// set is a set of small numbers.
type set []uint64

func (s set) has(i int) bool { return i>>6 < len(s) && s[i>>6]>>(i&63)&1 != 0 }

// all yields the elements in order.
func (s set) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// with returns s with i added. It may change s.
func (s set) with(i int) set {
	for len(s) <= i>>6 {
		s = append(s, 0)
	}
	s[i>>6] |= 1 << (i & 63)
	return s
}

func (s set) clone() set { return append(set(nil), s...) }

func (s set) union(t set) set {
	if len(t) == 0 {
		return s
	}
	u := s.clone()
	u.add(t)
	return u
}

// add adds the elements of t to s.
func (s *set) add(t set) {
	for len(*s) < len(t) {
		*s = append(*s, 0)
	}
	for i, w := range t {
		(*s)[i] |= w
	}
}

// remove removes the elements of t from s.
func (s set) remove(t set) {
	for i := range min(len(s), len(t)) {
		s[i] &^= t[i]
	}
}

func (s set) intersects(t set) bool {
	for i := range min(len(s), len(t)) {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// subsetOf reports whether t has all elements of s.
func (s set) subsetOf(t set) bool {
	for i, w := range s {
		if i < len(t) {
			w &^= t[i]
		}
		if w != 0 {
			return false
		}
	}
	return true
}

func (s set) empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}
