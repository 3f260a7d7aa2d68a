package symexec

import "nearmiss/input"

// layOutChoice lays out a value that is made by the alternative that the vector
// names, by the steps that it has there: how many there are is no symbol either.
// What these are made from is laid out as anywhere. Beyond the vector it is the
// first alternative, from which no other choice follows.
func (e *Executor) layOutChoice(s *shape, p *part, v input.Vector, pos, depth int) int {
	w := uint64(0)
	if pos >= 0 && pos < len(v) {
		w = v[pos]
	}
	p.made = true
	s.add(nil, w)
	pos = after(pos, 1)
	a := &p.typ.Alts[min(w, uint64(len(p.typ.Alts)-1))]
	for i := range a.Fields {
		var q *part
		q, pos = e.layOut(s, a.Fields[i].Type, v, pos, depth)
		p.each = append(p.each, q)
	}
	if a.Steps == nil {
		return pos
	}
	q := &part{typ: a.Steps, slot: len(s.slots), list: true, made: true, per: 1, more: 1, role: input.RoleLen}
	p.each = append(p.each, q)
	if w = 0; pos >= 0 && pos < len(v) {
		w = v[pos]
	}
	q.limit = w
	s.add(nil, w)
	pos = after(pos, 1)
	for n := max(w, 1) - 1; n > 0 && pos < len(v); n-- {
		var step *part
		step, pos = e.layOut(s, a.Steps.Elem, v, pos, depth)
		q.each = append(q.each, step)
	}
	return pos
}
