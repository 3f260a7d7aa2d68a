package effects

import (
	"go/types"

	"nearmiss/smt/interval"
)

// class is what is known about values of a type.
type class uint8

const (
	unknown class = iota
	integer       // an span.Span
	truth         // whether it can be false and true
	nilness       // whether it can be nil and not nil
)

// What a bool, or a value that may be nil, can be.
const (
	no     = 1 << iota // false; not nil
	yes                // true; nil
	either = no | yes
)

// value is what a variable or an expression can be.
type value struct {
	class class
	iv    interval.Span
	bits  uint8
}

func (v value) join(w value) value {
	if v.class == integer {
		return value{class: integer, iv: v.iv.Join(w.iv)}
	}
	return value{class: v.class, bits: v.bits | w.bits}
}

func (v value) equal(w value) bool {
	if v.class == integer {
		return v.iv == w.iv
	}
	return v.bits == w.bits
}

// classOf is the class of the values of a type.
func classOf(t types.Type) class {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return unknown
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsInteger != 0 && u.Info()&types.IsUntyped == 0:
			return integer
		case u.Info()&types.IsBoolean != 0:
			return truth
		case u.Kind() == types.UntypedNil, u.Kind() == types.UnsafePointer:
			return nilness
		}
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return nilness
	}
	return unknown
}

// limits are all the integers of a type.
func (a *Analysis) limits(t types.Type) interval.Span {
	b := t.Underlying().(*types.Basic)
	return interval.Whole(int(8*a.sizes.Sizeof(b)), b.Info()&types.IsUnsigned == 0)
}

// any is what a value of a type can be if nothing is known.
func (a *Analysis) any(t types.Type) value {
	c := classOf(t)
	if c == integer {
		return value{class: integer, iv: a.limits(t)}
	}
	return value{class: c, bits: either}
}

// lengths are what len can give.
func (a *Analysis) lengths() interval.Span {
	return interval.Span{Hi: a.limits(types.Typ[types.Int]).Hi}
}
