package symexec

import (
	"math"
	"strconv"

	"nearmiss/term"
)

// settleIndex returns the value of an index into a list of length n. index and n may be symbolic:
// Options.Fork fixes them by branches, otherwise they become concrete. capacity is a bound of n. ok is
// false if the index is out of range: the function has panicked, or the path has ended.
func (m *machine) settleIndex(k kind, index, n cell, capacity uint64) (uint64, bool) {
	if index.r == nil && n.r == nil && index.n < n.n {
		return index.n, true
	}
	at, ok := m.toInt(k, index)
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
		bad = m.eitherHolds(m.relate(term.LT, kInt64, at, word(0)), m.relate(term.GE, kInt64, at, n))
	}
	panics, ok := m.decidePanicIf(bad)
	if !ok {
		return 0, false
	}
	if panics {
		bits, ok := m.numberForPanic(k, index)
		if !ok {
			return 0, false
		}
		length, ok := m.numberForPanic(kInt64, n)
		return 0, ok && m.throw(indexOutOfRange(k, bits, length))
	}
	return m.settleNumber(kInt64, at, capacity-1)
}

// outOfBounds returns the condition that an integer is not between 0 and most.
func (m *machine) outOfBounds(t *term.Term, most uint64) *term.Term {
	s := t.Sort
	var limit *term.Term
	if s.Wrap(most) == most && !(s.Kind == term.Int && int64(s.Wrap(most)) < 0) {
		limit = m.builder.Compare(term.GT, t, m.builder.Int(s, most))
	} else {
		limit = m.builder.Bool(false)
	}
	if s.Kind == term.Int {
		return m.builder.Either(m.builder.Compare(term.LT, t, m.builder.Int(s, 0)), limit)
	}
	return limit
}

