package symexec

import (
	"fmt"
	"math"

	"nearmiss/input"
	"nearmiss/term"
)

// A shape is the layout of inputs whose lengths are symbolic. Each list has slots up to its
// capacity, so that a word keeps its slot when its position in the vector changes because a list
// grows:
//
//	[]int, at most 3 elements    slot 0: the length; slots 1 to 3: the elements
//
// A cursor returns the words in the order in which the generated decoder asks for them. A length
// that the decoder asks for is fixed by branches.
type shape struct {
	roots      []*part
	slots      []*term.Term    // by index of the word in the layout: its slot; nil: the word is concrete
	firstWords []uint64        // words of the vector in the order of the layout: the first witness
	rules      []*term.Term    // clauses that bound the length words and the words with domains
	capacities [shapeDepth]int // by number of lists, pointers and map entries around a list: its least capacity

	maxChain  int  // largest number of pointers nested in pointers
	linkDepth int  // number of pointers around the part being laid out
	maxSlots  int  // number of slots at which the layout stops
	truncated bool // some pointer is always nil because maxChain or maxSlots is reached
}

// A part is a value of the input, with its place in the layout.
type part struct {
	typ             *input.Type
	slot            int     // index of the first word in the layout
	list            bool    // the part is a length and elements
	ptr             bool    // the part is a pointer
	byCalls         bool    // calls make the value; its first word selects an alternative or an earlier value, or counts steps
	complexWords    int     // number of words of a complex number, else 0
	lengthOffset    uint64  // length word minus number of elements
	inner           []*part // elements, keys and values of a map in turn, fields, target of a pointer, or operands of an alternative
	partsPerElement int     // number of inner parts of an element
	maxWord         uint64  // largest value of the length word
	role            input.Role

	plainness uint8  // cache of plainData: 0 if unknown, 1 if true, 2 if false
	text      *str   // of a string: all its bytes up to the capacity; nil until a run has built them
	cells     []cell // of a list of single words: all its elements up to the capacity; nil until a run has built them
}

// layOutAll returns the shape around the input v, with rooms as its capacities and chain as its
// maxChain. If the shape has more than maxSlots slots, the result is only its beginning.
func (e *Executor) layOutAll(v input.Vector, rooms [shapeDepth]int, chain, maxSlots int) *shape {
	s := &shape{capacities: rooms, maxChain: chain, maxSlots: maxSlots}
	pos := 0
	for i := range e.sig.Inputs() {
		var p *part
		p, pos = e.layOut(s, e.sig.Input(i).Type, v, pos, 0)
		s.roots = append(s.roots, p)
	}
	return s
}

// layOut appends a value to layout and returns its part and the position behind it in vector. The
// value is at pos in vector; a negative pos means that vector does not have it. depth is the number
// of lists, pointers and map entries around the value.
func (e *Executor) layOut(layout *shape, typ *input.Type, vector input.Vector, pos, depth int) (*part, int) {
	p := &part{typ: typ, slot: len(layout.slots)}
	at := func(i int) uint64 {
		if i < 0 || i >= len(vector) {
			return 0
		}
		return vector[i]
	}
	switch typ.Kind {
	case input.Struct, input.Array:
		n := typ.Len
		if typ.Kind == input.Struct {
			n = len(typ.Fields)
		}
		for i := range n {
			elem := typ.Elem
			if typ.Kind == input.Struct {
				elem = typ.Fields[i].Type
			}
			var q *part
			q, pos = e.layOut(layout, elem, vector, pos, depth)
			p.inner = append(p.inner, q)
		}
		return p, pos
	case input.Complex:
		for range 2 {
			e.addWord(layout, typ, at(pos), input.RoleFloat)
			pos = afterWords(pos, 1)
		}
		p.complexWords = 2
		return p, pos
	case input.Choice:
		return p, e.layOutChoice(layout, p, vector, pos, depth)
	case input.String, input.Slice, input.Map:
		return p, e.layOutList(layout, p, typ, vector, pos, depth)
	case input.Earlier: // the index of the earlier value is concrete
		p.byCalls = true
		layout.add(nil, at(pos))
		return p, afterWords(pos, 1)
	case input.Pointer:
		p.ptr, p.role, p.maxWord = true, input.RoleNil, 1
		there := at(pos) != 0
		if !there && !layout.allowsPointer(depth) {
			p.maxWord = 0
		}
		e.addWord(layout, typ, at(pos), input.RoleNil)
		pos = afterWords(pos, 1)
		if p.maxWord > 0 {
			in := pos
			if !there {
				in = -1
			}
			layout.linkDepth++
			q, end := e.layOut(layout, typ.Elem, vector, in, depth+1)
			layout.linkDepth--
			p.inner = []*part{q}
			if there {
				pos = end
			}
		}
		e.addBoundRule(layout, p)
		return p, pos
	}
	p.role = roleOf(typ)
	e.addWord(layout, typ, at(pos), p.role)
	return p, afterWords(pos, 1)
}

