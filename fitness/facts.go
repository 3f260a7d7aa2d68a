package fitness

import (
	wire "encoding/binary"
	"math"
	"slices"

	"nearmiss/term"
)

// Facts are what the conditions passed so far say about terms, as far as a
// later condition on the same terms can contradict it: a truth value for a
// boolean term, an interval and excluded values for a term compared with
// constants, the possible orders of two terms compared with each other.
// Constraints on one key are independent of those on others, so a key that
// no later condition can have may be forgotten.

// factKey is the subject of a fact: one term, or two with the lesser ID
// first.
type factKey struct{ x, y int } // y is -1 for one term

// constraint is what is known about a key. Which fields count depends on
// the terms: lo, hi and the excluded values (ordered words) for one number,
// lo alone for a bool, the text and the excluded ones for strings, the mask
// for two terms.
type constraint struct {
	lo, hi  uint64
	exclude int // number of a list of excluded words or texts, 0 for none
	text    int // number of a text plus 1: equal to it
	mask    uint8
}

// The orders of two terms that are possible.
const (
	less uint8 = 1 << iota
	equal
	greater
	unordered // of floats
	anyOrder  = less | equal | greater | unordered
)

type fact struct {
	key factKey
	c   constraint
}

// facts is a list ordered by key.
type facts []fact

func compareKeys(a, b factKey) int {
	if a.x != b.x {
		return a.x - b.x
	}
	return a.y - b.y
}

func (f facts) find(k factKey) (int, bool) {
	return slices.BinarySearchFunc(f, k, func(a fact, k factKey) int { return compareKeys(a.key, k) })
}

// encode appends f to a key for maps.
func (f facts) encode(b []byte) []byte {
	for _, x := range f {
		b = wire.AppendVarint(b, int64(x.key.x))
		b = wire.AppendVarint(b, int64(x.key.y))
		b = wire.AppendUvarint(b, x.c.lo)
		b = wire.AppendUvarint(b, x.c.hi)
		b = wire.AppendUvarint(b, uint64(x.c.exclude))
		b = wire.AppendUvarint(b, uint64(x.c.text))
		b = append(b, x.c.mask)
	}
	return b
}

// atom is one constraint that a condition puts on a key. exact tells that
// it says all the condition says.
type atom struct {
	key   factKey
	apply func(old constraint) (constraint, bool)
	whole constraint // of a key without a fact
}

// knowledge interns what facts refer to.
type knowledge struct {
	lists [][]uint64
	byKey map[string]int
	key   []byte // to look up in byKey
	texts map[string]int
}

func newKnowledge() *knowledge {
	return &knowledge{lists: [][]uint64{nil}, byKey: map[string]int{"": 0}, texts: make(map[string]int)}
}

func (k *knowledge) text(s string) int {
	n, ok := k.texts[s]
	if !ok {
		n = len(k.texts) + 1
		k.texts[s] = n
	}
	return n
}

// excluding returns the number of a list with one more value.
func (k *knowledge) excluding(list int, v uint64) int {
	old := k.lists[list]
	i, found := slices.BinarySearch(old, v)
	if found {
		return list
	}
	return k.list(slices.Concat(old[:i], []uint64{v}, old[i:]))
}

// list returns the number of a list of values in order, which it keeps if nobody did.
func (k *knowledge) list(values []uint64) int {
	k.key = k.key[:0]
	for _, x := range values {
		k.key = wire.BigEndian.AppendUint64(k.key, x)
	}
	n, ok := k.byKey[string(k.key)]
	if !ok {
		n = len(k.lists)
		k.lists = append(k.lists, values)
		k.byKey[string(k.key)] = n
	}
	return n
}

func (k *knowledge) excludes(list int, v uint64) bool {
	_, found := slices.BinarySearch(k.lists[list], v)
	return found
}

