package symexec

import (
	"math"

	"nearmiss/term"
)

// equality executes == and != of all types except integers and bools.
func (m *machine) equality(regs []cell, in *instr) bool {
	t := in.aux.(*rtype)
	n := int32(t.size)
	c, ok := m.equal(t, regs[in.a:in.a+n], regs[in.b:in.b+n])
	if !ok {
		return false
	}
	if in.f != 0 {
		c = m.negation(c)
	}
	regs[in.dst] = c
	return true
}

// equal compares two values of type typ. The result is a bool that may be symbolic.
func (m *machine) equal(typ *rtype, x, y []cell) (cell, bool) {
	if typ.size > 0 && (isUnknown(x[0]) || isUnknown(y[0])) {
		if isUnknown(x[0]) {
			return cell{}, m.rejectUnusable(x[0])
		}
		return cell{}, m.rejectUnusable(y[0])
	}
	switch k := typ.kind; {
	case k.scalar():
		return m.equalScalar(k, x[0], y[0])
	case k.complex():
		a, ok := m.equalScalar(k.part(), x[0], y[0])
		if !ok {
			return cell{}, false
		}
		b, ok := m.equalScalar(k.part(), x[1], y[1])
		return m.bothHold(a, b), ok
	case k == kString:
		return m.equalStrings(x[0], y[0]), true
	case k == kInterface:
		return m.equalIfaces(x, y)
	case k == kArray, k == kStruct:
		return m.equalParts(typ, x, y)
	case k == kSlice: // one of them is nil
		return m.bothHold(m.isNil(x), m.isNil(y)), true
	case k == kPointer && (x[0] == cell{} || y[0] == cell{}):
		return m.bothHold(m.isNil(x), m.isNil(y)), true
	case k == kMap, k == kFunc:
		return truth(x[0].r == nil && y[0].r == nil), true
	}
	return truth(x[0].r == y[0].r && x[0].n == y[0].n), true
}

// structDistance returns the distance of two values to equality under the witness: the sum of the
// differences of their integers, plus 1 for each bool, float or string that differs. Other parts add
// nothing.
func (m *machine) structDistance(typ *rtype, x, y []cell) (sum uint64) {
	add := func(p *rtype, off int) {
		d := m.structDistance(p, x[off:off+p.size], y[off:off+p.size])
		if sum += d; sum < d {
			sum = math.MaxUint64
		}
	}
	switch k := typ.kind; {
	case k == kArray:
		for i := range typ.length {
			add(typ.elem, i*typ.elem.size)
		}
	case k == kStruct:
		for _, f := range typ.fields {
			if !f.blank {
				add(f.typ, f.offset)
			}
		}
	case k.integer():
		if exact, ok := m.distance(term.EQ, k, x, y); ok && exact > 0 {
			return exact - 1
		}
	case k == kBool, k.float(), k == kString:
		if exact, ok := m.distance(term.EQ, k, x, y); ok && exact > 0 {
			return 1
		}
	}
	return sum
}

func (m *machine) equalParts(typ *rtype, x, y []cell) (cell, bool) {
	all := truth(true)
	part := func(p *rtype, off int) bool {
		c, ok := m.equal(p, x[off:off+p.size], y[off:off+p.size])
		all = m.bothHold(all, c)
		return ok && (all.r != nil || all.n != 0)
	}
	if typ.kind == kArray {
		for i := range typ.length {
			if !part(typ.elem, i*typ.elem.size) {
				return all, !m.ended()
			}
		}
		return all, true
	}
	for _, f := range typ.fields {
		if !f.blank && !part(f.typ, f.offset) {
			return all, !m.ended()
		}
	}
	return all, true
}

func (m *machine) bothHold(x, y cell) cell { return combine(x, y, false, m.builder.Both) }

func (m *machine) eitherHolds(x, y cell) cell { return combine(x, y, true, m.builder.Either) }

// combine joins two conditions. A concrete condition equal to decides decides the result; with
// any other concrete condition the result is the other operand.
func combine(x, y cell, decides bool, join func(x, y *term.Term) *term.Term) cell {
	switch {
	case x.r == nil && (x.n != 0) == decides, y.r == nil && (y.n != 0) != decides:
		return x
	case y.r == nil, x.r == nil:
		return y
	}
	return cellOf(join(x.r.(*term.Term), y.r.(*term.Term)))
}

func (m *machine) equalScalar(k kind, x, y cell) (cell, bool) {
	if x.r == nil && y.r == nil {
		if k.float() {
			return truth(math.Float64frombits(x.n) == math.Float64frombits(y.n)), true
		}
		return truth(x.n == y.n), true
	}
	a, b := m.termOf(k, x), m.termOf(k, y)
	if a == nil || b == nil {
		return truth(x == y), true
	}
	return cellOf(m.builder.Compare(term.EQ, a, b)), true
}

// equalStrings compares two strings byte by byte.
func (m *machine) equalStrings(x, y cell) cell {
	if m.opts.Reader != nil {
		m.reportComparison(MatchWhole, x, y)
	}
	if x, y = m.withKnownLength(x), m.withKnownLength(y); isOpen(x) || isOpen(y) {
		return m.equalOpen(x, y)
	}
	n := strLen(x)
	if n != strLen(y) {
		return truth(false)
	}
	a, ok1 := concreteStr(x)
	b, ok2 := concreteStr(y)
	if ok1 && ok2 {
		return truth(a == b)
	}
	all := truth(true)
	for i := range n {
		c, _ := m.equalScalar(kUint8, byteAt(x, i), byteAt(y, i))
		if all = m.bothHold(all, c); all.r == nil && all.n == 0 {
			break
		}
	}
	return all
}

func (m *machine) equalIfaces(x, y []cell) (cell, bool) {
	if x[0].r != y[0].r {
		return truth(false), true
	}
	t, ok := x[0].r.(*rtype)
	if !ok {
		return truth(true), true
	}
	if name, bad := t.incomparable(); bad {
		return cell{}, m.throw("comparing uncomparable type " + name)
	}
	return m.equal(t, unbox(t, x[1]), unbox(t, y[1]))
}

// lessStrings returns x < y, or x <= y, for strings with settled lengths. It builds the term
// from the last byte to the first: each byte decides unless the two are equal.
func (m *machine) lessStrings(x, y cell, orEqual bool) cell {
	if m.opts.Reader != nil {
		m.reportComparison(MatchWhole, x, y)
	}
	a, ok1 := concreteStr(x)
	b, ok2 := concreteStr(y)
	if ok1 && ok2 {
		return truth(a < b || orEqual && a == b)
	}
	nx, ny := strLen(x), strLen(y)
	rest := truth(nx < ny || orEqual && nx == ny)
	for i := min(nx, ny) - 1; i >= 0; i-- {
		p, q := m.termOf(kUint8, byteAt(x, i)), m.termOf(kUint8, byteAt(y, i))
		less, equal := m.builder.Compare(term.LT, p, q), m.builder.Compare(term.EQ, p, q)
		rest = cellOf(m.builder.Either(less, m.builder.Both(equal, m.termOf(kBool, rest))))
	}
	return rest
}