// afterWords returns the position n words behind pos; a negative pos stays negative.
func afterWords(pos, n int) int {
	if pos < 0 {
		return pos
	}
	return pos + n
}

func roleOf(t *input.Type) input.Role {
	switch t.Kind {
	case input.Bool:
		return input.RoleBool
	case input.Int:
		return input.RoleInt
	case input.Float:
		return input.RoleFloat
	}
	return input.RoleUint
}

// layOutList lays out p, a length and the elements up to the capacity, and returns the position
// behind the list in vector.
func (e *Executor) layOutList(layout *shape, p *part, typ *input.Type, vector input.Vector, pos, depth int) int {
	p.list, p.partsPerElement, p.role = true, 1, input.RoleLen
	word := uint64(0)
	if pos >= 0 && pos < len(vector) {
		word = vector[pos]
	}
	if p.lengthOffset = 1; typ.Kind == input.String {
		p.lengthOffset = 0
	}
	if typ.Kind == input.Map {
		p.partsPerElement = 2
	}
	count := int(max(word, p.lengthOffset) - p.lengthOffset)
	room := count
	if layout.hasSpareCapacity(depth) {
		room = max(count, layout.capacities[min(depth, shapeDepth-1)])
	}
	p.maxWord = uint64(room) + p.lengthOffset
	e.addWord(layout, typ, word, input.RoleLen)
	pos = afterWords(pos, 1)
	for i := range room {
		index := pos
		if i >= count {
			if index = -1; len(layout.slots) > layout.maxSlots && layout.capacities != [shapeDepth]int{1, 1, 1} {
				break // the caller lays out a smaller shape
			}
		}
		var inner *part
		switch {
		case typ.Kind == input.String:
			inner = &part{typ: typ, slot: len(layout.slots), role: input.RoleByte}
			w := uint64(0)
			if index >= 0 && index < len(vector) {
				w = vector[index]
			}
			e.addWord(layout, typ, w, input.RoleByte)
			index = afterWords(index, 1)
		default:
			if typ.Kind == input.Map {
				inner, index = e.layOut(layout, typ.Key, vector, index, depth+1)
				p.inner = append(p.inner, inner)
			}
			inner, index = e.layOut(layout, typ.Elem, vector, index, depth+1)
		}
		p.inner = append(p.inner, inner)
		if i < count {
			pos = index
		}
	}
	e.addBoundRule(layout, p)
	return pos
}

// addWord adds the word w to the layout, as a slot if it may be symbolic.
func (e *Executor) addWord(layout *shape, typ *input.Type, word uint64, role input.Role) {
	x := input.Var{Off: len(layout.slots), Role: role, Type: typ}
	if typ.Domain != nil && role != input.RoleLen {
		x.Lo, x.Hi = typ.Domain.Lo, typ.Domain.Hi
		word = x.Clamp(word)
	}
	if e.opts.Concrete || e.opts.Bound == 0 && role >= input.RoleLen {
		layout.add(nil, word)
		return
	}
	slot := e.machine.builder.Slot(x.Off, sortOf(&x), false)
	layout.rules = append(layout.rules, e.domain(slot, role, typ)...)
	layout.add(slot, word)
}

