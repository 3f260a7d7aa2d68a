package symexec

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/input"
	"nearmiss/term"
)

// An unbuilt describes the elements of a list of the input with a symbolic length. All elements
// up to the capacity lie in one object. Elements that are not plain words are built when they
// are touched, so that the path decides something about an element only if the element exists.
type unbuilt struct {
	extent *extent // bounds of the length of the list
	elem   *rtype  // type of the elements
	parts  []*part // layouts of the elements; nil if all are built
	built  []bool  // by index of the element: it is built
}

// isListDecoder reports whether f is one of the generated functions that decode a string or a slice.
func (m *machine) isListDecoder(f *ssa.Function) bool {
	if f.Pkg != m.prog.pkg || f.Signature.Recv() != nil || f.Signature.Results().Len() != 1 {
		return false
	}
	if f.Name() == "zznmStr" {
		return true
	}
	_, isSlice := f.Signature.Results().At(0).Type().Underlying().(*types.Slice)
	return isSlice && strings.HasPrefix(f.Name(), "zznmDec")
}

// listDecoder returns a model that decodes a list of the input and keeps its length symbolic.
// If calls make the elements, the model runs the generated code.
func listDecoder(f *ssa.Function) model {
	return func(c *modelCall) bool {
		m := c.machine
		if c.args[0].r == m.input {
			if p := m.cursor.peek(m.witness.words); p.list && p.typ.Kind != input.Map && p.plainData() {
				m.cursor.stack = m.cursor.stack[:len(m.cursor.stack)-1] // the model reads this part itself
				return m.build(p, m.types.rtypeOf(f.Signature.Results().At(0).Type()), c.results)
			}
		}
		return c.runBody()
	}
}

// peek returns the part whose first word is next.
func (c *cursor) peek(words []uint64) *part {
	_, p := c.read(words)
	if p == nil {
		panic("symexec: BUG: nothing to decode")
	}
	c.stack[len(c.stack)-1].numRead--
	return p
}

// plainData reports whether no part of a value is made by calls.
func (p *part) plainData() bool {
	if p.plainness == 0 {
		p.plainness = 1
		if p.typ.Kind == input.Choice {
			p.plainness = 2
		}
		for _, q := range p.inner {
			if !q.plainData() {
				p.plainness = 2
			}
		}
	}
	return p.plainness == 1
}

// onlyWords reports whether a part consists of words without inner parts.
func (p *part) onlyWords() bool {
	return !p.list && !p.ptr && p.typ.Kind != input.Choice && !slices.ContainsFunc(p.inner, func(q *part) bool { return !q.onlyWords() })
}

// build makes the value of a part in dst. It reports whether the path continues.
func (m *machine) build(p *part, typ *rtype, dst []cell) bool {
	layout := m.cursor.shape
	switch p.typ.Kind {
	case input.Struct:
		for i, f := range p.typ.Fields {
			field := fieldOf(typ, f.Name)
			if !m.build(p.inner[i], field.typ, dst[field.offset:field.offset+field.typ.size]) {
				return false
			}
		}
		return true
	case input.Array:
		for i, q := range p.inner {
			if !m.build(q, typ.elem, dst[i*typ.elem.size:(i+1)*typ.elem.size]) {
				return false
			}
		}
		return true
	case input.Complex:
		dst[0], dst[1] = layout.value(p.slot, typ.kind.part(), m.witness.words), layout.value(p.slot+1, typ.kind.part(), m.witness.words)
		return true
	case input.String:
		dst[0] = m.buildText(p)
		return true
	case input.Slice:
		return m.buildSlice(p, typ, dst)
	case input.Map:
		return m.buildMap(p, typ, dst)
	case input.Pointer:
		there, ok := m.settleFirstWord(p)
		if !ok || there == 0 {
			dst[0] = cell{}
			return ok
		}
		e := m.types.target(typ)
		o := m.alloc(e, e.size)
		if o == nil {
			return false
		}
		dst[0] = cell{r: o}
		return m.build(p.inner[0], e, o.cells)
	}
	dst[0] = layout.value(p.slot, typ.kind, m.witness.words)
	return true
}

// value returns a word of the input as a scalar of a kind.
func (s *shape) value(slot int, k kind, words []uint64) cell {
	if t := s.slots[slot]; t != nil {
		return cell{r: t}
	}
	return word(canonical(kindSorts[k], words[slot]))
}

// settleFirstWord settles the length word of a list or the nil flag of a pointer, and returns the word.
func (m *machine) settleFirstWord(p *part) (uint64, bool) {
	if t := m.cursor.shape.slots[p.slot]; t != nil {
		return m.searchNumber(t, p.maxWord, 0)
	}
	return m.witness.words[p.slot], true
}

