package symexec

import "nearmiss/term"

// An open is a string of the input whose length is a term: bytes with room for
// all that it may have. In its cell there is no number.
type open struct {
	base   cell
	length *term.Term
}

// openText is the string of the first bytes of another one.
func openText(base cell, length *term.Term) cell {
	if length.IsConst() {
		return substr(base, 0, int(length.Bits))
	}
	return cell{r: &open{base, length}}
}

// textLen is the length of a string.
func textLen(c cell) cell {
	if o, ok := c.r.(*open); ok {
		return cell{r: o.length}
	}
	return word(uint64(strLen(c)))
}

// textRoom is the bytes of a string, and of what it may have more.
func textRoom(c cell) cell {
	if o, ok := c.r.(*open); ok {
		return o.base
	}
	return c
}

// closeText settles the length of a string.
func (m *machine) closeText(c cell) (cell, bool) {
	o, ok := c.r.(*open)
	if !ok {
		return c, true
	}
	n, ok := m.count(cell{r: o.length}, uint64(strLen(o.base)))
	if !ok {
		return cell{}, false
	}
	return substr(o.base, 0, int(n)), true
}

func (m *machine) closeTexts(x, y cell) (p, q cell, ok bool) {
	if p, ok = m.closeText(x); ok {
		q, ok = m.closeText(y)
	}
	return p, q, ok
}

// narrowed is a string whose length is closed if the path has decided it.
func (m *machine) narrowed(c cell) cell {
	if o, ok := c.r.(*open); ok && m.onLengths(o.length) {
		if n, ok := m.determined(o.length); ok {
			return substr(o.base, 0, int(n))
		}
	}
	return c
}

// equalOpen is x == y as one condition: the lengths are equal, and so are the
// bytes that there are.
func (m *machine) equalOpen(x, y cell) cell {
	nx, ny := textLen(x), textLen(y)
	bx, by := textRoom(x), textRoom(y)
	if !isOpen(x) && strLen(x) > strLen(by) || !isOpen(y) && strLen(y) > strLen(bx) {
		return truth(false)
	}
	all := m.relate(term.EQ, kInt64, nx, ny)
	for i := range min(strLen(bx), strLen(by)) {
		if all.r == nil && all.n == 0 {
			break
		}
		same, _ := m.equalScalar(kUint8, byteAt(bx, i), byteAt(by, i))
		if isOpen(x) && isOpen(y) {
			same = m.either(m.relate(term.GE, kInt64, word(uint64(i)), nx), same)
		}
		all = m.both(all, same)
	}
	return all
}

// bytesOfText makes a slice of the bytes of a string with an open length.
func (m *machine) bytesOfText(dst []cell, o *open, elem *rtype) bool {
	room := strLen(o.base)
	mem := m.alloc(elem, roundUp(room, true))
	if mem == nil {
		return false
	}
	copy(mem.cells, appendCells(nil, o.base))
	length := cell{r: o.length}
	capacity := m.b.Int(o.length.Sort, uint64(len(mem.cells)))
	for n := room - 1; n >= 0; n-- {
		c := roundUp(n, true)
		if n == 0 {
			c = 0
		}
		if c != roundUp(n+1, true) {
			fits := m.termOf(kBool, m.relate(term.LE, kInt64, length, word(uint64(n))))
			capacity = m.b.If(fits, m.b.Int(o.length.Sort, uint64(c)), capacity)
		}
	}
	dst[0], dst[1], dst[2] = cell{r: mem}, length, cellOf(capacity)
	return true
}

// textOfBytes makes a string of a slice of bytes with an open length.
func (m *machine) textOfBytes(s []cell) (cell, bool) {
	o, ok := s[0].r.(*object)
	if !ok {
		return cell{}, m.badPointer(s[0])
	}
	t, ok := s[1].r.(*term.Term)
	if !ok {
		return cell{}, m.odd(s[1])
	}
	return openText(strOfCells(o.cells[s[0].n:]), t), true
}

// longer chooses whether a string has a byte at i.
func (m *machine) longer(c cell, i int) (more, ok bool) {
	is := m.relate(term.LT, kInt64, word(uint64(i)), textLen(c))
	if t, symbolic := is.r.(*term.Term); symbolic && i < strLen(textRoom(c)) {
		return m.branch(m.here(), t, true)
	}
	return is.r == nil && is.n != 0, true
}