// canonical returns a word in the form of a slot of sort s.
func canonical(s term.Sort, w uint64) uint64 {
	switch {
	case s.Kind == term.Bool:
		return w & 1
	case s == term.Floating(32):
		return math.Float64bits(float64(float32(math.Float64frombits(w))))
	case s.Kind == term.Float:
		return w
	}
	return s.Wrap(w)
}

func (s *shape) add(t *term.Term, w uint64) {
	s.slots = append(s.slots, t)
	s.firstWords = append(s.firstWords, w)
}

// addBoundRule adds the clause that bounds the first word of p, a list or a pointer, by p.maxWord.
func (e *Executor) addBoundRule(s *shape, p *part) {
	if t := s.slots[p.slot]; t != nil {
		s.rules = append(s.rules, e.machine.builder.Compare(term.LE, t, e.machine.builder.Int(t.Sort, p.maxWord)))
	}
}

// wordTerm returns the word of an input that has the slot t, as the decoder expects it.
func (m *machine) wordTerm(t *term.Term) cell {
	if t.Sort == term.Floating(32) { // a word holds the bits of a float64
		t = m.builder.Convert(t, term.Floating(64))
	}
	return cellOf(m.reinterpret(t, term.Unsigned(64)))
}

// A cursor reads an input of a shape, word by word.
type cursor struct {
	shape *shape
	stack []visit
	next  int // index of the next root
}

// A visit is a part that a cursor is reading.
type visit struct {
	current *part
	numRead int // number of words and inner parts that were read
}

// read returns the slot of the next word, -1 behind the last, and the part that the word belongs
// to. words has the words by slot; the lengths and nil flags in it say which words follow.
func (c *cursor) read(words []uint64) (slot int, owner *part) {
	for {
		if len(c.stack) == 0 {
			if c.next == len(c.shape.roots) {
				return -1, nil
			}
			if c.stack == nil {
				c.stack = make([]visit, 0, 8)
			}
			c.stack = append(c.stack, visit{current: c.shape.roots[c.next]})
			c.next++
		}
		v := &c.stack[len(c.stack)-1]
		if slot := v.nextSlot(); slot >= 0 {
			return slot, v.current
		}
		if q := v.nextPart(words); q != nil {
			c.stack = append(c.stack, visit{current: q})
			continue
		}
		c.stack = c.stack[:len(c.stack)-1]
	}
}

// ownWords returns the number of words of a part outside of its inner parts.
func (p *part) ownWords() int {
	switch {
	case p.list || p.ptr:
		return 1
	case p.complexWords != 0:
		return p.complexWords
	case p.typ.Kind != input.Struct && p.typ.Kind != input.Array || p.role == input.RoleByte:
		return 1
	}
	return 0
}

// nextSlot returns the slot of the next own word of the part, -1 if there is none.
func (v *visit) nextSlot() int {
	if v.numRead < v.current.ownWords() {
		v.numRead++
		return v.current.slot + v.numRead - 1
	}
	return -1
}

// nextPart returns the next inner part, nil if there is none. words has the words by slot; a length
// or nil flag in it says how many inner parts the value has.
func (v *visit) nextPart(words []uint64) *part {
	p := v.current
	index, count := v.numRead-p.ownWords(), len(p.inner)
	if p.list || p.ptr {
		w := words[p.slot]
		switch {
		case p.ptr:
			count = min(count, int(min(w, 1)))
		case w < p.lengthOffset:
			count = 0
		default:
			count = min(count, int(w-p.lengthOffset)*p.partsPerElement)
		}
	}
	if index >= count {
		return nil
	}
	v.numRead++
	return p.inner[index]
}

// vector returns the input whose words, by slot, are words. It omits words beyond the lengths.
func (s *shape) vector(words []uint64) input.Vector {
	c := cursor{shape: s}
	var v input.Vector
	for i, _ := c.read(words); i >= 0; i, _ = c.read(words) {
		v = append(v, words[i])
	}
	return v
}