// buildText makes a string with capacity for all its bytes.
func (m *machine) buildText(p *part) cell {
	s := m.cursor.shape
	n := s.slots[p.slot]
	if len(p.inner) == 0 {
		return cell{}
	}
	text := p.text
	if text == nil {
		cells, constant := make([]cell, len(p.inner)), false
		for i, q := range p.inner {
			cells[i] = s.value(q.slot, kUint8, m.witness.words)
			constant = constant || cells[i].r == nil
		}
		if text = strOfCells(cells).r.(*str); !constant {
			p.text = text
		}
	}
	base := cell{n: uint64(len(p.inner)), r: &str{concrete: text.concrete, terms: text.terms}}
	if n == nil {
		return substr(base, 0, int(m.witness.words[p.slot]))
	}
	return openText(base, m.openLength(n, 0, p.maxWord))
}

func (m *machine) buildSlice(p *part, t *rtype, dst []cell) bool {
	layout := m.cursor.shape
	elem := m.types.target(t)
	room := len(p.inner)
	o := m.alloc(elem, room*elem.size)
	if o == nil {
		return false
	}
	o.elements = &unbuilt{elem: elem}
	if room > 0 && p.inner[0].onlyWords() {
		if p.cells == nil {
			for i, q := range p.inner {
				m.build(q, elem, o.cells[i*elem.size:(i+1)*elem.size])
			}
			if !slices.ContainsFunc(o.cells, func(c cell) bool { return c.r == nil }) {
				p.cells = slices.Clone(o.cells)
			}
		}
		copy(o.cells, p.cells)
	} else {
		o.elements.parts, o.elements.built = p.inner, make([]bool, room)
	}
	n := layout.slots[p.slot]
	if n == nil {
		length := word(max(m.witness.words[p.slot], p.lengthOffset) - p.lengthOffset)
		if dst[0], dst[1], dst[2] = (cell{r: o}), length, length; m.witness.words[p.slot] == 0 {
			dst[0] = cell{}
		}
		return m.buildElements(o, 0, length.n*uint64(elem.size))
	}
	length := cell{r: m.openLength(n, p.lengthOffset, p.maxWord)}
	x := m.extents[int32(n.Bits)]
	o.elements.extent = x
	if room == 0 || elem.size == 0 { // no element can be touched
		if !m.settleLength(x) {
			return false
		}
		length = word(x.low)
	}
	dst[0], dst[1], dst[2] = cell{r: o}, length, length
	return true
}

func (m *machine) buildMap(p *part, t *rtype, dst []cell) bool {
	w, ok := m.settleFirstWord(p)
	if dst[0] = (cell{}); !ok || w == 0 {
		return ok
	}
	u := t.goType.Underlying().(*types.Map)
	k, e := m.types.rtypeOf(u.Key()), m.types.rtypeOf(u.Elem())
	table := &hashmap{epoch: m.epoch}
	dst[0] = cell{r: table}
	for i := range int(w - p.lengthOffset) {
		key, val := make([]cell, k.size), make([]cell, e.size)
		if !m.build(p.inner[2*i], k, key) || !m.build(p.inner[2*i+1], e, val) {
			return false
		}
		id, ok := m.findKey(table, k, key)
		if !ok {
			return false
		}
		m.put(table, id, key, val)
	}
	return true
}

// buildElements builds the elements between the cells from and to of an object.
func (m *machine) buildElements(target *object, from, to uint64) bool {
	l := target.elements
	if l == nil || l.parts == nil || from >= to {
		return true
	}
	size := uint64(l.elem.size)
	for i := from / size; i*size < min(to, uint64(len(target.cells))); i++ {
		if l.built[i] {
			continue
		}
		l.built[i] = true
		if !m.build(l.parts[i], l.elem, target.cells[i*size:(i+1)*size]) {
			return false
		}
	}
	return true
}

// isNil returns the condition that a slice or a pointer is nil. A pointer to the first element
// of a list with no elements is nil exactly if the list is.
func (m *machine) isNil(s []cell) cell {
	o, ok := s[0].r.(*object)
	if !ok || o.elements == nil || o.elements.extent == nil || o.elements.extent.nonNil {
		return truth(s[0].r == nil && s[0].n == 0)
	}
	return cellOf(m.nilCond(o.elements.extent))
}

// isOpen reports whether the length of a slice or a string is symbolic.
func isOpen(c cell) bool {
	switch c.r.(type) {
	case *term.Term, *openStr:
		return true
	}
	return false
}
