package symexec

import (
	"math"
	"strconv"

	"nearmiss/term"
)

// settleIndex settles an index into a list of length n, which may be symbolic. capacity is a
// bound of n. ok is false if the index is out of range: the function has panicked, or the path
// has ended.
func (m *machine) settleIndex(k kind, i, n cell, capacity uint64) (uint64, bool) {
	if i.r == nil && n.r == nil && i.n < n.n {
		return i.n, true
	}
	at, ok := m.toInt(k, i)
	if !ok {
		return 0, false
	}
	if t, isTerm := at.r.(*term.Term); isTerm && m.onLengths(t) {
		if _, _, linear := m.lengthPlusConst(t); !linear {
			bits, done, ok := m.settleLengths(t)
			if !ok {
				return 0, false
			}
			if done {
				at = word(bits)
			}
		}
	}
	bad := truth(true)
	switch t, isTerm := at.r.(*term.Term); {
	case capacity == 0 || !isTerm && at.n >= capacity:
	case isTerm && n.r == nil:
		bad = cellOf(m.outOfBounds(t, n.n-1))
	default:
		bad = m.either(m.relate(term.LT, kInt64, at, word(0)), m.relate(term.GE, kInt64, at, n))
	}
	panics, ok := m.faultIf(bad)
	if !ok {
		return 0, false
	}
	if panics {
		bits, ok := m.numberForPanic(k, i)
		if !ok {
			return 0, false
		}
		length, ok := m.numberForPanic(kInt64, n)
		return 0, ok && m.throw(outOfRange("index", k, bits, length))
	}
	return m.settleNumber(kInt64, at, capacity-1)
}

// outOfBounds returns the condition that an integer is not between 0 and most.
func (m *machine) outOfBounds(t *term.Term, most uint64) *term.Term {
	s := t.Sort
	var limit *term.Term
	if s.Wrap(most) == most && !(s.Kind == term.Int && int64(s.Wrap(most)) < 0) {
		limit = m.b.Compare(term.GT, t, m.b.Int(s, most))
	} else {
		limit = m.b.Bool(false)
	}
	if s.Kind == term.Int {
		return m.b.Either(m.b.Compare(term.LT, t, m.b.Int(s, 0)), limit)
	}
	return limit
}

func outOfRange(what string, k kind, i, n uint64) string {
	if k.signed() {
		if int64(i) < 0 {
			return what + " out of range [" + strconv.FormatInt(int64(i), 10) + "]"
		}
	}
	return what + " out of range [" + strconv.FormatUint(i, 10) + "] with length " + strconv.FormatUint(n, 10)
}

// elem executes opElem where the main loop does not: it stores the address of an element of a
// slice.
func (m *machine) elem(r []cell, in *instr) bool {
	i, ok := m.sliceIndex(r, in)
	if !ok {
		return false
	}
	r[in.dst] = cell{n: r[in.a].n + i*uint64(in.c), r: r[in.a].r}
	return true
}

// sliceIndex settles the index of an instruction into a slice.
func (m *machine) sliceIndex(r []cell, in *instr) (uint64, bool) {
	p, n := r[in.a], r[in.a+1]
	capacity := n.n
	if isOpen(n) {
		capacity = m.capacityFrom(p, int(in.c))
	} else if n.r != nil {
		return 0, m.unusable(n)
	}
	i, ok := m.settleIndex(in.k, r[in.b], n, capacity)
	if o, isObject := p.r.(*object); ok && isObject {
		at := p.n + i*uint64(in.c)
		ok = m.reach(o, at, at+uint64(in.c))
	}
	return i, ok
}

func (m *machine) loadElem(r []cell, in *instr) bool {
	if n := r[in.a+1]; n.r == nil {
		v, done, ok := m.readTable(in.k, in.aux.(*rtype), r[in.b], r[in.a], n.n)
		if done || !ok {
			r[in.dst] = v
			return ok
		}
	}
	i, ok := m.sliceIndex(r, in)
	if !ok {
		return false
	}
	return m.loadFrom(r[in.dst:in.dst+in.c], cell{n: r[in.a].n + i*uint64(in.c), r: r[in.a].r})
}

func (m *machine) loadFrom(dst []cell, p cell) bool {
	o, ok := p.r.(*object)
	if !ok || p.n+uint64(len(dst)) > uint64(len(o.cells)) {
		return m.badPointer(p)
	}
	copy(dst, o.cells[p.n:])
	return true
}

func (m *machine) storeTo(p cell, v []cell) bool {
	o, ok := p.r.(*object)
	if !ok || p.n+uint64(len(v)) > uint64(len(o.cells)) {
		return m.badPointer(p)
	}
	if !m.reach(o, p.n, p.n+uint64(len(v))) { // otherwise a later build would overwrite the value
		return false
	}
	if o.epoch != m.epoch {
		m.save(o)
	}
	copy(o.cells[p.n:], v)
	return true
}