func indexOutOfRange(k kind, i, n uint64) string {
	if k.signed() && int64(i) < 0 {
		return "index out of range [" + strconv.FormatInt(int64(i), 10) + "]"
	}
	return "index out of range [" + strconv.FormatUint(i, 10) + "] with length " + strconv.FormatUint(n, 10)
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

// sliceIndex settles the index of an instruction into a slice, and builds the element if it is not
// built yet.
func (m *machine) sliceIndex(r []cell, in *instr) (uint64, bool) {
	p, n := r[in.a], r[in.a+1]
	capacity := n.n
	if isOpen(n) {
		capacity = m.capacityFrom(p, int(in.c))
	} else if n.r != nil {
		return 0, m.rejectUnusable(n)
	}
	i, ok := m.settleIndex(in.k, r[in.b], n, capacity)
	if o, isObject := p.r.(*object); ok && isObject {
		offset := p.n + i*uint64(in.c)
		ok = m.buildElements(o, offset, offset+uint64(in.c))
	}
	return i, ok
}

func (m *machine) loadElem(regs []cell, in *instr) bool {
	if n := regs[in.a+1]; n.r == nil {
		v, done, ok := m.readTable(in.k, in.aux.(*rtype), regs[in.b], regs[in.a], n.n)
		if done || !ok {
			regs[in.dst] = v
			return ok
		}
	}
	i, ok := m.sliceIndex(regs, in)
	if !ok {
		return false
	}
	return m.loadFrom(regs[in.dst:in.dst+in.c], cell{n: regs[in.a].n + i*uint64(in.c), r: regs[in.a].r})
}

func (m *machine) loadFrom(dst []cell, p cell) bool {
	o, ok := p.r.(*object)
	if !ok || p.n+uint64(len(dst)) > uint64(len(o.cells)) {
		return m.badPointer(p)
	}
	copy(dst, o.cells[p.n:])
	return true
}

func (m *machine) storeTo(pointer cell, cells []cell) bool {
	o, ok := pointer.r.(*object)
	if !ok || pointer.n+uint64(len(cells)) > uint64(len(o.cells)) {
		return m.badPointer(pointer)
	}
	if !m.buildElements(o, pointer.n, pointer.n+uint64(len(cells))) { // otherwise a later build would overwrite the value
		return false
	}
	if o.epoch != m.epoch {
		m.save(o)
	}
	copy(o.cells[pointer.n:], cells)
	return true
}

// index executes indexing of arrays, pointers to arrays, and strings.
func (m *machine) index(regs []cell, in *instr) bool {
	if isUnknown(regs[in.a]) {
		return m.rejectUnusable(regs[in.a])
	}
	if in.op == opIndexStr {
		if symbolic(regs[in.b]) && !isOpen(regs[in.a]) {
			v, done, ok := m.readTableCells(in.k, kUint8, regs[in.b], appendCells(nil, regs[in.a]))
			if done || !ok {
				regs[in.dst] = v
				return ok
			}
		}
		text := fullText(regs[in.a])
		i, ok := m.settleIndex(in.k, regs[in.b], textLen(regs[in.a]), uint64(strLen(text)))
		if ok {
			regs[in.dst] = byteAt(text, int(i))
		}
		return ok
	}
	typ := in.aux.(*rtype)
	if in.op != opIndex && regs[in.a].r == nil {
		return m.throwNil()
	}
	if symbolic(regs[in.b]) && in.op != opElemPtr && typ.elem.size == 1 {
		v, done, ok := m.readArrayTable(regs, in, typ)
		if done || !ok {
			regs[in.dst] = v
			return ok
		}
	}
	i, ok := m.settleIndex(in.k, regs[in.b], word(uint64(typ.length)), uint64(typ.length))
	if !ok {
		return false
	}
	offset := i * uint64(typ.elem.size)
	switch in.op {
	case opIndex:
		copy(regs[in.dst:int(in.dst)+typ.elem.size], regs[uint64(in.a)+offset:])
		return true
	case opElemPtr:
		regs[in.dst] = cell{n: regs[in.a].n + offset, r: regs[in.a].r}
		return true
	}
	return m.loadFrom(regs[in.dst:int(in.dst)+typ.elem.size], cell{n: regs[in.a].n + offset, r: regs[in.a].r})
}

// settledSize settles the length of a variable to be made. The number may be larger than any
// variable.
func (m *machine) settledSize(k kind, value cell) (uint64, bool) {
	t, ok := value.r.(*term.Term)
	if !ok || !m.opts.Fork || m.onLengths(t) {
		return m.concretize(k, value)
	}
	none, ok := m.branch(m.currentSite(), m.outOfBounds(m.asSort(t, kindSorts[k]), math.MaxInt32), true)
	if !ok {
		return 0, false
	}
	if none {
		return m.concretize(k, value)
	}
	return m.settleNumber(k, value, math.MaxInt32)
}

// maxAllocation is the largest size of an allocation on 64-bit systems, in bytes. A request for
// more panics; a request for less may end the process.
const maxAllocation = 1 << 48

// allocSize settles c, the length of a variable with elements of the given size in bytes. If the
// length is out of range, it panics as the runtime does, with a message that begins with what. A
// length that is in range but above 2^31-1 ends the path as OutOfMemory.
func (m *machine) allocSize(k kind, c cell, bytes int64, what string) (int, bool) {
	n, ok := m.settledSize(k, c)
	if !ok {
		return 0, false
	}
	if k.signed() && int64(n) < 0 || n > math.MaxInt32 {
		if int64(n) < 0 && k.signed() || bytes > 0 && n > maxAllocation/uint64(bytes) {
			return 0, m.throw(what + " out of range")
		}
		return 0, m.stopAt(OutOfMemory, "variables")
	}
	return int(n), true
}

func (m *machine) makeSlice(regs []cell, in *instr) bool {
	typ := in.aux.(*rtype)
	length, ok := m.settledSize(in.k, regs[in.a])
	if !ok {
		return false
	}
	what := "makeslice: len"
	if in.f != 0 && int64(length) >= 0 {
		what = "growslice: len" // append(s, make([]T, n)...) grows s and does not make the second slice
	}
	bytes := m.prog.sizes.Sizeof(typ.goType)
	count, ok := m.allocSize(in.k, word(length), bytes, what)
	if !ok {
		return false
	}
	c, ok := m.allocSize(kind(in.c), regs[in.b], bytes, "makeslice: cap")
	if !ok {
		return false
	}
	if count > c {
		return m.throw("makeslice: cap out of range")
	}
	o := m.alloc(typ, c*typ.size)
	if o == nil {
		return false
	}
	regs[in.dst], regs[in.dst+1], regs[in.dst+2] = cell{r: o}, word(uint64(count)), word(uint64(c))
	return true
}

func (m *machine) toArrayPtr(regs []cell, in *instr) bool {
	n, ok := m.settledCount(regs[in.a+1], m.capacityFrom(regs[in.a], 1))
	if !ok {
		return false
	}
	if o, isObject := regs[in.a].r.(*object); isObject && o.elements != nil && (in.c == 0 || !m.buildElements(o, regs[in.a].n, uint64(len(o.cells)))) {
		return !m.ended() && m.stopAt(Unsupported, "an array of no elements of a list that may be nil")
	}
	if n < uint64(in.c) {
		return m.throw("cannot convert slice with length " + strconv.FormatUint(n, 10) + " to array or pointer to array with length " + strconv.Itoa(int(in.c)))
	}
	regs[in.dst] = regs[in.a]
	return true
}

// loadAs reads memory that was written as another type, in the known ways, such as a string
// read from a slice of bytes.
func (m *machine) loadAs(regs []cell, in *instr) bool {
	typ := in.aux.(*rtype)
	pointer := regs[in.a]
	target, ok := pointer.r.(*object)
	if !ok {
		return m.badPointer(pointer)
	}
	if pointer.n >= uint64(len(target.cells)) && typ.size > 0 {
		return m.stopAt(Unsupported, "memory used as another type")
	}
	if typ.size == 0 {
		return true
	}
	value := target.cells[pointer.n]
	switch {
	case typ.kind == kString:
		if _, ok := value.r.(*object); ok && pointer.n+1 < uint64(len(target.cells)) {
			bytes, ok := m.readSlice([]cell{value, target.cells[pointer.n+1]}, 1)
			if !ok {
				return false
			}
			regs[in.dst] = strOfCells(bytes)
			return true
		}
	case typ.kind == kSlice:
		if value, ok = m.settleText(value); !ok {
			return false
		}
		if s, ok := value.r.(*str); ok {
			bytes := m.bytesOf(s)
			regs[in.dst], regs[in.dst+1], regs[in.dst+2] = cell{n: uint64(strOff(value)), r: bytes}, word(uint64(strLen(value))), word(uint64(strLen(value)))
			return true
		}
	case typ.kind.scalar():
		return m.loadScalarAs(regs, in, typ, target, value)
	}
	if pointer.n+uint64(typ.size) > uint64(len(target.cells)) {
		return m.stopAt(Unsupported, "memory used as another type")
	}
	copy(regs[in.dst:int(in.dst)+typ.size], target.cells[pointer.n:])
	return true
}

// loadScalarAs reads a number that was written as another type of the same width.
func (m *machine) loadScalarAs(regs []cell, in *instr, typ *rtype, o *object, value cell) bool {
	old := scalarAt(o.typ)
	if old == nil || old.kind == typ.kind || old.kind == kBool && typ.kind == kUint8 {
		regs[in.dst] = value
		return true
	}
	if !old.kind.scalar() || m.prog.sizes.Sizeof(old.goType) != m.prog.sizes.Sizeof(typ.goType) {
		return m.stopAt(Unsupported, "memory used as another type")
	}
	if x, ok := value.r.(*term.Term); ok {
		regs[in.dst] = cellOf(m.reinterpret(m.asSort(x, kindSorts[old.kind]), kindSorts[typ.kind]))
		return true
	}
	n := value.n
	switch {
	case old.kind == kFloat32:
		n = uint64(math.Float32bits(float32(math.Float64frombits(n))))
	case typ.kind == kFloat32:
		n = math.Float64bits(float64(math.Float32frombits(uint32(n))))
	}
	regs[in.dst] = word(typ.kind.wrap(n))
	return true
}

// scalarAt returns the type of the cells of an object if all have the same, else nil.
func scalarAt(typ *rtype) *rtype {
	for typ != nil && (typ.kind == kArray || typ.kind == kStruct && len(typ.fields) == 1) {
		if typ.kind == kArray {
			typ = typ.elem
		} else {
			typ = typ.fields[0].typ
		}
	}
	if typ == nil || typ.kind == kStruct {
		return nil
	}
	return typ
}

// bytesOf returns the bytes of a string as memory.
func (m *machine) bytesOf(s *str) *object {
	if s.obj == nil {
		s.obj = &object{cells: appendCells(nil, cell{n: uint64(len(s.concrete)), r: s}), epoch: m.epoch, typ: m.byteType()}
	}
	return s.obj
}

// An undoLog holds the objects, maps and channels that a run has changed, as they were before the
// run.
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
	old := *c
	old.buf = append([][]cell(nil), c.buf...)
	m.undo.chans = append(m.undo.chans, savedChan{c, old})
	c.epoch = m.epoch
}

// unchanged reports whether the run has not changed the initial state yet.
func (m *machine) unchanged() bool {
	return len(m.undo.objects)+len(m.undo.maps)+len(m.undo.chans) == 0
}

// swapInitial exchanges what the run has changed with its initial state. The second call takes the first
// back.
func (m *machine) swapInitial() {
	for _, s := range m.undo.objects {
		for i := range s.cells {
			s.o.cells[i], s.cells[i] = s.cells[i], s.o.cells[i]
		}
	}
	for i := range m.undo.maps {
		s := &m.undo.maps[i]
		*s.m, s.was = s.was, *s.m
	}
	for i := range m.undo.chans {
		s := &m.undo.chans[i]
		*s.c, s.was = s.was, *s.c
	}
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
