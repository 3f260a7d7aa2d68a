package toy

import (
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// A List is what a slot is the length of: the slots behind it, as many as there
// is room for.
type List struct {
	Len, Room int
}

// Grow implements dse.Grower.
func (p *Program) Grow(clause *term.Term, by int) *term.Term {
	rel, ok := clause.Op.Rel()
	if !ok {
		return nil
	}
	x, y := clause.Args[0], clause.Args[1]
	if x.IsConst() {
		x, y, rel = y, x, rel.Mirror()
	}
	if x.Op != term.Slot || !y.IsConst() {
		return nil
	}
	least := int64(y.Bits)
	switch rel {
	case term.GT, term.NE:
		least++
	case term.GE:
	default:
		return nil
	}
	for _, l := range p.Lists {
		if room := int64(l.Room); l.Len == int(x.Bits) && least <= room {
			return p.b.Compare(term.EQ, x, p.b.Int(x.Sort, uint64(min(least+int64(by), room))))
		}
	}
	return nil
}

// Grows implements dse.Grower.
func (p *Program) Grows(clause *term.Term, negated bool) bool {
	if negated {
		clause = p.b.Not(clause)
	}
	return p.Grow(clause, 0) != nil
}

// A memory keeps the last value of an element that paid, for new ones.
type memory struct {
	near       map[uint32]float64
	taken      map[uint32]bool
	from, made input.Vector
	value      uint64
}

// ran tells of a run.
func (m *memory) ran(p *Program, r *dse.Run, targets []uint32) {
	paid := false
	for _, b := range r.Covered {
		paid = paid || !m.taken[b]
		m.taken[b] = true
	}
	for i, n := range r.Near {
		if was, met := m.near[targets[i]]; n.Reached && (!met || n.Distance < was) {
			m.near[targets[i]], paid = n.Distance, true
		}
	}
	if !slices.Equal(m.made, r.Path.Input) {
		return // it was not made by a flip
	}
	for _, l := range p.Lists {
		for i := range int(min(length(m.made, l), length(r.Path.Input, l))) {
			at := l.Len + 1 + i
			if paid && (m.made[at] != m.from[at] || int64(i) >= length(m.from, l)) {
				m.value = m.made[at]
			}
		}
	}
}

func length(v input.Vector, l List) int64 {
	if v == nil {
		return 0
	}
	return max(0, min(int64(v[l.Len]), int64(l.Room)))
}

// fill returns v with the value that paid in elements that are new and zero.
func (m *memory) fill(p *Program, from, v input.Vector) input.Vector {
	w := append(input.Vector{}, v...)
	for _, l := range p.Lists {
		for i := length(from, l); i < length(v, l); i++ {
			if at := l.Len + 1 + int(i); v[at] == 0 {
				w[at] = m.value
			}
		}
	}
	return w
}
