package symexec

import (
	"strconv"

	"nearmiss/term"
)

// openIndex settles an index into a list with an open length and room for some
// elements: it is in range, or there was a panic.
func (m *machine) openIndex(k kind, i, n cell, room uint64) (uint64, bool) {
	at, ok := m.wide(k, i)
	if !ok {
		return 0, false
	}
	if t, isTerm := at.r.(*term.Term); isTerm && m.onLengths(t) {
		if _, _, linear := m.linear(t); !linear {
			bits, done, ok := m.settleLengths(t)
			if !ok {
				return 0, false
			}
			if done {
				at = word(bits)
			}
		}
	}
	bad := m.either(m.relate(term.LT, kInt64, at, word(0)), m.relate(term.GE, kInt64, at, n))
	if room == 0 || at.r == nil && at.n >= room {
		bad = truth(true)
	}
	panics, ok := m.faultIf(bad)
	if !ok {
		return 0, false
	}
	if panics {
		bits, ok := m.told(k, i)
		if !ok {
			return 0, false
		}
		length, ok := m.told(kInt64, n)
		return 0, ok && m.throwIndex(k, bits, length)
	}
	return m.pick(kInt64, at, room-1)
}

// wide is an integer as an int.
func (m *machine) wide(k kind, c cell) (cell, bool) {
	t, isTerm := c.r.(*term.Term)
	switch {
	case c.r == nil:
		return c, true
	case !isTerm:
		return c, m.odd(c)
	}
	return cellOf(m.converted(m.sorted(t, kindSorts[k]), kInt64)), true
}

// faultIf is fault of a condition that may be concrete.
func (m *machine) faultIf(bad cell) (panics, ok bool) {
	if t, symbolic := bad.r.(*term.Term); symbolic {
		return m.fault(t)
	}
	return bad.n != 0, true
}

// told is a number in the text of a panic: where nobody can catch that, it is
// the one of the witness, and nothing is settled for it.
func (m *machine) told(k kind, c cell) (uint64, bool) {
	if m.last() {
		return m.wordUnderWitness(k, c), true
	}
	return m.concretize(k, c)
}

// last reports whether a panic at hand ends the path.
func (m *machine) last() bool {
	for _, f := range m.g.frames {
		if len(f.defers) > 0 || f.owner != nil {
			return false
		}
	}
	return m.nested == 1
}

// A header is a list as a slice expression sees it.
type header struct {
	length, capacity cell
	room             uint64 // elements, of the capacity
}

// openSlice executes x[low:high:max] where the length or the capacity is open.
// The low bound is settled, the high one is not.
func (m *machine) openSlice(r []cell, in *instr, h header) bool {
	x, p := in.aux.(*slicing), r[in.a]
	var v [3]cell
	for i, reg := range []int32{x.low, x.hi, x.max} {
		if reg < 0 {
			continue
		}
		var ok bool
		if v[i], ok = m.wide(x.kinds[i], r[reg]); !ok {
			return false
		}
	}
	if x.max >= 0 {
		if !m.topBound(r, x, v, h) {
			return false
		}
		h.capacity = v[2]
	}
	hi := h.length
	if x.hi >= 0 {
		hi = v[1]
		if ok := m.highBound(r, x, hi, h); !ok {
			return false
		}
	}
	if x.low < 0 {
		return m.cut(r, in, p, 0, hi, h)
	}
	bad := m.relate(term.GT, kInt64, v[0], hi)
	if v[0].r != nil {
		bad = m.either(m.relate(term.LT, kInt64, v[0], word(0)), bad)
	} else if int64(v[0].n) < 0 {
		bad = truth(true)
	}
	panics, ok := m.faultIf(bad)
	if !ok {
		return false
	}
	if panics {
		rest := ":]"
		if x.max < 0 {
			rest = "]"
		}
		return m.throwTold("[", x.kinds[0], r[x.low], ":", hi, rest)
	}
	low, ok := m.pick(kInt64, v[0], h.room)
	if !ok {
		return false
	}
	return m.cut(r, in, p, low, hi, h)
}

// cut makes the result of a slice expression.
func (m *machine) cut(r []cell, in *instr, p cell, low uint64, hi cell, h header) bool {
	x := in.aux.(*slicing)
	length := m.minus(hi, low)
	if x.from.kind == kString {
		room := textRoom(p)
		base := substr(room, int(low), strLen(room))
		if t, ok := length.r.(*term.Term); ok && base.r != nil {
			r[in.dst] = openText(base, t)
		} else {
			r[in.dst] = substr(room, int(low), int(low+length.n))
		}
		return true
	}
	size := uint64(m.types.target(x.from).size)
	if o, ok := p.r.(*object); ok && hi.r == nil && !m.reach(o, p.n+low*size, p.n+hi.n*size) {
		return false
	}
	p.n += low * size
	r[in.dst], r[in.dst+1], r[in.dst+2] = p, length, m.minus(h.capacity, low)
	return true
}

func (m *machine) minus(c cell, n uint64) cell {
	t, ok := c.r.(*term.Term)
	if !ok {
		return word(c.n - n)
	}
	return cellOf(m.b.Binary(term.Sub, t, m.b.Int(t.Sort, n)))
}

// highBound panics if the high bound is not between 0 and the capacity, which
// it is if it is no more than the length.
func (m *machine) highBound(r []cell, x *slicing, hi cell, h header) bool {
	bad := m.outsideOf(hi, h.length)
	if t, ok := bad.r.(*term.Term); ok {
		if side, known := m.decided(t); known {
			bad = truth(side)
		}
	}
	if h.capacity != h.length && (bad.r != nil || bad.n != 0) {
		bad = m.outsideOf(hi, h.capacity)
	}
	panics, ok := m.faultIf(bad)
	switch {
	case !ok:
		return false
	case !panics:
		return true
	case x.max >= 0:
		return m.throwTold("[:", x.kinds[1], r[x.hi], ":", h.capacity, "]")
	case x.from.kind == kSlice:
		return m.throwTold("[:", x.kinds[1], r[x.hi], "] with capacity ", h.capacity, "")
	}
	return m.throwTold("[:", x.kinds[1], r[x.hi], "] with length ", h.capacity, "")
}

// topBound settles the third bound.
func (m *machine) topBound(r []cell, x *slicing, v [3]cell, h header) bool {
	panics, ok := m.faultIf(m.outsideOf(v[2], h.capacity))
	if !ok {
		return false
	}
	if panics {
		return m.throwTold("[::", x.kinds[2], r[x.max], "] with capacity ", h.capacity, "")
	}
	return true
}

// outsideOf is the condition that a number is not between 0 and another one.
func (m *machine) outsideOf(c, most cell) cell {
	over := m.relate(term.GT, kInt64, c, most)
	if c.r == nil {
		if int64(c.n) < 0 {
			return truth(true)
		}
		return over
	}
	return m.either(m.relate(term.LT, kInt64, c, word(0)), over)
}

// throwTold is throwBound with the limit between two pieces of text.
func (m *machine) throwTold(open string, k kind, bound cell, before string, limit cell, after string) bool {
	n, ok := m.told(k, bound)
	if !ok {
		return false
	}
	most, ok := m.told(kInt64, limit)
	return ok && m.throwBound(open, k, n, before+strconv.FormatUint(most, 10)+after)
}

// room is how many elements of a size an object has from a pointer on.
func (m *machine) room(p cell, size int) uint64 {
	o, ok := p.r.(*object)
	if !ok || size == 0 || p.n > uint64(len(o.cells)) {
		return 0
	}
	return (uint64(len(o.cells)) - p.n) / uint64(size)
}
