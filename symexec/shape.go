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
// A cursor follows the decoder and returns the words. Branches fix the words that are lengths.
type shape struct {
	roots []*part
	slots []*term.Term // nil: the word is concrete
	first []uint64     // initial witness: the words of the vector
	rules []*term.Term
	rooms [shapeDepth]int // capacities of nested lists, pointers and map entries, by depth

	chain int  // bound of pointers nested in pointers
	links int  // number of pointers around the current part
	most  int  // number of slots at which the layout stops
	ended bool // some pointer is nil because chain or most is exceeded
}

// A part is a value in the layout.
type part struct {
	typ   *input.Type
	slot  int
	list  bool // a length and elements
	ptr   bool
	made  bool    // the first word is the way in which the value is made: an alternative, or a number of steps
	plain int     // number of words of a complex number
	more  uint64  // length word minus number of elements
	each  []*part // elements, map entries as keys and values in turn, or fields
	per   int     // number of parts of an element
	limit uint64  // bound of the length word
	role  input.Role

	plainness uint8  // 0 if unknown, 1 for plain data
	text      *str   // of a string: all bytes
	cells     []cell // of a list of words: all elements
}

// layOutAll returns the shape of an input, or the beginning of a shape that is too large.
func (e *Executor) layOutAll(v input.Vector, rooms [shapeDepth]int, chain, most int) *shape {
	s := &shape{rooms: rooms, chain: chain, most: most}
	pos := 0
	for i := range e.sig.Inputs() {
		var p *part
		p, pos = e.layOut(s, e.sig.Input(i).Type, v, pos, 0)
		s.roots = append(s.roots, p)
	}
	return s
}

// layOut returns the part of a value at pos of the vector, and the position behind it. A negative
// pos means that the vector does not have the value.
func (e *Executor) layOut(s *shape, t *input.Type, v input.Vector, pos, depth int) (*part, int) {
	p := &part{typ: t, slot: len(s.slots)}
	at := func(i int) uint64 {
		if i < 0 || i >= len(v) {
			return 0
		}
		return v[i]
	}
	switch t.Kind {
	case input.Struct, input.Array:
		n := t.Len
		if t.Kind == input.Struct {
			n = len(t.Fields)
		}
		for i := range n {
			elem := t.Elem
			if t.Kind == input.Struct {
				elem = t.Fields[i].Type
			}
			var q *part
			q, pos = e.layOut(s, elem, v, pos, depth)
			p.each = append(p.each, q)
		}
		return p, pos
	case input.Complex:
		for range 2 {
			e.leaf(s, t, at(pos), input.RoleFloat)
			pos = after(pos, 1)
		}
		p.plain = 2
		return p, pos
	case input.Choice:
		return p, e.layOutChoice(s, p, v, pos, depth)
	case input.String, input.Slice, input.Map:
		return p, e.layOutList(s, p, t, v, pos, depth)
	case input.Earlier: // the index of the earlier value is concrete
		p.made = true
		s.add(nil, at(pos))
		return p, after(pos, 1)
	case input.Pointer:
		p.ptr, p.role, p.limit = true, input.RoleNil, 1
		there := at(pos) != 0
		if !there && !s.leads(depth) {
			p.limit = 0
		}
		e.leaf(s, t, at(pos), input.RoleNil)
		pos = after(pos, 1)
		if p.limit > 0 {
			in := pos
			if !there {
				in = -1
			}
			s.links++
			q, end := e.layOut(s, t.Elem, v, in, depth+1)
			s.links--
			p.each = []*part{q}
			if there {
				pos = end
			}
		}
		e.rule(s, p)
		return p, pos
	}
	p.role = roleOf(t)
	e.leaf(s, t, at(pos), p.role)
	return p, after(pos, 1)
}

