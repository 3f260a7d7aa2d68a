package fitness

import (
	wire "encoding/binary"
	"math"
	"slices"

	"nearmiss/term"
)

// Facts record the conditions passed so far, as far as a later condition on the same terms can
// contradict them: a truth value for a boolean term, an interval for a term compared with
// constants, the possible orders of two terms compared with each other, or of a term and a constant
// within its interval. Constraints on different keys are independent, so that a key that no later
// condition can have may be dropped.

// factKey is the subject of a fact: one term, or two terms with the lesser ID first.
type factKey struct{ x, y int } // y is -1 for one term

// constraint is the set of possible values of a key. A number has an interval of ordered words from
// lo to hi. A known boolean has its value in lo, and hi 3; an unknown one has hi 2. A known string
// has the ID of its constant as lo and hi. Two terms have a mask of orders.
type constraint struct {
	lo, hi uint64
	mask   uint8
}

// The possible orders of two terms, as bits of a mask.
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
	key           factKey
	unconstrained constraint // constraint of a key without a fact
	// apply returns the constraint combined with the old one. possible is false if they contradict
	// each other. decided means that the constraint implies the whole condition, so that the next
	// atom adds nothing.
	apply func(old constraint) (_ constraint, possible, decided bool)
}

// atoms splits a condition into atoms. complete is false if the atoms are weaker than the
// condition.
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
		key:           factKey{t.ID, -1},
		unconstrained: constraint{hi: 2},
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
		key:           factKey{x.ID, y.ID},
		unconstrained: constraint{mask: anyOrder},
		apply: func(old constraint) (constraint, bool, bool) {
			m := old.mask & mask
			if x.Sort.Kind != term.Float {
				m &^= unordered
			}
			return constraint{mask: m}, m != 0, false
		},
	}
}

// orderPreserving maps the constants of a sort to words of the same order. Words of strings can
// only be compared for equality.
func orderPreserving(c *term.Term) uint64 {
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

// unconstrained is the constraint of all values of a term.
func unconstrained(x *term.Term) constraint {
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

// constAtoms constrains a term by a relation with a constant: by its interval, and for == and !=
// also by its order relative to the constant.
func constAtoms(r term.Rel, x, c *term.Term, out []atom) ([]atom, bool) {
	equality := r == term.EQ || r == term.NE
	if x.Sort.Kind == term.String && !equality || x.Sort.Kind == term.Float && c.Float() != c.Float() {
		return out, false
	}
	v := orderPreserving(c)
	out = append(out, atom{
		key:           factKey{x.ID, -1},
		unconstrained: unconstrained(x),
		apply:         func(old constraint) (constraint, bool, bool) { return intersect(old, r, v) },
	})
	if equality {
		out = append(out, pairAtom(x, c, maskOf(r)))
	}
	return out, true
}

// intersect intersects an interval with x r v.
func intersect(c constraint, r term.Rel, v uint64) (_ constraint, possible, decided bool) {
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

// assume adds a condition to facts. ok is false if the facts contradict it; implied means that the
// facts imply it. It does not change f.
func (f facts) assume(t *term.Term, outcome bool) (_ facts, ok, implied bool) {
	var buffer [8]atom
	list, complete := atoms(t, outcome, buffer[:0])
	implied = complete
	changed, decided := false, false
	for _, a := range list {
		if decided { // by the previous atom
			decided = false
			continue
		}
		i, found := f.find(a.key)
		old := a.unconstrained
		if found {
			old = f[i].c
		}
		var c constraint
		if c, ok, decided = a.apply(old); !ok {
			return nil, false, false
		}
		if c == old {
			implied = implied && (found || !t.Partial) // the range of its sort alone does not imply that t is defined
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
