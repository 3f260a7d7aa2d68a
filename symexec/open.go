package symexec

import (
	"math"
	"slices"

	"nearmiss/term"
)

// An opened is the state of the input of a run: its encoding, and its lists with symbolic lengths.
type opened struct {
	input   *object                // the encoded input (probe.Genes) that the generated decoder reads
	cursor  *cursor                // position of the decoder in the shape
	extents map[int32]*extent      // by slot of the length word: the bounds of the list's length
	lengths map[*term.Term]*extent // by the term of the length: the bounds of the list's length
}

// An extent holds the bounds that the path has put on the length of one list. With
// Options.Bound the length of a list of the input is a term, and a comparison of the length is
// a branch. The bounds follow from the clauses of the path, so the next event of a path still
// depends only on its clauses.
type extent struct {
	word         *term.Term // slot of the length word
	lengthOffset uint64     // length word minus number of elements: 1 if the word 0 means nil, else 0
	low, high    uint64     // bounds of the number of elements that follow from the path
	capacity     int64      // most elements of the list
	nonNil       bool       // the list is known not to be nil
}

// wordBounds returns the bounds of the length word.
func (x *extent) wordBounds() (low, high uint64) {
	if low = x.low + x.lengthOffset; x.low == 0 && !x.nonNil {
		low = 0
	}
	return low, x.high + x.lengthOffset
}

// openLength returns the number of elements of a list as a term and records the extent of the list.
// word is the slot of the length word, more the length word minus the number of elements, and limit
// the largest length word.
func (m *machine) openLength(word *term.Term, more, limit uint64) *term.Term {
	if m.extents == nil {
		m.extents, m.lengths = map[int32]*extent{}, map[*term.Term]*extent{}
	}
	x := &extent{word: word, lengthOffset: more, high: limit - more, capacity: int64(limit - more), nonNil: more == 0}
	m.extents[int32(word.Bits)] = x
	n := m.builder.Convert(word, term.Signed(64))
	if more == 0 {
		m.lengths[word] = x
	} else {
		n = m.builder.Binary(term.Sub, n, m.builder.Int(n.Sort, more))
		n = m.builder.If(m.builder.Compare(term.GT, word, m.builder.Int(word.Sort, more)), n, m.builder.Int(n.Sort, 0))
	}
	m.lengths[n] = x
	return n
}

// nilCond returns the condition that a list is nil.
func (m *machine) nilCond(x *extent) *term.Term {
	return m.builder.Compare(term.EQ, x.word, m.builder.Int(x.word.Sort, 0))
}

// lengthPlusConst splits a term into a length and a constant added to it. ok is false if the term
// has another form or the sum may wrap in its sort.
func (m *machine) lengthPlusConst(expr *term.Term) (x *extent, add int64, ok bool) {
	const much = 1 << 30
	if x = m.lengths[expr]; x != nil {
		return x, 0, true
	}
	if expr.Sort.Bits < 32 || !expr.Sort.IsInteger() {
		return nil, 0, false
	}
	switch {
	case expr.Op == term.Convert:
		x, add, ok = m.lengthPlusConst(expr.Args[0])
	case expr.Op == term.Add && expr.Args[1].IsConst():
		if x, add, ok = m.lengthPlusConst(expr.Args[0]); ok {
			c := int64(expr.Args[1].Bits)
			if expr.Sort.Bits == 32 {
				c = int64(int32(c))
			}
			ok = -much < c && c < much && -much < add && add < much
			add += c
		}
	}
	if expr.Sort.Kind != term.Int && int64(0) > add && ok {
		ok = int64(x.low)+add >= 0
	}
	return x, add, ok
}

