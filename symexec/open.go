package symexec

import (
	"math"
	"slices"

	"nearmiss/term"
)

// opened is the input of a run, with the lists whose length the run decides.
type opened struct {
	input   *object                // the genes that are decoded
	cursor  *cursor                // over them
	extents map[int32]*extent      // by slot
	lengths map[*term.Term]*extent // by what a program sees of them
}

// With Options.Bound the length of a list of the input is a term wherever it
// goes, and what compares it is a branch like any other. An extent is what the
// path has decided of one. It follows from the clauses, so what a path meets
// still depends on its clauses alone.
type extent struct {
	word      *term.Term // the slot
	more      uint64     // what the word has besides the number of elements: 1 where 0 is for nil
	low, high uint64     // elements
	most      int64      // that it has room for
	some      bool       // it is not nil
}

// words are the least and the greatest number that the word may be.
func (x *extent) words() (low, high uint64) {
	if low = x.low + x.more; x.low == 0 && !x.some {
		low = 0
	}
	return low, x.high + x.more
}

// openLength is the number of elements of a list as a term, from now on one of
// those whose bounds are known.
func (m *machine) openLength(word *term.Term, more, limit uint64) *term.Term {
	if m.extents == nil {
		m.extents, m.lengths = map[int32]*extent{}, map[*term.Term]*extent{}
	}
	x := &extent{word: word, more: more, high: limit - more, most: int64(limit - more), some: more == 0}
	m.extents[int32(word.Bits)] = x
	n := m.b.Convert(word, term.Signed(64))
	if more == 0 {
		m.lengths[word] = x
	} else {
		n = m.b.Binary(term.Sub, n, m.b.Int(n.Sort, more))
		n = m.b.If(m.b.Compare(term.GT, word, m.b.Int(word.Sort, more)), n, m.b.Int(n.Sort, 0))
	}
	m.lengths[n] = x
	return n
}

// nilWord is the condition that a list is nil.
func (m *machine) nilWord(x *extent) *term.Term {
	return m.b.Compare(term.EQ, x.word, m.b.Int(x.word.Sort, 0))
}

// linear takes a length and a number added to it apart. What would wrap in its
// sort is not taken apart.
func (m *machine) linear(t *term.Term) (x *extent, add int64, ok bool) {
	const much = 1 << 30
	if x = m.lengths[t]; x != nil {
		return x, 0, true
	}
	if t.Sort.Bits < 32 || !t.Sort.IsInteger() {
		return nil, 0, false
	}
	switch {
	case t.Op == term.Convert:
		x, add, ok = m.linear(t.Args[0])
	case t.Op == term.Add && t.Args[1].IsConst():
		if x, add, ok = m.linear(t.Args[0]); ok {
			c := int64(t.Args[1].Bits)
			if t.Sort.Bits == 32 {
				c = int64(int32(c))
			}
			ok = -much < c && c < much && -much < add && add < much
			add += c
		}
	}
	if t.Sort.Kind != term.Int && int64(0) > add && ok {
		ok = int64(x.low)+add >= 0
	}
	return x, add, ok
}

// measured is x rel y where both are lengths, or one is and the other one a
// constant: a relation of the slot with a constant. There is one form for each
// condition, so that a path that has decided it knows it again.
func (m *machine) measured(rel term.Rel, k kind, x, y cell) *term.Term {
	if !k.integer() {
		return nil
	}
	xt, ok1 := x.r.(*term.Term)
	yt, ok2 := y.r.(*term.Term)
	if ok1 && ok2 {
		a, p, ok1 := m.linear(m.sorted(xt, kindSorts[k]))
		b, q, ok2 := m.linear(m.sorted(yt, kindSorts[k]))
		if !ok1 || !ok2 || a != b {
			return nil
		}
		return m.b.Bool(ordered(term.Token(rel), true, uint64(p), uint64(q)))
	}
	if ok2 {
		xt, y, rel = yt, x, rel.Mirror()
	}
	if y.r != nil || xt == nil {
		return nil
	}
	e, add, ok := m.linear(m.sorted(xt, kindSorts[k]))
	if !ok {
		return nil
	}
	const far = 1 << 62
	n := int64(y.n)
	if n > far || !k.signed() && n < 0 {
		n = far
	}
	return m.related(rel, e, max(n, -far)-add)
}

// related is the condition that the length of a list is in a relation to a
// number.
func (m *machine) related(rel term.Rel, x *extent, n int64) *term.Term {
	limit := x.most
	word := func(rel term.Rel, n int64) *term.Term {
		return m.b.Compare(rel, x.word, m.b.Int(x.word.Sort, uint64(n)+x.more))
	}
	switch rel {
	case term.LT:
		return m.related(term.LE, x, n-1)
	case term.GE:
		return m.related(term.GT, x, n-1)
	case term.NE:
		return m.negate(m.related(term.EQ, x, n))
	case term.GT:
		return m.negate(m.related(term.LE, x, n))
	case term.LE:
		if n < 0 || n >= limit {
			return m.b.Bool(n >= 0)
		}
		return word(term.LE, n)
	}
	switch {
	case n < 0 || n > limit:
		return m.b.Bool(false)
	case n == 0:
		return m.related(term.LE, x, 0)
	case n == limit:
		return m.related(term.GT, x, n-1)
	}
	return word(term.EQ, n)
}