func after(pos, n int) int {
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

// layOutList lays out a length and the elements up to the capacity.
func (e *Executor) layOutList(s *shape, p *part, t *input.Type, v input.Vector, pos, depth int) int {
	p.list, p.per, p.role = true, 1, input.RoleLen
	w := uint64(0)
	if pos >= 0 && pos < len(v) {
		w = v[pos]
	}
	if p.more = 1; t.Kind == input.String {
		p.more = 0
	}
	if t.Kind == input.Map {
		p.per = 2
	}
	n := int(max(w, p.more) - p.more)
	room := n
	if s.roomy(depth) {
		room = max(n, s.rooms[min(depth, shapeDepth-1)])
	}
	p.limit = uint64(room) + p.more
	e.leaf(s, t, w, input.RoleLen)
	pos = after(pos, 1)
	for i := range room {
		at := pos
		if i >= n {
			if at = -1; len(s.slots) > s.most && s.rooms != [shapeDepth]int{1, 1, 1} {
				break // the caller lays out a smaller shape
			}
		}
		var q *part
		switch {
		case t.Kind == input.String:
			q = &part{typ: t, slot: len(s.slots), role: input.RoleByte}
			w := uint64(0)
			if at >= 0 && at < len(v) {
				w = v[at]
			}
			e.leaf(s, t, w, input.RoleByte)
			at = after(at, 1)
		default:
			if t.Kind == input.Map {
				q, at = e.layOut(s, t.Key, v, at, depth+1)
				p.each = append(p.each, q)
			}
			q, at = e.layOut(s, t.Elem, v, at, depth+1)
		}
		p.each = append(p.each, q)
		if i < n {
			pos = at
		}
	}
	e.rule(s, p)
	return pos
}

// leaf adds a word w to the layout, as a slot if it may be symbolic.
func (e *Executor) leaf(s *shape, t *input.Type, w uint64, role input.Role) {
	x := input.Var{Off: len(s.slots), Role: role, Type: t}
	if t.Domain != nil && role != input.RoleLen {
		x.Lo, x.Hi = t.Domain.Lo, t.Domain.Hi
		w = x.Clamp(w)
	}
	if e.opts.Concrete || e.opts.Bound == 0 && role >= input.RoleLen {
		s.add(nil, w)
		return
	}
	slot := e.m.b.Slot(x.Off, sortOf(&x), false)
	s.rules = append(s.rules, e.domain(slot, role, t)...)
	s.add(slot, w)
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
	s.first = append(s.first, w)
}

// rule bounds the length word of a part.
func (e *Executor) rule(s *shape, p *part) {
	if t := s.slots[p.slot]; t != nil {
		s.rules = append(s.rules, e.m.b.Compare(term.LE, t, e.m.b.Int(t.Sort, p.limit)))
	}
}

// wordTerm converts a slot to the word of an input.
func (m *machine) wordTerm(t *term.Term) cell {
	if t.Sort == term.Floating(32) { // a word holds the bits of a float64
		t = m.b.Convert(t, term.Floating(64))
	}
	return cellOf(m.reinterpret(t, term.Unsigned(64)))
}

// A cursor reads an input of a shape, word by word.
type cursor struct {
	shape *shape
	stack []visit
	next  int // index of the next root
}

type visit struct {
	p *part
	i int // number of words and parts of p that were read
}

// read returns the slot of the next word, -1 behind the last, and the part that the word belongs
// to.
func (c *cursor) read(words []uint64) (slot int, of *part) {
	for {
		if len(c.stack) == 0 {
			if c.next == len(c.shape.roots) {
				return -1, nil
			}
			if c.stack == nil {
				c.stack = make([]visit, 0, 8)
			}
			c.stack = append(c.stack, visit{p: c.shape.roots[c.next]})
			c.next++
		}
		v := &c.stack[len(c.stack)-1]
		if slot := v.word(); slot >= 0 {
			return slot, v.p
		}
		if q := v.part(words); q != nil {
			c.stack = append(c.stack, visit{p: q})
			continue
		}
		c.stack = c.stack[:len(c.stack)-1]
	}
}

// own returns the number of words of a part outside of its inner parts.
func (p *part) own() int {
	switch {
	case p.list || p.ptr:
		return 1
	case p.plain != 0:
		return p.plain
	case p.typ.Kind != input.Struct && p.typ.Kind != input.Array || p.role == input.RoleByte:
		return 1
	}
	return 0
}

// word returns the slot of the next own word of the part, -1 if there is none.
func (v *visit) word() int {
	if v.i < v.p.own() {
		v.i++
		return v.p.slot + v.i - 1
	}
	return -1
}

// part returns the next inner part under a witness, nil if there is none.
func (v *visit) part(words []uint64) *part {
	p := v.p
	at, n := v.i-p.own(), len(p.each)
	if p.list || p.ptr {
		w := words[p.slot]
		switch {
		case p.ptr:
			n = min(n, int(min(w, 1)))
		case w < p.more:
			n = 0
		default:
			n = min(n, int(w-p.more)*p.per)
		}
	}
	if at >= n {
		return nil
	}
	v.i++
	return p.each[at]
}

// vector returns the input of a witness.
func (s *shape) vector(words []uint64) input.Vector {
	c := cursor{shape: s}
	var v input.Vector
	for i, _ := c.read(words); i >= 0; i, _ = c.read(words) {
		v = append(v, words[i])
	}
	return v
}

// witness overwrites words with the witness of an input, and returns it.
func (s *shape) witness(words []uint64, v input.Vector) ([]uint64, error) {
	words = append(words[:0], s.first...)
	return words, s.read(words, v, nil)
}

// read writes the words of an input into a witness. Words without an input word do not change. If
// slots is not nil, read sets it to the slot of each input word.
func (s *shape) read(words []uint64, v input.Vector, slots []int) error {
	c := cursor{shape: s}
	for pos := 0; ; pos++ {
		i, p := c.read(words)
		if i < 0 {
			if pos < len(v) {
				return fmt.Errorf("the input has more words than the bound allows")
			}
			return nil
		}
		if words[i] = 0; pos < len(v) {
			words[i] = v[pos]
			if slots != nil {
				slots[pos] = i
			}
		}
		if (p.list || p.ptr) && words[i] > p.limit {
			return fmt.Errorf("a list of the input has more elements than the bound allows")
		}
		if (p.made || s.slots[i] == nil && (p.list || p.ptr)) && words[i] != s.first[i] {
			return fmt.Errorf("the input has another shape, or is made in another way")
		}
	}
}

// nextWord reads the next word of an input.
func (m *machine) nextWord(dst *cell, genes cell) bool {
	o, ok := genes.r.(*object)
	if !ok {
		return m.throwNil()
	}
	if o != m.input { // only the input can be decoded
		return m.stopAt(Unsupported, "genes that are no input")
	}
	i, p := m.cursor.read(m.wit.words)
	switch {
	case i < 0:
		*dst = cell{}
	case m.cursor.shape.slots[i] == nil:
		*dst = word(m.wit.words[i])
	case p.list || p.ptr:
		n, ok := m.search(m.cursor.shape.slots[i], p.limit, 0)
		*dst = word(n)
		return ok
	default:
		*dst = m.wordTerm(m.cursor.shape.slots[i])
	}
	return true
}

// layOutChoice lays out a value that the vector makes by an alternative and a number of steps. Both
// are concrete. The operands of both are laid out like other values. Beyond the vector it lays out
// the first alternative, which leads to no further choice.
func (e *Executor) layOutChoice(s *shape, p *part, v input.Vector, pos, depth int) int {
	w := uint64(0)
	if pos >= 0 && pos < len(v) {
		w = v[pos]
	}
	p.made = true
	s.add(nil, w)
	pos = after(pos, 1)
	a := &p.typ.Alts[min(w, uint64(len(p.typ.Alts)-1))]
	for i := range a.Fields {
		var q *part
		q, pos = e.layOut(s, a.Fields[i].Type, v, pos, depth)
		p.each = append(p.each, q)
	}
	if a.Steps == nil {
		return pos
	}
	q := &part{typ: a.Steps, slot: len(s.slots), list: true, made: true, per: 1, more: 1, role: input.RoleLen}
	p.each = append(p.each, q)
	if w = 0; pos >= 0 && pos < len(v) {
		w = v[pos]
	}
	q.limit = w
	s.add(nil, w)
	pos = after(pos, 1)
	for n := max(w, 1) - 1; n > 0 && pos < len(v); n-- {
		var step *part
		step, pos = e.layOut(s, a.Steps.Elem, v, pos, depth)
		q.each = append(q.each, step)
	}
	return pos
}
