package symexec

import (
	"math"
	"strconv"
	"strings"

	"nearmiss/term"
)

// position settles an index into n elements: it is in range, or there was a
// panic.
func (m *machine) position(k kind, i cell, n uint64) (uint64, bool) {
	if i.r == nil {
		if i.n >= n {
			return 0, m.throwIndex(k, i.n, n)
		}
		return i.n, true
	}
	t, ok := i.r.(*term.Term)
	if !ok {
		return 0, m.odd(i)
	}
	t = m.sorted(t, kindSorts[k])
	if n == 0 {
		bits, ok := m.concretize(k, i)
		return 0, ok && m.throwIndex(k, bits, n)
	}
	bad, ok := m.fault(m.outside(t, n-1))
	if !ok {
		return 0, false
	}
	if bad {
		bits, ok := m.concretize(k, i)
		return 0, ok && m.throwIndex(k, bits, n)
	}
	return m.pick(k, i, n-1)
}

// outsideOf is the condition that an integer is not between 0 and most.
func (m *machine) outside(t *term.Term, most uint64) *term.Term {
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

func (m *machine) throwIndex(k kind, i, n uint64) bool {
	return m.throw(outOfRange("index", k, i, n))
}

func outOfRange(what string, k kind, i, n uint64) string {
	if k.signed() {
		if int64(i) < 0 {
			return what + " out of range [" + strconv.FormatInt(int64(i), 10) + "]"
		}
	}
	return what + " out of range [" + strconv.FormatUint(i, 10) + "] with length " + strconv.FormatUint(n, 10)
}

// elem is the address of an element of a slice, where the loop did not find
// it.
func (m *machine) elem(r []cell, in *instr) bool {
	i, ok := m.spot(r, in)
	if !ok {
		return false
	}
	r[in.dst] = cell{n: r[in.a].n + i*uint64(in.c), r: r[in.a].r}
	return true
}

// spot settles the index of an instruction into a slice.
func (m *machine) spot(r []cell, in *instr) (uint64, bool) {
	p, n := r[in.a], r[in.a+1]
	if n.r == nil {
		return m.position(in.k, r[in.b], n.n)
	}
	if !isOpen(n) {
		return 0, m.odd(n)
	}
	i, ok := m.openIndex(in.k, r[in.b], n, m.room(p, int(in.c)))
	if o, isObject := p.r.(*object); ok && isObject {
		at := p.n + i*uint64(in.c)
		ok = m.reach(o, at, at+uint64(in.c))
	}
	return i, ok
}

func (m *machine) loadElem(r []cell, in *instr) bool {
	if n := r[in.a+1]; n.r == nil {
		v, done, ok := m.lookUp(in.k, in.aux.(*rtype), r[in.b], r[in.a], n.n)
		if done || !ok {
			r[in.dst] = v
			return ok
		}
	}
	i, ok := m.spot(r, in)
	if !ok {
		return false
	}
	return m.loadFrom(r[in.dst:in.dst+in.c], cell{n: r[in.a].n + i*uint64(in.c), r: r[in.a].r})
}

// loadFrom reads memory.
func (m *machine) loadFrom(dst []cell, p cell) bool {
	o, ok := p.r.(*object)
	if !ok || p.n+uint64(len(dst)) > uint64(len(o.cells)) {
		return m.badPointer(p)
	}
	copy(dst, o.cells[p.n:])
	return true
}

// storeTo writes memory.
func (m *machine) storeTo(p cell, v []cell) bool {
	o, ok := p.r.(*object)
	if !ok || p.n+uint64(len(v)) > uint64(len(o.cells)) {
		return m.badPointer(p)
	}
	if !m.reach(o, p.n, p.n+uint64(len(v))) { // lest it be built later
		return false
	}
	if o.epoch != m.epoch {
		m.save(o)
	}
	copy(o.cells[p.n:], v)
	return true
}

// index executes indexing of arrays, of pointers to them, and of strings.
func (m *machine) index(r []cell, in *instr) bool {
	if isUnknown(r[in.a]) {
		return m.odd(r[in.a])
	}
	if o, isOpen := r[in.a].r.(*open); in.op == opIndexStr && isOpen {
		i, ok := m.openIndex(in.k, r[in.b], cell{r: o.length}, uint64(strLen(o.base)))
		if ok {
			r[in.dst] = byteAt(o.base, int(i))
		}
		return ok
	}
	if in.op == opIndexStr {
		if symbolic(r[in.b]) {
			v, done, ok := m.lookUpIn(in.k, kUint8, r[in.b], appendCells(nil, r[in.a]))
			if done || !ok {
				r[in.dst] = v
				return ok
			}
		}
		i, ok := m.position(in.k, r[in.b], uint64(strLen(r[in.a])))
		if ok {
			r[in.dst] = byteAt(r[in.a], int(i))
		}
		return ok
	}
	t := in.aux.(*rtype)
	if in.op != opIndex && r[in.a].r == nil {
		return m.throwNil()
	}
	if symbolic(r[in.b]) && in.op != opElemPtr && t.elem.size == 1 {
		v, done, ok := m.lookUpArray(r, in, t)
		if done || !ok {
			r[in.dst] = v
			return ok
		}
	}
	i, ok := m.position(in.k, r[in.b], uint64(t.length))
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

// lengthOf settles a length. What no variable has may be any number.
func (m *machine) lengthOf(k kind, c cell) (uint64, bool) {
	t, ok := c.r.(*term.Term)
	if !ok || !m.opts.Fork || m.onLengths(t) {
		return m.concretize(k, c)
	}
	none, ok := m.branch(m.here(), m.outside(m.sorted(t, kindSorts[k]), math.MaxInt32), true)
	if !ok {
		return 0, false
	}
	if none {
		return m.concretize(k, c)
	}
	return m.pick(k, c, math.MaxInt32)
}

// mostBytes is what the runtime takes for a size that no variable has, on 64-bit systems:
// to ask for more is a panic, to ask for less may end the process.
const mostBytes = 1 << 48

// size is a length as that of a variable whose elements have so many bytes.
func (m *machine) size(k kind, c cell, bytes int64, what string) (int, bool) {
	n, ok := m.lengthOf(k, c)
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
	length, ok := m.lengthOf(in.k, r[in.a])
	if !ok {
		return false
	}
	what := "makeslice: len"
	if in.f != 0 && int64(length) >= 0 {
		what = "growslice: len" // append makes no slice of what it appends
	}
	bytes := m.prog.sizes.Sizeof(t.t)
	n, ok := m.size(in.k, word(length), bytes, what)
	if !ok {
		return false
	}
	c, ok := m.size(kind(in.c), r[in.b], bytes, "makeslice: cap")
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

// slice executes x[low:high:max].
func (m *machine) slice(r []cell, in *instr) bool {
	x := in.aux.(*slicing)
	p := r[in.a]
	if isUnknown(p) {
		return m.odd(p)
	}
	var length, capacity, size uint64
	switch x.from.kind {
	case kString:
		if o, isOpen := p.r.(*open); isOpen {
			return m.openSlice(r, in, header{cell{r: o.length}, cell{r: o.length}, uint64(strLen(o.base))})
		}
		length = uint64(strLen(p))
		capacity = length
	case kSlice:
		n, c, e := r[in.a+1], r[in.a+2], x.from.elem.size
		if isOpen(n) || isOpen(c) {
			return m.openSlice(r, in, header{n, c, m.room(p, e)})
		}
		length, capacity, size = closed(n), closed(c), uint64(e)
	default:
		if p.r == nil {
			return m.throwNil()
		}
		a := x.from.elem
		length, size = uint64(a.length), uint64(a.elem.size)
		capacity = length
	}
	low, hi, most, ok := m.bounds(r, x, length, capacity)
	if !ok {
		return false
	}
	if x.from.kind == kString {
		r[in.dst] = substr(p, int(low), int(hi))
		return true
	}
	if o, ok := p.r.(*object); ok && !m.reach(o, p.n+low*size, p.n+hi*size) {
		return false
	}
	if p.r != nil && low < most {
		p.n += low * size
	}
	r[in.dst], r[in.dst+1], r[in.dst+2] = p, word(hi-low), word(most-low)
	return true
}

// bounds settles the bounds of a slice expression.
func (m *machine) bounds(r []cell, x *slicing, length, capacity uint64) (low, hi, most uint64, ok bool) {
	var v [3]uint64
	var s [3]bool
	for i, reg := range []int32{x.low, x.hi, x.max} {
		if reg < 0 {
			continue
		}
		if v[i], ok = m.bound(x.kinds[i], r[reg], capacity); !ok {
			return
		}
		s[i] = true
	}
	low, hi, most = 0, length, capacity
	if s[0] {
		low = v[0]
	}
	if s[1] {
		hi = v[1]
	}
	if s[2] {
		most = v[2]
	}
	unit := " with capacity "
	if x.from.kind != kSlice {
		unit = " with length "
	}
	switch {
	case s[2] && most > capacity:
		ok = m.throwBound("[::", x.kinds[2], most, "]"+unit+strconv.FormatUint(capacity, 10))
	case s[2] && hi > most:
		ok = m.throwBound("[:", x.kinds[1], hi, ":"+strconv.FormatUint(most, 10)+"]")
	case hi > most:
		ok = m.throwBound("[:", x.kinds[1], hi, "]"+unit+strconv.FormatUint(capacity, 10))
	case low > hi && s[2]:
		ok = m.throwBound("[", x.kinds[0], low, ":"+strconv.FormatUint(hi, 10)+":]")
	case low > hi:
		ok = m.throwBound("[", x.kinds[0], low, ":"+strconv.FormatUint(hi, 10)+"]")
	default:
		return low, hi, most, true
	}
	return
}

// bound settles one bound: it is between 0 and the capacity, or the panicking
// side was chosen and any value beyond will do.
func (m *machine) bound(k kind, c cell, capacity uint64) (uint64, bool) {
	t, ok := c.r.(*term.Term)
	if !ok {
		return c.n, true
	}
	bad, ok := m.fault(m.outside(m.sorted(t, kindSorts[k]), capacity))
	if !ok {
		return 0, false
	}
	if bad {
		return m.concretize(k, c)
	}
	return m.pick(k, c, capacity)
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

func (m *machine) toArrayPtr(r []cell, in *instr) bool {
	n, ok := m.count(r[in.a+1], m.room(r[in.a], 1))
	if !ok {
		return false
	}
	if o, isObject := r[in.a].r.(*object); isObject && o.list != nil && (in.c == 0 || !m.reach(o, r[in.a].n, uint64(len(o.cells)))) {
		return !m.over() && m.stopAt(Unsupported, "an array of no elements of a list that may be nil")
	}
	if n < uint64(in.c) {
		return m.throw("cannot convert slice with length " + strconv.FormatUint(n, 10) + " to array or pointer to array with length " + strconv.Itoa(int(in.c)))
	}
	r[in.dst] = r[in.a]
	return true
}

// loadAs reads memory that was written as another type: the ways to do so that
// are known, such as a string read where a slice of bytes lies.
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
		if c, ok = m.closeText(c); !ok {
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

// loadScalarAs reads a number that was written as one of the same width.
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

// scalarAt is the type of the only kind of cell in an object, if known.
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

// bytesOf is a string as memory.
func (m *machine) bytesOf(s *str) *object {
	if s.obj == nil {
		s.obj = &object{cells: appendCells(nil, cell{n: uint64(len(s.s)), r: s}), epoch: m.epoch, typ: m.byteType()}
	}
	return s.obj
}
