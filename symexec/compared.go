package symexec

import "nearmiss/term"

// comparisons remembers the terms of comparisons, negations and conversions that were
// made lately: a search takes many paths through the same conditions. It is right as long
// as the builder forgets no terms.
type comparisons struct {
	shrunk    int
	relations lately[compared]
	negations lately[negation]
	converted lately[conversionOf]
}

type compared struct {
	rel    term.Rel
	k      kind
	xt, yt *term.Term
	xn, yn uint64
	t      *term.Term
}

type negation struct{ t, not *term.Term }

type conversionOf struct {
	t, as *term.Term
	to    kind
}

// lately is a table with a place for each hash, in which later elements replace earlier
// ones. It begins small, as most searches are short and large tables drive all else out
// of the caches, and doubles when as many elements came as it has places, up to a bound.
// What was in it is not moved, and comes again.
type lately[T any] struct {
	all  []T
	bits int
	came int // since it doubled
}

const (
	leastLately = 8 // bits
	mostLately  = 16
)

// at is the place for a hash, of which the upper bits count.
func (l *lately[T]) at(hash uint64) *T {
	if l.all == nil {
		l.bits = leastLately
		l.all = make([]T, 1<<l.bits)
	}
	return &l.all[hash>>(64-l.bits)]
}

// put puts an element into its place.
func (l *lately[T]) put(hash uint64, e T) {
	if l.came++; l.came > len(l.all) && l.bits < mostLately {
		l.bits++
		l.all, l.came = make([]T, 1<<l.bits), 0
	}
	*l.at(hash) = e
}

// compared returns the memory, emptied if terms were forgotten.
func (m *machine) compared() *comparisons {
	if m.memory == nil || m.memory.shrunk != m.b.Shrunk() {
		m.memory = &comparisons{shrunk: m.b.Shrunk()}
	}
	return m.memory
}

const mix = 0x9e3779b97f4a7c15

func id(t *term.Term) uint64 {
	if t == nil {
		return 0
	}
	return uint64(t.ID) + 1
}

// compare is x rel y as a term, where both are scalars and one is a term; nil
// if one is an address.
func (m *machine) compare(rel term.Rel, k kind, x, y cell) *term.Term {
	xt, ok1 := x.r.(*term.Term)
	yt, ok2 := y.r.(*term.Term)
	if !ok1 && x.r != nil || !ok2 && y.r != nil {
		return nil
	}
	if len(m.extents) > 0 {
		if t := m.measured(rel, k, x, y); t != nil {
			return t
		}
	}
	h := (((id(xt)*mix+id(yt))*mix+x.n+y.n*3)*mix + uint64(rel)) * mix
	all := &m.compared().relations
	if e := all.at(h); e.t != nil && e.rel == rel && e.k == k && e.xt == xt && e.yt == yt && e.xn == x.n && e.yn == y.n {
		return e.t
	}
	t := m.b.Compare(rel, m.termOf(k, x), m.termOf(k, y))
	all.put(h, compared{rel, k, xt, yt, x.n, y.n, t})
	return t
}

// negate is the negation of a condition.
func (m *machine) negate(t *term.Term) *term.Term {
	all, h := &m.compared().negations, id(t)*mix
	if e := all.at(h); e.t == t {
		return e.not
	}
	not := m.b.Not(t)
	all.put(h, negation{t, not})
	return not
}

// converted is a number as one of another kind.
func (m *machine) converted(t *term.Term, to kind) *term.Term {
	all, h := &m.compared().converted, (id(t)+uint64(to)<<32)*mix
	if e := all.at(h); e.t == t && e.to == to {
		return e.as
	}
	as := m.b.Convert(t, kindSorts[to])
	all.put(h, conversionOf{t, as, to})
	return as
}
