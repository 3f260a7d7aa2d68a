package symexec

import "nearmiss/term"

// An openStr is a string of the input with a symbolic length. base has all bytes up to the
// capacity. The cell of an openStr has n = 0.
type openStr struct {
	base   cell
	length *term.Term // number of bytes
}

// openText returns the string of the first length bytes of base.
func openText(base cell, length *term.Term) cell {
	if length.IsConst() {
		return substr(base, 0, int(length.Bits))
	}
	return cell{r: &openStr{base, length}}
}

// textLen returns the length of a string.
func textLen(c cell) cell {
	if o, ok := c.r.(*openStr); ok {
		return cell{r: o.length}
	}
	return word(uint64(strLen(c)))
}

// fullText returns the bytes of a string up to its capacity.
func fullText(c cell) cell {
	if o, ok := c.r.(*openStr); ok {
		return o.base
	}
	return c
}

// settleText settles the length of a string.
func (m *machine) settleText(c cell) (cell, bool) {
	o, ok := c.r.(*openStr)
	if !ok {
		return c, true
	}
	n, ok := m.settledCount(cell{r: o.length}, uint64(strLen(o.base)))
	if !ok {
		return cell{}, false
	}
	return substr(o.base, 0, int(n)), true
}

func (m *machine) settleTexts(x, y cell) (p, q cell, ok bool) {
	if p, ok = m.settleText(x); ok {
		q, ok = m.settleText(y)
	}
	return p, q, ok
}

// withKnownLength returns a string with a concrete length if the path has decided the length.
func (m *machine) withKnownLength(c cell) cell {
	if o, ok := c.r.(*openStr); ok && m.onLengths(o.length) {
		if n, ok := m.fixedValue(o.length); ok {
			return substr(o.base, 0, int(n))
		}
	}
	return c
}

// equalOpen returns x == y as one condition: the lengths are equal, and the bytes below the
// length are equal.
func (m *machine) equalOpen(x, y cell) cell {
	nx, ny := textLen(x), textLen(y)
	bx, operand := fullText(x), fullText(y)
	if !isOpen(x) && strLen(x) > strLen(operand) || !isOpen(y) && strLen(y) > strLen(bx) {
		return truth(false)
	}
	all := m.relate(term.EQ, kInt64, nx, ny)
	for i := range min(strLen(bx), strLen(operand)) {
		if all.r == nil && all.n == 0 {
			break
		}
		same, _ := m.equalScalar(kUint8, byteAt(bx, i), byteAt(operand, i))
		if isOpen(x) && isOpen(y) {
			same = m.eitherHolds(m.relate(term.GE, kInt64, word(uint64(i)), nx), same)
		}
		all = m.bothHold(all, same)
	}
	return all
}

// openTextToBytes makes a byte slice from a string with a symbolic length.
func (m *machine) openTextToBytes(dst []cell, text *openStr, elem *rtype) bool {
	room := strLen(text.base)
	mem := m.alloc(elem, roundUp(room, true))
	if mem == nil {
		return false
	}
	copy(mem.cells, appendCells(nil, text.base))
	length := cell{r: text.length}
	capacity := m.builder.Int(text.length.Sort, uint64(len(mem.cells)))
	for n := room - 1; n >= 0; n-- {
		c := roundUp(n, true)
		if n == 0 {
			c = 0
		}
		if c != roundUp(n+1, true) {
			fits := m.termOf(kBool, m.relate(term.LE, kInt64, length, word(uint64(n))))
			capacity = m.builder.If(fits, m.builder.Int(text.length.Sort, uint64(c)), capacity)
		}
	}
	dst[0], dst[1], dst[2] = cell{r: mem}, length, cellOf(capacity)
	return true
}

// bytesToOpenText makes a string from a byte slice with a symbolic length.
func (m *machine) bytesToOpenText(s []cell) (cell, bool) {
	o, ok := s[0].r.(*object)
	if !ok {
		return cell{}, m.badPointer(s[0])
	}
	t, ok := s[1].r.(*term.Term)
	if !ok {
		return cell{}, m.rejectUnusable(s[1])
	}
	return openText(strOfCells(o.cells[s[0].n:]), t), true
}

// hasByte branches on whether a string has a byte i.
func (m *machine) hasByte(c cell, i int) (more, ok bool) {
	cond := m.relate(term.LT, kInt64, word(uint64(i)), textLen(c))
	if t, symbolic := cond.r.(*term.Term); symbolic && i < strLen(fullText(c)) {
		return m.branch(m.currentSite(), t, true)
	}
	return cond.r == nil && cond.n != 0, true
}
