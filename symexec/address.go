package symexec

import (
	"go/token"
	"go/types"
)

// A pointer that is converted to a number stays what it is, and can be
// converted back. Code that computes with such numbers, to see which of two
// pointers comes first or how far apart they are, gets addresses: each object
// that is asked for has some, in the order of asking.

const (
	firstAddress = 1 << 32
	apart        = 1 << 6 // bytes between objects, and what addresses of objects are multiples of
)

// address is a pointer as a number.
func (m *machine) address(c cell) (uint64, bool) {
	if c.r == nil {
		return c.n, true
	}
	o, ok := c.r.(*object)
	if !ok || o.typ == nil {
		return 0, false
	}
	base, ok := m.undo.addresses[o]
	if !ok {
		if m.undo.addresses == nil {
			m.undo.addresses, m.undo.nextAddress = map[*object]uint64{}, firstAddress
		}
		base = m.undo.nextAddress
		m.undo.addresses[o] = base
		m.undo.nextAddress = (base + m.bytes(o.typ, uint64(len(o.cells))) + 2*apart - 1) &^ (apart - 1)
	}
	return base + m.bytes(o.typ, c.n), true
}

// bytes is how many bytes the first n cells of elements of type t take.
func (m *machine) bytes(t *rtype, n uint64) uint64 {
	if t.size == 0 {
		return n
	}
	size := uint64(t.size)
	return n/size*uint64(m.prog.sizes.Sizeof(t.t)) + m.within(t, n%size)
}

// within is the offset in bytes of cell n of a value.
func (m *machine) within(t *rtype, n uint64) uint64 {
	switch {
	case n == 0:
		return 0
	case t.kind == kArray:
		return m.bytes(t.elem, n)
	case t.kind == kStruct:
		u := t.t.Underlying().(*types.Struct)
		vars := make([]*types.Var, u.NumFields())
		for i := range vars {
			vars[i] = u.Field(i)
		}
		offsets := m.prog.sizes.Offsetsof(vars)
		for i := len(t.fields) - 1; i >= 0; i-- {
			if f := t.fields[i]; uint64(f.off) <= n && f.typ.size > 0 {
				return uint64(offsets[i]) + m.within(f.typ, n-uint64(f.off))
			}
		}
	}
	return 8 * n // a word of a string, slice or interface
}

// addressNumbers is an operation on numbers of which some are addresses.
func (m *machine) addressNumbers(op token.Token, x, y cell) (v cell, done, ok bool) {
	a, ok1 := m.address(x)
	b, ok2 := m.address(y)
	if !ok1 || !ok2 {
		return cell{}, false, false
	}
	m.relies(placeOfObjects)
	n, ok := m.concreteInt(op, kUint64, kUint64, a, b)
	return word(n), true, ok
}