// note learns what a new clause says of lengths.
func (m *machine) note(clause *term.Term) {
	if clause.Op == term.AndAlso {
		m.note(clause.Args[0])
		m.note(clause.Args[1])
		return
	}
	x, rel, c := m.ofWord(clause)
	if x == nil {
		return
	}
	low, high := x.words()
	switch rel {
	case term.LT:
		high = min(high, max(c, 1)-1)
	case term.LE:
		high = min(high, c)
	case term.GT:
		low = max(low, min(c, math.MaxUint64-1)+1)
	case term.GE:
		low = max(low, c)
	case term.EQ:
		low, high = max(low, c), min(high, c)
	case term.NE:
		if c == low {
			low++
		} else if c == high {
			high--
		}
	}
	if low > high {
		return // nothing gets here
	}
	x.some = x.some || low >= x.more
	x.low = max(x.low, max(low, x.more)-x.more)
	x.high = max(high, x.more) - x.more
}

// ofWord takes a relation of a length's slot with a constant apart.
func (m *machine) ofWord(t *term.Term) (x *extent, rel term.Rel, c uint64) {
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

// decided is the side of a condition that the path has decided already: it was
// met before, or speaks of lengths of which the path knows enough.
func (m *machine) decided(cond *term.Term) (side, known bool) {
	if side, known = m.known[cond]; known || len(m.extents) == 0 {
		return side, known
	}
	if x, rel, c := m.ofWord(cond); x != nil {
		low, high := x.words()
		switch rel {
		case term.LT:
			return high < c, high < c || low >= c
		case term.LE:
			return high <= c, high <= c || low > c
		case term.GT:
			return low > c, low > c || high <= c
		case term.GE:
			return low >= c, low >= c || high < c
		}
		is := rel == term.EQ
		if c < low || c > high {
			return !is, true
		}
		return is, low == high
	}
	v, ok := m.determined(cond)
	return v != 0, ok
}

// determined is the value of a term that depends on lengths alone which the
// path has settled. A list that is empty may still be nil or not.
func (m *machine) determined(t *term.Term) (bits uint64, ok bool) {
	open := 0
	if t.Ground() {
		return 0, false
	}
	for _, s := range t.Slots() {
		x := m.extents[s]
		if x == nil || x.low != x.high {
			return 0, false
		}
		if low, high := x.words(); low != high {
			open++
		}
	}
	at := func(empty uint64) *term.Term {
		return m.b.Substitute(t, func(slot *term.Term) *term.Term {
			low, high := m.extents[int32(slot.Bits)].words()
			if low != high {
				high = empty
			}
			return m.b.Int(slot.Sort, high)
		})
	}
	v := at(1)
	if !v.IsConst() || open > 0 && at(0) != v || open > 1 {
		return 0, false
	}
	return v.Bits, true
}

// onLengths reports whether a term depends on lengths alone.
func (m *machine) onLengths(t *term.Term) bool {
	other := func(slot int32) bool { return m.extents[slot] == nil }
	return len(m.extents) > 0 && !t.Ground() && !slices.ContainsFunc(t.Slots(), other)
}

// settleLengths settles the lengths that a term depends on: each by the question
// whether there is one more element, so that short lists come first. It does
// nothing for terms that depend on anything else.
func (m *machine) settleLengths(t *term.Term) (bits uint64, done, ok bool) {
	if !m.onLengths(t) {
		return 0, false, true
	}
	if m.reporting {
		bits, done = m.wit.eval.Bits(t)
		return bits, done, true
	}
	for _, s := range t.Slots() {
		if !m.grow(m.extents[s]) {
			return 0, true, false
		}
	}
	if bits, done = m.determined(t); done {
		return bits, true, true
	}
	for _, s := range t.Slots() { // it matters which list is nil
		if _, ok := m.branch(m.here(), m.nilWord(m.extents[s]), true); !ok {
			return 0, true, false
		}
	}
	bits, done = m.determined(t)
	return bits, done, true
}

// grow settles one length.
func (m *machine) grow(x *extent) bool {
	for x.low < x.high {
		more, ok := m.branch(m.here(), m.related(term.GT, x, int64(x.low)), true)
		if !ok {
			return false
		}
		if !more {
			break
		}
	}
	return true
}

// count is the number in the header of a list, at most most: the one way to
// read it. A length that is still open is settled.
func (m *machine) count(c cell, most uint64) (uint64, bool) {
	if c.r == nil {
		return c.n, true
	}
	t, isTerm := c.r.(*term.Term)
	if !isTerm {
		return 0, m.odd(c)
	}
	if n, done, ok := m.settleLengths(t); done || !ok {
		return n, ok
	}
	n, ok := uint64(0), true
	for more := true; n < most; n++ { // a bound of a slice expression
		if more, ok = m.branch(m.here(), m.compare(term.GT, kInt64, c, word(n)), true); !ok || !more {
			break
		}
	}
	return n, ok
}

// fits reports whether a cell is a length that a path with what is decided by
// now leaves between 0 and most.
func (m *machine) fits(c cell, most uint64) bool {
	t, ok := c.r.(*term.Term)
	if !ok || t.Sort != term.Signed(64) {
		return false
	}
	x, add, ok := m.linear(t)
	return ok && int64(x.low)+add >= 0 && int64(x.high)+add <= int64(most)
}
