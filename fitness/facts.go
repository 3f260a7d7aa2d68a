package fitness

import (
	wire "encoding/binary"
	"math"
	"slices"

	"nearmiss/term"
)

// Facts are what the conditions passed so far say about terms, as far as a
// later condition on the same terms can contradict it: a truth value for a
// boolean term, an interval for a term compared with constants, the possible
// orders of two terms compared with each other, or with a constant that the
// interval does not rule out. Constraints on one key are independent of those on
// others, so a key that no later condition can have may be forgotten.

// factKey is the subject of a fact: one term, or two with the lesser ID
// first.
type factKey struct{ x, y int } // y is -1 for one term

// constraint is what is known about a key: of one number the ordered words lo
// and hi; of a boolean lo, with hi 3; of a text that is known the ID of its
// constant, as lo and hi; of two terms the mask.
type constraint struct {
	lo, hi uint64
	mask   uint8
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
		b = append(b, x.c.mask)
	}
	return b
}

// atom is one constraint that a condition puts on a key.
type atom struct {
	key   factKey
	whole constraint // of a key without a fact
	// apply is false if the old constraint contradicts it. decided tells that the
	// constraint says all that the condition says, and the next atom nothing more.
	apply func(old constraint) (_ constraint, possible, decided bool)
}

// atoms splits a condition into atoms. complete is false where they say less
// than the condition.
func atoms(t *term.Term, outcome bool, out []atom) (_ []atom, complete bool) {
	switch t.Op {
	case term.Not:
		return atoms(t.Args[0], !outcome, out)
	case term.AndAlso, term.OrElse:
		if (t.Op == term.AndAlso) != outcome {
			return append(out, boolAtom(t, outcome)), true
		}
		out, c1 := atoms(t.Args[0], outcome, out)
		out, c2 := atoms(t.Args[1], outcome, out)
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
			return append(out, pairAtom(x, y, maskOf(rel)^anyOrder), boolAtom(t, false)), true
		}
		rel = rel.Negate()
	}
	if isFloat {
		out = append(out, boolAtom(t, outcome))
	}
	switch {
	case x.Sort.Kind == term.Bool:
		return append(out, pairAtom(x, y, maskOf(rel))), true
	case y.IsConst():
		return constAtoms(rel, x, y, out)
	case x.IsConst():
		return constAtoms(rel.Mirror(), y, x, out)
	}
	return append(out, pairAtom(x, y, maskOf(rel))), true
}

func boolAtom(t *term.Term, v bool) atom {
	want := uint64(0)
	if v {
		want = 1
	}
	return atom{
		key:   factKey{t.ID, -1},
		whole: constraint{hi: 2},
		apply: func(old constraint) (constraint, bool, bool) {
			return constraint{lo: want, hi: 3}, old.hi == 2 || old.lo == want, false
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

// pairAtom constrains the order of two terms.
func pairAtom(x, y *term.Term, mask uint8) atom {
	if x.ID > y.ID {
		x, y = y, x
		mask = mask&(equal|unordered) | mask&less<<2 | mask&greater>>2
	}
	return atom{
		key:   factKey{x.ID, y.ID},
		whole: constraint{mask: anyOrder},
		apply: func(old constraint) (constraint, bool, bool) {
			m := old.mask & mask
			if x.Sort.Kind != term.Float {
				m &^= unordered
			}
			return constraint{mask: m}, m != 0, false
		},
	}
}

// ordered maps the constants of a sort onto words of the same order; of texts
// only equal ones have an order.
func ordered(c *term.Term) uint64 {
	switch v := c.Bits; c.Sort.Kind {
	case term.String:
		return uint64(c.ID)
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
	default:
		return v
	}
}

// whole is the constraint of all values of a term.
func whole(x *term.Term) constraint {
	s := x.Sort
	switch {
	case x.Op == term.Len:
		return constraint{lo: 1 << 63, hi: math.MaxUint64}
	case s.Kind == term.Int:
		return constraint{lo: s.Wrap(1<<(s.Bits-1)) ^ 1<<63, hi: s.Wrap(1<<(s.Bits-1)-1) ^ 1<<63}
	case s.Kind == term.Uint:
		return constraint{hi: s.Wrap(math.MaxUint64)}
	}
	return constraint{hi: math.MaxUint64}
}

// constAtoms constrain a term by a relation with a constant: its interval, and where
// that does not say all, its order beside the constant.
func constAtoms(r term.Rel, x, c *term.Term, out []atom) ([]atom, bool) {
	equality := r == term.EQ || r == term.NE
	if x.Sort.Kind == term.String && !equality || x.Sort.Kind == term.Float && c.Float() != c.Float() {
		return out, false
	}
	v := ordered(c)
	out = append(out, atom{
		key:   factKey{x.ID, -1},
		whole: whole(x),
		apply: func(old constraint) (constraint, bool, bool) { return within(old, r, v) },
	})
	if equality {
		out = append(out, pairAtom(x, c, maskOf(r)))
	}
	return out, true
}

// within puts x r v onto an interval.
func within(c constraint, r term.Rel, v uint64) (_ constraint, possible, decided bool) {
	switch r {
	case term.EQ:
		decided = c.lo == v && c.hi == v
		c.lo, c.hi = max(c.lo, v), min(c.hi, v)
	case term.NE:
		decided = v < c.lo || c.hi < v
		switch {
		case c.lo == v && c.hi == v:
			return c, false, true
		case c.lo == v:
			c.lo, decided = v+1, true
		case c.hi == v:
			c.hi, decided = v-1, true
		}
	case term.LT:
		if v == 0 {
			return c, false, true
		}
		c.hi = min(c.hi, v-1)
	case term.LE:
		c.hi = min(c.hi, v)
	case term.GT:
		if v == math.MaxUint64 {
			return c, false, true
		}
		c.lo = max(c.lo, v+1)
	case term.GE:
		c.lo = max(c.lo, v)
	}
	return c, c.lo <= c.hi, decided
}

// assume adds a condition to facts. ok is false if they contradict it;
// implied tells that they say it already. The list given is not changed.
func (f facts) assume(t *term.Term, outcome bool) (_ facts, ok, implied bool) {
	var room [8]atom
	list, complete := atoms(t, outcome, room[:0])
	implied = complete
	changed, decided := false, false
	for _, a := range list {
		if decided { // by the atom before
			decided = false
			continue
		}
		i, found := f.find(a.key)
		old := a.whole
		if found {
			old = f[i].c
		}
		var c constraint
		if c, ok, decided = a.apply(old); !ok {
			return nil, false, false
		}
		if c == old {
			implied = implied && (found || !t.Partial) // its sort alone does not say that t is defined
			continue
		}
		implied = false
		if !changed {
			f, changed = slices.Clone(f), true
		}
		if found {
			f[i].c = c
		} else {
			f = slices.Insert(f, i, fact{a.key, c})
		}
	}
	return f, true, implied
}