// relateLengths returns x rel y for two lengths of the same list, or for a length and a constant; a
// constant may be added to a length. The result is a constant or relates the slot of the length word
// to a constant. Each condition has one form, so that a path recognizes a condition that it has
// decided. For other operands the result is nil.
func (m *machine) relateLengths(rel term.Rel, k kind, x, y cell) *term.Term {
	if !k.integer() {
		return nil
	}
	xt, ok1 := x.r.(*term.Term)
	yt, ok2 := y.r.(*term.Term)
	if ok1 && ok2 {
		a, p, ok1 := m.lengthPlusConst(m.asSort(xt, kindSorts[k]))
		b, q, ok2 := m.lengthPlusConst(m.asSort(yt, kindSorts[k]))
		if !ok1 || !ok2 || a != b {
			return nil
		}
		return m.builder.Bool(holdsForInts(rel.Token(), true, uint64(p), uint64(q)))
	}
	if ok2 {
		xt, y, rel = yt, x, rel.Mirror()
	}
	if y.r != nil || xt == nil {
		return nil
	}
	e, add, ok := m.lengthPlusConst(m.asSort(xt, kindSorts[k]))
	if !ok {
		return nil
	}
	const far = 1 << 62
	n := int64(y.n)
	if n > far || !k.signed() && n < 0 {
		n = far
	}
	return m.lengthRelation(rel, e, max(n, -far)-add)
}

// lengthRelation returns the condition that the length of a list is in a relation to number.
func (m *machine) lengthRelation(rel term.Rel, x *extent, number int64) *term.Term {
	limit := x.capacity
	word := func(rel term.Rel, n int64) *term.Term {
		return m.builder.Compare(rel, x.word, m.builder.Int(x.word.Sort, uint64(n)+x.lengthOffset))
	}
	switch rel {
	case term.LT:
		return m.lengthRelation(term.LE, x, number-1)
	case term.GE:
		return m.lengthRelation(term.GT, x, number-1)
	case term.NE:
		return m.negate(m.lengthRelation(term.EQ, x, number))
	case term.GT:
		return m.negate(m.lengthRelation(term.LE, x, number))
	case term.LE:
		if number < 0 || number >= limit {
			return m.builder.Bool(number >= 0)
		}
		return word(term.LE, number)
	}
	switch {
	case number < 0 || number > limit:
		return m.builder.Bool(false)
	case number == 0:
		return m.lengthRelation(term.LE, x, 0)
	case number == limit:
		return m.lengthRelation(term.GT, x, number-1)
	}
	return word(term.EQ, number)
}

// recordBounds updates the extents from a new clause.
func (m *machine) recordBounds(clause *term.Term) {
	if clause.Op == term.AndAlso {
		m.recordBounds(clause.Args[0])
		m.recordBounds(clause.Args[1])
		return
	}
	x, rel, constant := m.slotRelation(clause)
	if x == nil {
		return
	}
	low, high := x.wordBounds()
	switch rel {
	case term.LT:
		high = min(high, max(constant, 1)-1)
	case term.LE:
		high = min(high, constant)
	case term.GT:
		low = max(low, min(constant, math.MaxUint64-1)+1)
	case term.GE:
		low = max(low, constant)
	case term.EQ:
		low, high = max(low, constant), min(high, constant)
	case term.NE:
		if constant == low {
			low++
		} else if constant == high {
			high--
		}
	}
	if low > high {
		return // no input satisfies the path
	}
	x.nonNil = x.nonNil || low >= x.lengthOffset
	x.low = max(x.low, max(low, x.lengthOffset)-x.lengthOffset)
	x.high = max(high, x.lengthOffset) - x.lengthOffset
}

// slotRelation splits a relation between the slot of a length word and a constant c. x is nil for
// any other condition.
func (m *machine) slotRelation(t *term.Term) (x *extent, rel term.Rel, c uint64) {
	rel, ok := t.Op.Rel()
	if !ok {
		return nil, 0, 0
	}
	a, b := t.Args[0], t.Args[1]
	if a.IsConst() {
		a, b, rel = b, a, rel.Mirror()
	}
	if a.Op != term.Slot || !b.IsConst() {
		return nil, 0, 0
	}
	return m.extents[int32(a.Bits)], rel, b.Bits
}