// index executes indexing of arrays, pointers to arrays, and strings.
func (m *machine) index(r []cell, in *instr) bool {
	if isUnknown(r[in.a]) {
		return m.unusable(r[in.a])
	}
	if in.op == opIndexStr {
		if symbolic(r[in.b]) && !isOpen(r[in.a]) {
			v, done, ok := m.readTableCells(in.k, kUint8, r[in.b], appendCells(nil, r[in.a]))
			if done || !ok {
				r[in.dst] = v
				return ok
			}
		}
		text := fullText(r[in.a])
		i, ok := m.settleIndex(in.k, r[in.b], textLen(r[in.a]), uint64(strLen(text)))
		if ok {
			r[in.dst] = byteAt(text, int(i))
		}
		return ok
	}
	t := in.aux.(*rtype)
	if in.op != opIndex && r[in.a].r == nil {
		return m.throwNil()
	}
	if symbolic(r[in.b]) && in.op != opElemPtr && t.elem.size == 1 {
		v, done, ok := m.readArrayTable(r, in, t)
		if done || !ok {
			r[in.dst] = v
			return ok
		}
	}
	i, ok := m.settleIndex(in.k, r[in.b], word(uint64(t.length)), uint64(t.length))
	if !ok {
		return false
	}
	at := i * uint64(t.elem.size)
	switch in.op {
	case opIndex:
		copy(r[in.dst:int(in.dst)+t.elem.size], r[uint64(in.a)+at:])
		return true
	case opElemPtr:
		r[in.dst] = cell{n: r[in.a].n + at, r: r[in.a].r}
		return true
	}
	return m.loadFrom(r[in.dst:int(in.dst)+t.elem.size], cell{n: r[in.a].n + at, r: r[in.a].r})
}

// settledSize settles the length of a variable to be made. The number may be larger than any
// variable.
func (m *machine) settledSize(k kind, c cell) (uint64, bool) {
	t, ok := c.r.(*term.Term)
	if !ok || !m.opts.Fork || m.onLengths(t) {
		return m.concretize(k, c)
	}
	none, ok := m.branch(m.here(), m.outOfBounds(m.sorted(t, kindSorts[k]), math.MaxInt32), true)
	if !ok {
		return 0, false
	}
	if none {
		return m.concretize(k, c)
	}
	return m.settleNumber(k, c, math.MaxInt32)
}

// mostBytes is the largest size of an allocation on 64-bit systems, in bytes. A request for
// more panics; a request for less may end the process.
const mostBytes = 1 << 48

// allocSize settles the length of a variable with elements of so many bytes, and panics as the
// runtime does if it is out of range.
func (m *machine) allocSize(k kind, c cell, bytes int64, what string) (int, bool) {
	n, ok := m.settledSize(k, c)
	if !ok {
		return 0, false
	}
	if k.signed() && int64(n) < 0 || n > math.MaxInt32 {
		if int64(n) < 0 && k.signed() || bytes > 0 && n > mostBytes/uint64(bytes) {
			return 0, m.throw(what + " out of range")
		}
		return 0, m.stopAt(OutOfMemory, "variables")
	}
	return int(n), true
}

func (m *machine) makeSlice(r []cell, in *instr) bool {
	t := in.aux.(*rtype)
	length, ok := m.settledSize(in.k, r[in.a])
	if !ok {
		return false
	}
	what := "makeslice: len"
	if in.f != 0 && int64(length) >= 0 {
		what = "growslice: len" // append does not make the slice that it appends
	}
	bytes := m.prog.sizes.Sizeof(t.t)
	n, ok := m.allocSize(in.k, word(length), bytes, what)
	if !ok {
		return false
	}
	c, ok := m.allocSize(kind(in.c), r[in.b], bytes, "makeslice: cap")
	if !ok {
		return false
	}
	if n > c {
		return m.throw("makeslice: cap out of range")
	}
	o := m.alloc(t, c*t.size)
	if o == nil {
		return false
	}
	r[in.dst], r[in.dst+1], r[in.dst+2] = cell{r: o}, word(uint64(n)), word(uint64(c))
	return true
}

func (m *machine) toArrayPtr(r []cell, in *instr) bool {
	n, ok := m.settledCount(r[in.a+1], m.capacityFrom(r[in.a], 1))
	if !ok {
		return false
	}
	if o, isObject := r[in.a].r.(*object); isObject && o.elements != nil && (in.c == 0 || !m.reach(o, r[in.a].n, uint64(len(o.cells)))) {
		return !m.ended() && m.stopAt(Unsupported, "an array of no elements of a list that may be nil")
	}
	if n < uint64(in.c) {
		return m.throw("cannot convert slice with length " + strconv.FormatUint(n, 10) + " to array or pointer to array with length " + strconv.Itoa(int(in.c)))
	}
	r[in.dst] = r[in.a]
	return true
}

