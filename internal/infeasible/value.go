package infeasible

import (
	"go/types"
	"math/big"
)

// interval is the integers from lo to hi; it is never empty. The numbers are
// not changed.
type interval struct{ lo, hi *big.Int }

func number(n int64) *big.Int { return big.NewInt(n) }

func single(n *big.Int) interval { return interval{n, n} }

func minOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) <= 0 {
		return a
	}
	return b
}

func maxOf(a, b *big.Int) *big.Int {
	if a.Cmp(b) >= 0 {
		return a
	}
	return b
}

func (i interval) join(j interval) interval { return interval{minOf(i.lo, j.lo), maxOf(i.hi, j.hi)} }

// meet returns what i and j have in common; ok is false if that is nothing.
func (i interval) meet(j interval) (_ interval, ok bool) {
	m := interval{maxOf(i.lo, j.lo), minOf(i.hi, j.hi)}
	return m, m.lo.Cmp(m.hi) <= 0
}

func (i interval) within(j interval) bool { return i.lo.Cmp(j.lo) >= 0 && i.hi.Cmp(j.hi) <= 0 }
func (i interval) equal(j interval) bool  { return i.lo.Cmp(j.lo) == 0 && i.hi.Cmp(j.hi) == 0 }
func (i interval) isSingle() bool         { return i.lo.Cmp(i.hi) == 0 }
func (i interval) has(n *big.Int) bool    { return i.lo.Cmp(n) <= 0 && n.Cmp(i.hi) <= 0 }

// natural reports whether no number of i is negative.
func (i interval) natural() bool { return i.lo.Sign() >= 0 }

// class is what is known about values of a type.
type class uint8

const (
	unknown class = iota
	integer       // an interval
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
	iv    interval
	bits  uint8
}

func (v value) join(w value) value {
	if v.class == integer {
		return value{class: integer, iv: v.iv.join(w.iv)}
	}
	return value{class: v.class, bits: v.bits | w.bits}
}

func (v value) equal(w value) bool {
	if v.class == integer {
		return v.iv.equal(w.iv)
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
func (a *Analysis) limits(t types.Type) interval {
	b := t.Underlying().(*types.Basic)
	bits := uint(8 * a.sizes.Sizeof(b))
	one := number(1)
	if b.Info()&types.IsUnsigned != 0 {
		return interval{number(0), new(big.Int).Sub(new(big.Int).Lsh(one, bits), one)}
	}
	top := new(big.Int).Lsh(one, bits-1)
	return interval{new(big.Int).Neg(top), new(big.Int).Sub(top, one)}
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
func (a *Analysis) lengths() interval {
	return interval{number(0), a.limits(types.Typ[types.Int]).hi}
}
