package symexec

import (
	"go/token"
	"unicode/utf8"

	"nearmiss/term"
)

// stringBinary executes + and the order relations of strings.
func (m *machine) stringBinary(r []cell, in *instr, op token.Token) (ok bool) {
	x, y := r[in.a], r[in.b]
	if op == token.ADD {
		r[in.dst] = m.concat(x, y)
		return !m.ended()
	}
	rel, _ := term.RelOf(op)
	r[in.dst], ok = m.relateStrings(rel, x, y)
	return ok
}

// relateStrings returns x rel y for two strings. An order relation settles their lengths.
func (m *machine) relateStrings(rel term.Rel, x, y cell) (v cell, ok bool) {
	switch rel {
	case term.EQ:
		return m.equalStrings(x, y), true
	case term.NE:
		return m.negation(m.equalStrings(x, y)), true
	case term.GT, term.GE:
		x, y, rel = y, x, rel.Mirror()
	}
	if x, y, ok = m.settleTexts(x, y); !ok {
		return cell{}, false
	}
	return m.lessStrings(x, y, rel == term.LE), true
}

func (m *machine) concat(x, y cell) cell {
	if x.r == nil {
		return y
	}
	if y.r == nil {
		return x
	}
	x, y, ok := m.settleTexts(x, y)
	if !ok {
		return cell{}
	}
	count := strLen(x) + strLen(y)
	a, ok1 := concreteStr(x)
	b, ok2 := concreteStr(y)
	if ok1 && ok2 {
		if !m.reserve(count/8, "strings") {
			return cell{}
		}
		return makeStr(a + b)
	}
	if !m.reserve(count, "strings") { // a byte that may be symbolic takes a word
		return cell{}
	}
	return strOfCells(appendCells(appendCells(make([]cell, 0, count), x), y))
}

// convertOther executes conversions that are not between numbers.
func (m *machine) convertOther(regs []cell, in *instr) bool {
	c := in.aux.(*conversion)
	from, to := c.from, c.to
	switch {
	case from.kind.complex():
		for i := int32(0); i < 2; i++ {
			half := instr{k: from.kind.part(), c: int32(to.kind.part()), dst: in.dst + i, a: in.a + i}
			if !m.convertNumber(regs, &half) {
				return false
			}
		}
		return true
	case from.kind.integer():
		b, ok := m.encodeRune(nil, from.kind, regs[in.a])
		regs[in.dst] = strOfCells(b)
		return ok
	case from.kind == kString && m.types.target(to).kind == kUint8:
		return m.stringToBytes(regs, in, to)
	case from.kind == kString:
		return m.stringToRunes(regs, in, to)
	case m.types.target(from).kind == kUint8 && isOpen(regs[in.a+1]):
		s, ok := m.bytesToOpenText(regs[in.a:])
		regs[in.dst] = s
		return ok
	case m.types.target(from).kind == kUint8:
		v, ok := m.readSlice(regs[in.a:], 1)
		if ok {
			regs[in.dst] = strOfCells(v)
		}
		return ok
	}
	return m.runesToString(regs, in)
}

// readSlice returns the cells of the elements of a slice, not a copy. size is the number of cells of
// an element. readSlice settles a symbolic length and builds elements that are not built yet.
func (m *machine) readSlice(sliceCells []cell, size int) ([]cell, bool) {
	length, ok := m.settledCount(sliceCells[1], m.capacityFrom(sliceCells[0], size))
	if !ok {
		return nil, false
	}
	count := int(length) * size
	if count == 0 {
		return nil, true
	}
	o, ok := sliceCells[0].r.(*object)
	if !ok || int(sliceCells[0].n)+count > len(o.cells) {
		return nil, m.badPointer(sliceCells[0])
	}
	if !m.buildElements(o, sliceCells[0].n, sliceCells[0].n+uint64(count)) {
		return nil, false
	}
	return o.cells[sliceCells[0].n : int(sliceCells[0].n)+count], true
}

// roundedSlice makes a slice of elements with the capacity that the allocator gives.
func (m *machine) roundedSlice(dst []cell, elem *rtype, cells []cell) bool {
	size := int(m.prog.sizes.Sizeof(elem.goType))
	room := roundUp(len(cells)*size, true) / size
	if len(cells) == 0 {
		room = 0
	}
	o := m.alloc(elem, room)
	if o == nil {
		return false
	}
	copy(o.cells, cells)
	dst[0], dst[1], dst[2] = cell{r: o}, word(uint64(len(cells))), word(uint64(room))
	return true
}