// loadAs reads memory that was written as another type, in the known ways, such as a string
// read from a slice of bytes.
func (m *machine) loadAs(r []cell, in *instr) bool {
	t := in.aux.(*rtype)
	p := r[in.a]
	o, ok := p.r.(*object)
	if !ok {
		return m.badPointer(p)
	}
	if p.n >= uint64(len(o.cells)) && t.size > 0 {
		return m.stopAt(Unsupported, "memory used as another type")
	}
	if t.size == 0 {
		return true
	}
	c := o.cells[p.n]
	switch {
	case t.kind == kString:
		if _, ok := c.r.(*object); ok && p.n+1 < uint64(len(o.cells)) {
			bytes, ok := m.readSlice([]cell{c, o.cells[p.n+1]}, 1)
			if !ok {
				return false
			}
			r[in.dst] = strOfCells(bytes)
			return true
		}
	case t.kind == kSlice:
		if c, ok = m.settleText(c); !ok {
			return false
		}
		if s, ok := c.r.(*str); ok {
			bytes := m.bytesOf(s)
			r[in.dst], r[in.dst+1], r[in.dst+2] = cell{n: uint64(strOff(c)), r: bytes}, word(uint64(strLen(c))), word(uint64(strLen(c)))
			return true
		}
	case t.kind.scalar():
		return m.loadScalarAs(r, in, t, o, c)
	}
	if p.n+uint64(t.size) > uint64(len(o.cells)) {
		return m.stopAt(Unsupported, "memory used as another type")
	}
	copy(r[in.dst:int(in.dst)+t.size], o.cells[p.n:])
	return true
}

// loadScalarAs reads a number that was written as another type of the same width.
func (m *machine) loadScalarAs(r []cell, in *instr, t *rtype, o *object, c cell) bool {
	was := scalarAt(o.typ)
	if was == nil || was.kind == t.kind || was.kind == kBool && t.kind == kUint8 {
		r[in.dst] = c
		return true
	}
	if !was.kind.scalar() || m.prog.sizes.Sizeof(was.t) != m.prog.sizes.Sizeof(t.t) {
		return m.stopAt(Unsupported, "memory used as another type")
	}
	if x, ok := c.r.(*term.Term); ok {
		r[in.dst] = cellOf(m.reinterpret(m.sorted(x, kindSorts[was.kind]), kindSorts[t.kind]))
		return true
	}
	n := c.n
	switch {
	case was.kind == kFloat32:
		n = uint64(math.Float32bits(float32(math.Float64frombits(n))))
	case t.kind == kFloat32:
		n = math.Float64bits(float64(math.Float32frombits(uint32(n))))
	}
	r[in.dst] = word(t.kind.wrap(n))
	return true
}

// scalarAt returns the type of the cells of an object if all have the same, else nil.
func scalarAt(t *rtype) *rtype {
	for t != nil && (t.kind == kArray || t.kind == kStruct && len(t.fields) == 1) {
		if t.kind == kArray {
			t = t.elem
		} else {
			t = t.fields[0].typ
		}
	}
	if t == nil || t.kind == kStruct {
		return nil
	}
	return t
}

// bytesOf returns the bytes of a string as memory.
func (m *machine) bytesOf(s *str) *object {
	if s.obj == nil {
		s.obj = &object{cells: appendCells(nil, cell{n: uint64(len(s.concrete)), r: s}), epoch: m.epoch, typ: m.byteType()}
	}
	return s.obj
}

// An undoLog holds the objects that a run has changed, as they were before the run.
type undoLog struct {
	objects []savedObject
	maps    []savedMap
	chans   []savedChan
}

type savedObject struct {
	o     *object
	cells []cell
}

type savedMap struct {
	m   *hashmap
	was hashmap
}

type savedChan struct {
	c   *channel
	was channel
}

// save copies an object of the initial state before the run first stores to it.
func (m *machine) save(o *object) {
	if m.epoch == 0 || o.epoch == m.epoch {
		return
	}
	cells := make([]cell, len(o.cells))
	copy(cells, o.cells)
	m.undo.objects = append(m.undo.objects, savedObject{o, cells})
	o.epoch = m.epoch
}

func (m *machine) saveMap(h *hashmap) {
	if m.epoch == 0 || h.epoch == m.epoch {
		return
	}
	m.undo.maps = append(m.undo.maps, savedMap{h, h.clone()})
	h.epoch = m.epoch
}

func (m *machine) saveChan(c *channel) {
	if m.epoch == 0 || c.epoch == m.epoch {
		return
	}
	was := *c
	was.buf = append([][]cell(nil), c.buf...)
	m.undo.chans = append(m.undo.chans, savedChan{c, was})
	c.epoch = m.epoch
}

// rollback restores the initial state.
func (m *machine) rollback() {
	for _, s := range m.undo.objects {
		copy(s.o.cells, s.cells)
		s.o.epoch = 0
	}
	for _, s := range m.undo.maps {
		*s.m = s.was
		s.m.epoch = 0
	}
	for _, s := range m.undo.chans {
		*s.c = s.was
		s.c.epoch = 0
	}
	clear(m.undo.objects)
	clear(m.undo.maps)
	clear(m.undo.chans)
	m.undo.objects, m.undo.maps, m.undo.chans = m.undo.objects[:0], m.undo.maps[:0], m.undo.chans[:0]
}
