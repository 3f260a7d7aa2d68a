package symexec

import (
	"nearmiss/internal/probe"
	"nearmiss/term"
)

// comparisons remembers the terms of comparisons and of negations that were
// made lately: a search takes many paths through the same conditions. It is
// right as long as the builder forgets no terms.
type comparisons struct {
	shrunk    int
	relations [1 << comparedBits]compared
	negations [1 << negatedBits]negation
	converted [1 << convertedBits]conversionOf
}

const (
	comparedBits  = 15
	negatedBits   = 16
	convertedBits = 15
)

type compared struct {
	rel    probe.Rel
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

// compared returns the memory, emptied if terms were forgotten.
func (m *machine) compared() *comparisons {
	if m.memory == nil || m.memory.shrunk != m.b.Shrunk() {
		m.memory = &comparisons{shrunk: m.b.Shrunk()}
	}
	return m.memory
}

func id(t *term.Term) uint64 {
	if t == nil {
		return 0
	}
	return uint64(t.ID) + 1
}

// compare is x rel y as a term, where both are scalars and one is a term; nil
// if one is an address.
func (m *machine) compare(rel probe.Rel, k kind, x, y cell) *term.Term {
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
	const mix = 0x9e3779b97f4a7c15
	h := ((id(xt)*mix+id(yt))*mix+x.n+y.n*3)*mix + uint64(rel)
	e := &m.compared().relations[h>>(64-comparedBits)]
	if e.t != nil && e.rel == rel && e.k == k && e.xt == xt && e.yt == yt && e.xn == x.n && e.yn == y.n {
		return e.t
	}
	t := m.b.Compare(rel, m.termOf(k, x), m.termOf(k, y))
	*e = compared{rel, k, xt, yt, x.n, y.n, t}
	return t
}

// negate is the negation of a condition.
func (m *machine) negate(t *term.Term) *term.Term {
	e := &m.compared().negations[t.ID&(1<<negatedBits-1)]
	if e.t != t {
		*e = negation{t, m.b.Not(t)}
	}
	return e.not
}

// converted is a number as one of another kind.
func (m *machine) converted(t *term.Term, to kind) *term.Term {
	e := &m.compared().converted[(t.ID*5+int(to))&(1<<convertedBits-1)]
	if e.t != t || e.to != to {
		*e = conversionOf{t, m.b.Convert(t, kindSorts[to]), to}
	}
	return e.as
}