// decided returns the side of a condition that the path has already decided: the path has met
// the condition before, or the bounds of lengths imply its side.
func (m *machine) decided(cond *term.Term) (side, known bool) {
	if side, known = m.decidedSides[cond]; known || len(m.extents) == 0 {
		return side, known
	}
	if x, rel, constant := m.slotRelation(cond); x != nil {
		low, high := x.wordBounds()
		switch rel {
		case term.LT:
			return high < constant, high < constant || low >= constant
		case term.LE:
			return high <= constant, high <= constant || low > constant
		case term.GT:
			return low > constant, low > constant || high <= constant
		case term.GE:
			return low >= constant, low >= constant || high < constant
		}
		holds := rel == term.EQ
		if constant < low || constant > high {
			return !holds, true
		}
		return holds, low == high
	}
	v, ok := m.fixedValue(cond)
	return v != 0, ok
}

// fixedValue returns the value of a term over lengths that each have one possible number of elements.
// An empty list may still be nil or not. ok is false if the value differs between the two, or if that
// is open for several lists.
func (m *machine) fixedValue(expr *term.Term) (bits uint64, ok bool) {
	open := 0
	if expr.Ground() {
		return 0, false
	}
	for _, s := range expr.Slots() {
		x := m.extents[s]
		if x == nil || x.low != x.high {
			return 0, false
		}
		if low, high := x.wordBounds(); low != high {
			open++
		}
	}
	at := func(empty uint64) *term.Term {
		return m.builder.Substitute(expr, func(slot *term.Term) *term.Term {
			low, high := m.extents[int32(slot.Bits)].wordBounds()
			if low != high {
				high = empty
			}
			return m.builder.Int(slot.Sort, high)
		})
	}
	v := at(1)
	if !v.IsConst() || open > 0 && at(0) != v || open > 1 {
		return 0, false
	}
	return v.Bits, true
}

// onLengths reports whether a term depends on lengths only.
func (m *machine) onLengths(t *term.Term) bool {
	other := func(slot int32) bool { return m.extents[slot] == nil }
	return len(m.extents) > 0 && !t.Ground() && !slices.ContainsFunc(t.Slots(), other)
}

// settleLengths settles the lengths in a term: it branches on "is there one more element", so that
// short lists come first. done reports that bits is then the value of the term. For a term that
// depends on anything else, settleLengths does nothing.
func (m *machine) settleLengths(expr *term.Term) (bits uint64, done, ok bool) {
	if !m.onLengths(expr) {
		return 0, false, true
	}
	if m.reporting {
		bits, done = m.witness.eval.Bits(expr)
		return bits, done, true
	}
	for _, s := range expr.Slots() {
		if !m.settleLength(m.extents[s]) {
			return 0, true, false
		}
	}
	if bits, done = m.fixedValue(expr); done {
		return bits, true, true
	}
	for _, s := range expr.Slots() { // the value depends on which empty list is nil
		if _, ok := m.branch(m.currentSite(), m.nilCond(m.extents[s]), true); !ok {
			return 0, true, false
		}
	}
	bits, done = m.fixedValue(expr)
	return bits, done, true
}

// settleLength settles one length.
func (m *machine) settleLength(x *extent) bool {
	for x.low < x.high {
		more, ok := m.branch(m.currentSite(), m.lengthRelation(term.GT, x, int64(x.low)), true)
		if !ok {
			return false
		}
		if !more {
			break
		}
	}
	return true
}

// settledCount returns a length or capacity of a list as a number, at most limit. It settles a
// symbolic one.
func (m *machine) settledCount(value cell, limit uint64) (uint64, bool) {
	if value.r == nil {
		return value.n, true
	}
	t, isTerm := value.r.(*term.Term)
	if !isTerm {
		return 0, m.rejectUnusable(value)
	}
	if n, done, ok := m.settleLengths(t); done || !ok {
		return n, ok
	}
	n, ok := uint64(0), true
	for more := true; n < limit; n++ { // the bound of a slice expression
		if more, ok = m.branch(m.currentSite(), m.compare(term.GT, kInt64, value, word(n)), true); !ok || !more {
			break
		}
	}
	return n, ok
}

// lengthWithin reports whether a cell is a length that the path has already bounded to 0..limit.
func (m *machine) lengthWithin(c cell, limit uint64) bool {
	t, ok := c.r.(*term.Term)
	if !ok || t.Sort != term.Signed(64) {
		return false
	}
	x, add, ok := m.lengthPlusConst(t)
	return ok && int64(x.low)+add >= 0 && int64(x.high)+add <= int64(limit)
}