// atoms splits a condition into atoms. complete is false where they say less
// than the condition.
func (k *knowledge) atoms(t *term.Term, outcome bool, out []atom) (_ []atom, complete bool) {
	switch t.Op {
	case term.Not:
		return k.atoms(t.Args[0], !outcome, out)
	case term.AndAlso, term.OrElse:
		if (t.Op == term.AndAlso) != outcome {
			return append(out, boolAtom(t, outcome)), true
		}
		out, c1 := k.atoms(t.Args[0], outcome, out)
		out, c2 := k.atoms(t.Args[1], outcome, out)
		return append(out, boolAtom(t, outcome)), c1 && c2
	}
	rel, ok := t.Op.Rel()
	if !ok {
		return append(out, boolAtom(t, outcome)), true
	}
	x, y := t.Args[0], t.Args[1]
	isFloat := x.Sort.Kind == term.Float
	if !outcome {
		if isFloat && rel > term.NE {
			// the negation of an order holds with NaN: not an interval
			return append(k.pairAtom(x, y, maskOf(rel)^anyOrder, out), boolAtom(t, false)), true
		}
		rel = rel.Negate()
	}
	if isFloat {
		out = append(out, boolAtom(t, outcome))
	}
	switch {
	case x.Sort.Kind == term.Bool:
		return k.pairAtom(x, y, maskOf(rel), out), true
	case y.IsConst():
		return k.constAtom(rel, x, y, out)
	case x.IsConst():
		return k.constAtom(rel.Mirror(), y, x, out)
	}
	return k.pairAtom(x, y, maskOf(rel), out), true
}

func boolAtom(t *term.Term, v bool) atom {
	want := uint64(0)
	if v {
		want = 1
	}
	return atom{
		key:   factKey{t.ID, -1},
		whole: constraint{hi: 2},
		apply: func(old constraint) (constraint, bool) {
			return constraint{lo: want, hi: 3}, old.hi == 2 || old.lo == want
		},
	}
}

func maskOf(r term.Rel) uint8 {
	switch r {
	case term.EQ:
		return equal
	case term.NE:
		return less | greater | unordered
	case term.LT:
		return less
	case term.LE:
		return less | equal
	case term.GT:
		return greater
	}
	return greater | equal
}

// pairAtom constrains the order of two terms that are not constant; of a
// constant and a float nothing is kept.
func (k *knowledge) pairAtom(x, y *term.Term, mask uint8, out []atom) []atom {
	if x.IsConst() || y.IsConst() {
		return out
	}
	if x.ID > y.ID {
		x, y = y, x
		mask = mask&(equal|unordered) | mask&less<<2 | mask&greater>>2
	}
	return append(out, atom{
		key:   factKey{x.ID, y.ID},
		whole: constraint{mask: anyOrder},
		apply: func(old constraint) (constraint, bool) {
			m := old.mask & mask
			if x.Sort.Kind != term.Float {
				m &^= unordered
			}
			return constraint{mask: m}, m != 0
		},
	})
}

// ordered maps the constants of a sort onto words of the same order.
func ordered(s term.Sort, v uint64) uint64 {
	switch s.Kind {
	case term.Int:
		return v ^ 1<<63
	case term.Float:
		switch {
		case v == 1<<63: // negative zero
			return 1 << 63
		case v>>63 != 0:
			return ^v
		}
		return v | 1<<63
	}
	return v
}

// whole is the constraint of all values of a term.
func whole(x *term.Term) constraint {
	s := x.Sort
	switch {
	case x.Op == term.Len:
		return constraint{lo: 1 << 63, hi: math.MaxUint64}
	case s.Kind == term.Int:
		return constraint{lo: ordered(s, s.Wrap(1<<(s.Bits-1))), hi: ordered(s, s.Wrap(1<<(s.Bits-1)-1))}
	case s.Kind == term.Uint:
		return constraint{hi: s.Wrap(math.MaxUint64)}
	}
	return constraint{hi: math.MaxUint64}
}