// wordsOf returns the words of the input v by slot, in the buffer words. Slots beyond the lengths of
// v have the words of firstWords.
func (s *shape) wordsOf(words []uint64, v input.Vector) ([]uint64, error) {
	words = append(words[:0], s.firstWords...)
	return words, s.readInput(words, v, nil)
}

// readInput writes the words of the input vector into words, by slot. Slots beyond the lengths of the
// input keep their words. If slots is not nil, readInput sets it to the slots of the input words, by
// position. The error says that the input does not fit the shape.
func (s *shape) readInput(words []uint64, vector input.Vector, slots []int) error {
	c := cursor{shape: s}
	for pos := 0; ; pos++ {
		i, p := c.read(words)
		if i < 0 {
			if pos < len(vector) {
				return fmt.Errorf("the input has more words than the bound allows")
			}
			return nil
		}
		if words[i] = 0; pos < len(vector) {
			words[i] = vector[pos]
			if slots != nil {
				slots[pos] = i
			}
		}
		if (p.list || p.ptr) && words[i] > p.maxWord {
			return fmt.Errorf("a list of the input has more elements than the bound allows")
		}
		if (p.byCalls || s.slots[i] == nil && (p.list || p.ptr)) && words[i] != s.firstWords[i] {
			return fmt.Errorf("the input has another shape, or is made in another way")
		}
	}
}

// nextWord reads the next word of the input, *probe.Genes, into dst. A length or a nil flag becomes
// concrete by branches; any other slot stays symbolic.
func (m *machine) nextWord(dst *cell, genes cell) bool {
	o, ok := genes.r.(*object)
	if !ok {
		return m.throwNil()
	}
	if o != m.input { // only the input can be decoded
		return m.stopAt(Unsupported, "genes that are no input")
	}
	i, p := m.cursor.read(m.witness.words)
	switch {
	case i < 0:
		*dst = cell{}
	case m.cursor.shape.slots[i] == nil:
		*dst = word(m.witness.words[i])
	case p.list || p.ptr:
		n, ok := m.searchNumber(m.cursor.shape.slots[i], p.maxWord, 0)
		*dst = word(n)
		return ok
	default:
		*dst = m.wordTerm(m.cursor.shape.slots[i])
	}
	return true
}

// layOutChoice lays out p, a value that the vector makes by an alternative and a number of steps.
// These two words are concrete. The operands of the alternative and of the steps are laid out like
// other values. A value that the vector does not have gets the first alternative, which leads to no
// further choice. The result is the position behind the value in vector.
func (e *Executor) layOutChoice(layout *shape, p *part, vector input.Vector, pos, depth int) int {
	word := uint64(0)
	if pos >= 0 && pos < len(vector) {
		word = vector[pos]
	}
	p.byCalls = true
	layout.add(nil, word)
	pos = afterWords(pos, 1)
	alt := &p.typ.Alts[min(word, uint64(len(p.typ.Alts)-1))]
	for i := range alt.Fields {
		var q *part
		q, pos = e.layOut(layout, alt.Fields[i].Type, vector, pos, depth)
		p.inner = append(p.inner, q)
	}
	if alt.Steps == nil {
		return pos
	}
	inner := &part{typ: alt.Steps, slot: len(layout.slots), list: true, byCalls: true, partsPerElement: 1, lengthOffset: 1, role: input.RoleLen}
	p.inner = append(p.inner, inner)
	if word = 0; pos >= 0 && pos < len(vector) {
		word = vector[pos]
	}
	inner.maxWord = word
	layout.add(nil, word)
	pos = afterWords(pos, 1)
	for n := max(word, 1) - 1; n > 0 && pos < len(vector); n-- {
		var step *part
		step, pos = e.layOut(layout, alt.Steps.Elem, vector, pos, depth)
		inner.inner = append(inner.inner, step)
	}
	return pos
}
