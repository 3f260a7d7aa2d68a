package symexec

import (
	"strconv"
	"strings"

	"nearmiss/term"
)

// toInt converts an integer to int.
func (m *machine) toInt(k kind, c cell) (cell, bool) {
	if c.r != nil && !symbolic(c) {
		return c, m.rejectUnusable(c)
	}
	return m.asInt(k, c), true
}

// decidePanicIf is decidePanic for a condition that may be concrete.
func (m *machine) decidePanicIf(bad cell) (panics, ok bool) {
	if t, symbolic := bad.r.(*term.Term); symbolic {
		return m.decidePanic(t)
	}
	return bad.n != 0, true
}

// numberForPanic returns a number for the message of a panic. If nothing can recover the panic,
// it is the number under the witness and stays symbolic; otherwise it becomes concrete.
func (m *machine) numberForPanic(k kind, c cell) (uint64, bool) {
	if m.panicEndsPath() {
		return m.wordUnderWitness(k, c), true
	}
	return m.concretize(k, c)
}

// panicEndsPath reports whether a panic at the current instruction ends the path.
func (m *machine) panicEndsPath() bool {
	for _, f := range m.current.frames {
		if len(f.defers) > 0 || f.owner != nil {
			return false
		}
	}
	return m.nested == 1
}

// A header describes the operand of a slice expression.
type header struct {
	length, capacity    cell   // numbers of elements
	capacityBound, size uint64 // largest value of capacity, in elements; number of cells of an element
}

// headerOf returns the header of a string, a slice, or a pointer to an array.
func (m *machine) headerOf(r []cell, in *instr) (operand header, ok bool) {
	bounds, pointer := in.aux.(*slicing), r[in.a]
	switch {
	case isUnknown(pointer):
		return operand, m.rejectUnusable(pointer)
	case bounds.from.kind == kString:
		n := textLen(pointer)
		return header{n, n, uint64(strLen(fullText(pointer))), 1}, true
	case bounds.from.kind == kSlice:
		e := bounds.from.elem.size
		operand = header{r[in.a+1], r[in.a+2], m.capacityFrom(pointer, e), uint64(e)}
		if operand.capacity.r == nil {
			operand.capacityBound = operand.capacity.n
		}
		return operand, true
	case pointer.r == nil:
		return operand, m.throwNil()
	}
	a := bounds.from.elem
	n := uint64(a.length)
	return header{word(n), word(n), n, uint64(a.elem.size)}, true
}

// slice executes x[low:high:max]. It settles the low bound, and the other bounds if length and
// capacity of x are concrete.
func (m *machine) slice(regs []cell, in *instr) bool {
	bounds, pointer := in.aux.(*slicing), regs[in.a]
	operand, ok := m.headerOf(regs, in)
	if !ok {
		return false
	}
	var v [3]cell
	for i, reg := range []int32{bounds.low, bounds.hi, bounds.max} {
		if reg < 0 {
			continue
		}
		if v[i], ok = m.toInt(bounds.kinds[i], regs[reg]); !ok {
			return false
		}
	}
	open := isOpen(operand.length) || isOpen(operand.capacity)
	if bounds.max >= 0 {
		if !m.topBound(regs, bounds, v[2], operand) {
			return false
		}
		if operand.capacity = v[2]; !open && !m.settleBound(&operand.capacity, operand.capacityBound) {
			return false
		}
	}
	hi := operand.length
	if bounds.hi >= 0 {
		if hi = v[1]; !m.highBound(regs, bounds, hi, operand) || !open && !m.settleBound(&hi, operand.capacityBound) {
			return false
		}
	}
	if bounds.low >= 0 && !m.lowBound(regs, bounds, v[0], hi) || !m.settleBound(&v[0], operand.capacityBound) {
		return false
	}
	return m.sliceResult(regs, in, pointer, v[0].n, hi, operand)
}

// settleBound makes a bound concrete.
func (m *machine) settleBound(c *cell, limit uint64) bool {
	n, ok := m.settleNumber(kInt64, *c, limit)
	*c = word(n)
	return ok
}

// sliceResult stores the result of a slice expression.
func (m *machine) sliceResult(regs []cell, in *instr, pointer cell, low uint64, hi cell, operand header) bool {
	x := in.aux.(*slicing)
	length := m.subtractConst(hi, low)
	if x.from.kind == kString {
		room := fullText(pointer)
		base := substr(room, int(low), strLen(room))
		if t, ok := length.r.(*term.Term); ok && base.r != nil {
			regs[in.dst] = openText(base, t)
		} else {
			regs[in.dst] = substr(room, int(low), int(low+length.n))
		}
		return true
	}
	if o, ok := pointer.r.(*object); ok && hi.r == nil && !m.buildElements(o, pointer.n+low*operand.size, pointer.n+hi.n*operand.size) {
		return false
	}
	if pointer.r != nil && (operand.capacity.r != nil || low < operand.capacity.n) {
		pointer.n += low * operand.size
	}
	regs[in.dst], regs[in.dst+1], regs[in.dst+2] = pointer, length, m.subtractConst(operand.capacity, low)
	return true
}