// constAtom constrains a term by a relation with a constant.
func (k *knowledge) constAtom(r term.Rel, x, c *term.Term, out []atom) ([]atom, bool) {
	if x.Sort.Kind == term.String {
		return k.textAtom(r, x, c, out)
	}
	if x.Sort.Kind == term.Float && c.Float() != c.Float() {
		return out, false
	}
	v := ordered(x.Sort, c.Bits)
	return append(out, atom{
		key:   factKey{x.ID, -1},
		whole: whole(x),
		apply: func(old constraint) (constraint, bool) { return k.narrow(old, r, v) },
	}), true
}

// narrow puts x r v onto an interval.
func (k *knowledge) narrow(c constraint, r term.Rel, v uint64) (constraint, bool) {
	switch r {
	case term.EQ:
		c.lo, c.hi = max(c.lo, v), min(c.hi, v)
	case term.NE:
		if c.lo <= v && v <= c.hi {
			c.exclude = k.excluding(c.exclude, v)
		}
	case term.LT:
		if v == 0 {
			return c, false
		}
		c.hi = min(c.hi, v-1)
	case term.LE:
		c.hi = min(c.hi, v)
	case term.GT:
		if v == math.MaxUint64 {
			return c, false
		}
		c.lo = max(c.lo, v+1)
	case term.GE:
		c.lo = max(c.lo, v)
	}
	for c.lo <= c.hi && k.excludes(c.exclude, c.lo) {
		if c.lo == c.hi {
			return c, false
		}
		c.lo++
	}
	for c.lo <= c.hi && k.excludes(c.exclude, c.hi) {
		if c.lo == c.hi {
			return c, false
		}
		c.hi--
	}
	if c.lo > c.hi {
		return c, false
	}
	c.exclude = k.inside(c)
	return c, true
}

// inside drops excluded values that the interval excludes already, so that
// equal knowledge looks equal. It takes time logarithmic in their number if there are
// none.
func (k *knowledge) inside(c constraint) int {
	all := k.lists[c.exclude]
	from, found := slices.BinarySearch(all, c.lo)
	if found {
		from++
	}
	to, _ := slices.BinarySearch(all, c.hi)
	if to = max(from, to); to-from == len(all) {
		return c.exclude
	}
	return k.list(slices.Clone(all[from:to]))
}

// textAtom keeps equality and inequality of strings.
func (k *knowledge) textAtom(r term.Rel, x, c *term.Term, out []atom) ([]atom, bool) {
	n := k.text(c.Str)
	switch r {
	case term.EQ:
		return append(out, atom{key: factKey{x.ID, -1}, apply: func(old constraint) (constraint, bool) {
			return constraint{text: n}, (old.text == 0 || old.text == n) && !k.excludes(old.exclude, uint64(n))
		}}), true
	case term.NE:
		return append(out, atom{key: factKey{x.ID, -1}, apply: func(old constraint) (constraint, bool) {
			if old.text != 0 {
				return old, old.text != n
			}
			return constraint{exclude: k.excluding(old.exclude, uint64(n))}, true
		}}), true
	}
	return out, false
}

// assume adds a condition to facts. ok is false if they contradict it;
// implied tells that they say it already. The list given is not changed.
func (k *knowledge) assume(f facts, t *term.Term, outcome bool) (_ facts, ok, implied bool) {
	var room [8]atom
	atoms, complete := k.atoms(t, outcome, room[:0])
	implied = complete
	changed := false
	for _, a := range atoms {
		i, found := f.find(a.key)
		old := a.whole
		if found {
			old = f[i].c
		}
		c, possible := a.apply(old)
		if !possible {
			return nil, false, false
		}
		if found && c == old {
			continue
		}
		implied = false
		switch {
		case !changed && found:
			f, changed = slices.Clone(f), true
			f[i].c = c
		case found:
			f[i].c = c
		default:
			f, changed = slices.Insert(slices.Clone(f), i, fact{a.key, c}), true
		}
	}
	return f, true, implied
}
