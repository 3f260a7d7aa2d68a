package symexec

import (
	"strconv"
	"strings"

	"nearmiss/term"
)

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
	room, size       uint64 // elements of the capacity, cells of an element
}

// headerOf is that of a string, a slice, or a pointer to an array.
func (m *machine) headerOf(r []cell, in *instr) (h header, ok bool) {
	x, p := in.aux.(*slicing), r[in.a]
	switch {
	case isUnknown(p):
		return h, m.odd(p)
	case x.from.kind == kString:
		n := textLen(p)
		return header{n, n, uint64(strLen(textRoom(p))), 1}, true
	case x.from.kind == kSlice:
		e := x.from.elem.size
		h = header{r[in.a+1], r[in.a+2], m.room(p, e), uint64(e)}
		if h.capacity.r == nil {
			h.room = h.capacity.n
		}
		return h, true
	case p.r == nil:
		return h, m.throwNil()
	}
	a := x.from.elem
	n := uint64(a.length)
	return header{word(n), word(n), n, uint64(a.elem.size)}, true
}

// slice executes x[low:high:max]. The low bound is settled. The high one is not if
// the length or the capacity is open.
func (m *machine) slice(r []cell, in *instr) bool {
	x, p := in.aux.(*slicing), r[in.a]
	h, ok := m.headerOf(r, in)
	if !ok {
		return false
	}
	var v [3]cell
	for i, reg := range []int32{x.low, x.hi, x.max} {
		if reg < 0 {
			continue
		}
		if v[i], ok = m.wide(x.kinds[i], r[reg]); !ok {
			return false
		}
	}
	open := isOpen(h.length) || isOpen(h.capacity)
	if x.max >= 0 {
		if !m.topBound(r, x, v[2], h) {
			return false
		}
		if h.capacity = v[2]; !open && !m.settle(&h.capacity, h.room) {
			return false
		}
	}
	hi := h.length
	if x.hi >= 0 {
		if hi = v[1]; !m.highBound(r, x, hi, h) || !open && !m.settle(&hi, h.room) {
			return false
		}
	}
	if x.low >= 0 && !m.lowBound(r, x, v[0], hi) || !m.settle(&v[0], h.room) {
		return false
	}
	return m.cut(r, in, p, v[0].n, hi, h)
}

// settle makes a bound a number.
func (m *machine) settle(c *cell, most uint64) bool {
	n, ok := m.pick(kInt64, *c, most)
	*c = word(n)
	return ok
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
	if o, ok := p.r.(*object); ok && hi.r == nil && !m.reach(o, p.n+low*h.size, p.n+hi.n*h.size) {
		return false
	}
	if p.r != nil && (h.capacity.r != nil || low < h.capacity.n) {
		p.n += low * h.size
	}
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
	}
	return m.throwTold("[:", x.kinds[1], r[x.hi], x.unit(), h.capacity, "")
}

// lowBound panics if the low bound is not between 0 and the high one.
func (m *machine) lowBound(r []cell, x *slicing, low, hi cell) bool {
	panics, ok := m.faultIf(m.outsideOf(low, hi))
	switch {
	case !ok:
		return false
	case !panics:
		return true
	case x.max >= 0:
		return m.throwTold("[", x.kinds[0], r[x.low], ":", hi, ":]")
	}
	return m.throwTold("[", x.kinds[0], r[x.low], ":", hi, "]")
}

// topBound panics if the third bound is not between 0 and the capacity.
func (m *machine) topBound(r []cell, x *slicing, top cell, h header) bool {
	panics, ok := m.faultIf(m.outsideOf(top, h.capacity))
	if ok && panics {
		return m.throwTold("[::", x.kinds[2], r[x.max], x.unit(), h.capacity, "")
	}
	return ok
}

// unit is what a panic calls the number that a bound is beyond.
func (x *slicing) unit() string {
	if x.from.kind == kSlice {
		return "] with capacity "
	}
	return "] with length "
}

// outsideOf is the condition that a number is not between 0 and another one.
func (m *machine) outsideOf(c, most cell) cell {
	if c.r == nil && int64(c.n) < 0 {
		return truth(true)
	}
	over := m.relate(term.GT, kInt64, c, most)
	if c.r == nil {
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

func (m *machine) throwBound(open string, k kind, v uint64, rest string) bool {
	if k.signed() && int64(v) < 0 { // then Go tells no limit
		end := "]"
		switch {
		case open == "[" && strings.HasSuffix(rest, ":]"):
			end = "::]"
		case open == "[":
			end = ":]"
		case len(rest) > 0 && rest[0] == ':':
			end = ":]"
		}
		return m.throw("slice bounds out of range " + open + strconv.FormatInt(int64(v), 10) + end)
	}
	return m.throw("slice bounds out of range " + open + strconv.FormatUint(v, 10) + rest)
}

// room is how many elements of a size an object has from a pointer on.
func (m *machine) room(p cell, size int) uint64 {
	o, ok := p.r.(*object)
	if !ok || size == 0 || p.n > uint64(len(o.cells)) {
		return 0
	}
	return (uint64(len(o.cells)) - p.n) / uint64(size)
}