func (m *machine) subtractConst(c cell, n uint64) cell {
	t, ok := c.r.(*term.Term)
	if !ok {
		return word(c.n - n)
	}
	return cellOf(m.builder.Binary(term.Sub, t, m.builder.Int(t.Sort, n)))
}

// highBound panics if the high bound is not between 0 and the capacity. A bound that is at most
// the length is in range.
func (m *machine) highBound(regs []cell, bounds *slicing, hi cell, operand header) bool {
	bad := m.outOfBoundsCell(hi, operand.length)
	if t, ok := bad.r.(*term.Term); ok {
		if side, known := m.decided(t); known {
			bad = truth(side)
		}
	}
	if operand.capacity != operand.length && (bad.r != nil || bad.n != 0) {
		bad = m.outOfBoundsCell(hi, operand.capacity)
	}
	panics, ok := m.decidePanicIf(bad)
	switch {
	case !ok:
		return false
	case !panics:
		return true
	case bounds.max >= 0:
		return m.throwBoundAndLimit("[:", bounds.kinds[1], regs[bounds.hi], ":", operand.capacity, "]")
	}
	return m.throwBoundAndLimit("[:", bounds.kinds[1], regs[bounds.hi], bounds.limitText(), operand.capacity, "")
}

// lowBound panics if the low bound is not between 0 and the high bound.
func (m *machine) lowBound(r []cell, x *slicing, low, hi cell) bool {
	panics, ok := m.decidePanicIf(m.outOfBoundsCell(low, hi))
	switch {
	case !ok:
		return false
	case !panics:
		return true
	case x.max >= 0:
		return m.throwBoundAndLimit("[", x.kinds[0], r[x.low], ":", hi, ":]")
	}
	return m.throwBoundAndLimit("[", x.kinds[0], r[x.low], ":", hi, "]")
}

// topBound panics if the third bound is not between 0 and the capacity.
func (m *machine) topBound(r []cell, x *slicing, top cell, h header) bool {
	panics, ok := m.decidePanicIf(m.outOfBoundsCell(top, h.capacity))
	if ok && panics {
		return m.throwBoundAndLimit("[::", x.kinds[2], r[x.max], x.limitText(), h.capacity, "")
	}
	return ok
}

// limitText returns the text before the limit in the message of a panic.
func (x *slicing) limitText() string {
	if x.from.kind == kSlice {
		return "] with capacity "
	}
	return "] with length "
}

// outOfBoundsCell returns the condition that a number is not between 0 and limit.
func (m *machine) outOfBoundsCell(c, limit cell) cell {
	if c.r == nil && int64(c.n) < 0 {
		return truth(true)
	}
	over := m.relate(term.GT, kInt64, c, limit)
	if c.r == nil {
		return over
	}
	return m.eitherHolds(m.relate(term.LT, kInt64, c, word(0)), over)
}

// throwBoundAndLimit calls throwBound with the limit between two pieces of text.
func (m *machine) throwBoundAndLimit(open string, k kind, bound cell, before string, limit cell, after string) bool {
	n, ok := m.numberForPanic(k, bound)
	if !ok {
		return false
	}
	most, ok := m.numberForPanic(kInt64, limit)
	return ok && m.throwBound(open, k, n, before+strconv.FormatUint(most, 10)+after)
}

func (m *machine) throwBound(open string, k kind, number uint64, rest string) bool {
	if k.signed() && int64(number) < 0 { // the runtime's message has no limit
		end := "]"
		switch {
		case open == "[" && strings.HasSuffix(rest, ":]"):
			end = "::]"
		case open == "[":
			end = ":]"
		case len(rest) > 0 && rest[0] == ':':
			end = ":]"
		}
		return m.throw("slice bounds out of range " + open + strconv.FormatInt(int64(number), 10) + end)
	}
	return m.throw("slice bounds out of range " + open + strconv.FormatUint(number, 10) + rest)
}

// capacityFrom returns how many elements of size cells lie between a pointer and the end of its
// object.
func (m *machine) capacityFrom(p cell, size int) uint64 {
	o, ok := p.r.(*object)
	if !ok || size == 0 || p.n > uint64(len(o.cells)) {
		return 0
	}
	return (uint64(len(o.cells)) - p.n) / uint64(size)
}
