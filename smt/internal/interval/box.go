package interval

import "nearmiss/term"

// Narrow returns the part of x in which x r y can hold. ok is false if the part is empty.
func Narrow(r term.Rel, x, y Span) (Span, bool) {
	switch r {
	case term.EQ:
		return x.Meet(y)
	case term.NE:
		if !y.IsSingle() {
			return x, true
		}
		if x.Lo == y.Lo {
			x.Lo = x.Lo.Add(one)
		}
		if x.Hi == y.Lo {
			x.Hi = x.Hi.Sub(one)
		}
		return x, !x.Hi.Less(x.Lo)
	case term.LT:
		x.Hi = Least(x.Hi, y.Hi.Sub(one))
	case term.LE:
		x.Hi = Least(x.Hi, y.Hi)
	case term.GT:
		x.Lo = Greatest(x.Lo, y.Lo.Add(one))
	case term.GE:
		x.Lo = Greatest(x.Lo, y.Lo)
	}
	return x, !x.Hi.Less(x.Lo)
}

// A Box holds the bounds that clauses give to single slots.
type Box map[int]Span

// Bounds returns the bounds of a slot, if known.
func (b Box) Bounds(slot int) (Span, bool) {
	s, ok := b[slot]
	return s, ok
}

// Learn narrows the bounds of slots that a clause compares with constants. It returns false if
// a slot has no value left.
func (b Box) Learn(clause *term.Term) bool {
	if clause.Op == term.AndAlso {
		return b.Learn(clause.Args[0]) && b.Learn(clause.Args[1])
	}
	rel, ok := clause.Op.Rel()
	if !ok {
		return true
	}
	x, y := clause.Args[0], clause.Args[1]
	if x.IsConst() {
		x, y, rel = y, x, rel.Mirror()
	}
	if x.Op != term.Slot || !y.IsConst() || !x.Sort.IsInteger() {
		return true
	}
	slot := int(x.Bits)
	s, ok := b[slot]
	if !ok {
		s = Limits(x.Sort)
	}
	b[slot], ok = Narrow(rel, s, Single(NumberOf(y.Bits, x.Sort.Kind == term.Int)))
	return ok
}