func (m *machine) stringToBytes(r []cell, in *instr, to *rtype) bool {
	if o, ok := r[in.a].r.(*openStr); ok {
		return m.openTextToBytes(r[in.dst:], o, to.elem)
	}
	return m.roundedSlice(r[in.dst:], to.elem, appendCells(nil, r[in.a]))
}

func (m *machine) stringToRunes(regs []cell, in *instr, to *rtype) bool {
	var runes []cell
	s, ok := m.settleText(regs[in.a])
	if !ok {
		return false
	}
	for i := 0; i < strLen(s); {
		c, size, ok := m.decodeRune(s, i)
		if !ok {
			return false
		}
		runes = append(runes, c)
		i += size
	}
	return m.roundedSlice(regs[in.dst:], to.elem, runes)
}

func (m *machine) runesToString(regs []cell, in *instr) bool {
	v, ok := m.readSlice(regs[in.a:], 1)
	if !ok {
		return false
	}
	var b []cell
	for _, c := range v {
		if b, ok = m.encodeRune(b, kInt32, c); !ok {
			return false
		}
	}
	regs[in.dst] = strOfCells(b)
	return true
}

// asciiOf branches on whether a number is an ASCII rune. If it is, b is its byte.
func (m *machine) asciiOf(k kind, c cell) (b cell, ascii, ok bool) {
	t, symbolic := c.r.(*term.Term)
	if !symbolic {
		return c, c.r == nil && c.n < utf8.RuneSelf, true
	}
	t = m.asSort(t, kindSorts[k])
	more, ok := m.branch(m.currentSite(), m.outOfBounds(t, utf8.RuneSelf-1), true)
	if !ok || more {
		return c, false, ok
	}
	return cellOf(m.converted(t, kUint8)), true, true
}

// decodeRune decodes the rune at byte i of a string. It branches on whether a symbolic byte is
// ASCII. A longer rune is settled by branches with Options.Fork, or becomes concrete.
func (m *machine) decodeRune(text cell, i int) (value cell, size int, ok bool) {
	value = byteAt(fullText(text), i)
	if t, isTerm := value.r.(*term.Term); isTerm {
		t = m.asSort(t, term.Unsigned(8))
		ascii, ok := m.branch(m.currentSite(), m.builder.Compare(term.LT, t, m.builder.Int(t.Sort, utf8.RuneSelf)), true)
		if !ok {
			return value, 0, false
		}
		if ascii {
			return cellOf(m.builder.Convert(t, term.Signed(32))), 1, true
		}
	} else if value.n < utf8.RuneSelf {
		return value, 1, true
	}
	if text, ok = m.settleText(text); !ok {
		return value, 0, false
	}
	if _, concrete := concreteStr(substr(text, i, min(strLen(text), i+utf8.UTFMax))); !concrete && m.opts.Fork {
		return m.decodeLong(text, i)
	}
	var b [utf8.UTFMax]byte
	count := min(strLen(text)-i, utf8.UTFMax)
	for j := range count {
		v, ok := m.concretize(kUint8, byteAt(text, i+j))
		if !ok {
			return value, 0, false
		}
		if b[j] = byte(v); utf8.FullRune(b[:j+1]) {
			count = j + 1
			break
		}
	}
	v, size := utf8.DecodeRune(b[:count])
	return word(uint64(int64(v))), size, true
}

// rangeOver makes an iterator.
func (m *machine) rangeOver(r []cell, in *instr) bool {
	if isUnknown(r[in.a]) {
		return m.rejectUnusable(r[in.a])
	}
	if in.aux.(*rtype).kind == kString {
		r[in.dst] = cell{r: &iterator{s: r[in.a]}}
		return true
	}
	r[in.dst] = cell{r: &iterator{m: referent[hashmap](r[in.a])}}
	return true
}

// next advances an iterator.
func (m *machine) next(r []cell, in *instr) bool {
	x, it := in.aux.(*access), r[in.a].r.(*iterator)
	dst := r[in.dst:]
	if !x.str {
		if it.m.len() > 1 {
			m.relyOn(orderOfMaps)
		}
		it.nextEntry(x, dst)
		return true
	}
	more, ok := m.hasByte(it.s, it.pos)
	if !ok || !more {
		dst[0] = truth(false)
		return ok
	}
	c, size, ok := m.decodeRune(it.s, it.pos)
	if !ok {
		return false
	}
	dst[0] = truth(true)
	if x.keySize > 0 {
		dst[x.keyOff] = word(uint64(it.pos))
	}
	if x.valSize > 0 {
		dst[x.valOff] = c
	}
	it.pos += size
	return true
}
