package symexec

import (
	"math"

	"nearmiss/term"
)

// convertNumber executes a conversion between scalars.
func (m *machine) convertNumber(r []cell, in *instr) bool {
	to := kind(in.c)
	x := r[in.a]
	if x.r != nil {
		t, ok := x.r.(*term.Term)
		if !ok {
			if in.k == kUint64 && to.integer() && to.bits() == 64 {
				r[in.dst] = x
				return true
			}
			return m.odd(x)
		}
		t = m.sorted(t, kindSorts[in.k])
		if in.k.float() && to.integer() {
			return m.truncate(r, in, t)
		}
		r[in.dst] = cellOf(m.converted(t, to))
		return true
	}
	r[in.dst] = word(convertWord(in.k, to, x.n))
	return true
}

// truncate converts a symbolic float to an integer. Go says what that is where
// the integer exists: a clause keeps it there. Elsewhere the machine says, and
// the float becomes concrete.
func (m *machine) truncate(r []cell, in *instr, t *term.Term) bool {
	to := kind(in.c)
	as := m.converted(t, to)
	if _, defined := m.wit.eval.Bits(as); !defined {
		n, ok := m.concretize(in.k, r[in.a])
		r[in.dst] = word(convertWord(in.k, to, n))
		return ok
	}
	s := kindSorts[to]
	lo, hi := 0.0, math.Ldexp(1, int(s.Bits)) // with the ends outside
	if s.Kind == term.Int {
		lo, hi = -hi/2, hi/2
	}
	above, limit := term.GT, lo-1
	if limit == lo { // so large that lo-1 is lo
		above = term.GE
	}
	within := m.b.Both(m.b.Compare(above, t, m.b.Float(t.Sort, limit)), m.b.Compare(term.LT, t, m.b.Float(t.Sort, hi)))
	if _, known := m.decided(within); !known && !within.IsConst() && m.wit.holds(within) {
		m.assert(within)
	}
	r[in.dst] = cellOf(as)
	return true
}

// convertWord converts a concrete scalar.
func convertWord(from, to kind, n uint64) uint64 {
	switch {
	case from.integer() && to.integer():
		return to.wrap(n)
	case from.float() && to.float():
		if to == kFloat32 {
			return math.Float64bits(float64(float32(math.Float64frombits(n))))
		}
		return n
	case from.float():
		return floatToInt(to, math.Float64frombits(n))
	case from.signed() && to == kFloat32:
		return math.Float64bits(float64(float32(int64(n))))
	case from.signed():
		return math.Float64bits(float64(int64(n)))
	case to == kFloat32:
		return math.Float64bits(float64(float32(n)))
	}
	return math.Float64bits(float64(n))
}

// floatToInt converts as this machine's Go does, also where the language
// leaves it open.
func floatToInt(to kind, f float64) uint64 {
	switch to {
	case kInt8:
		return uint64(int64(int8(f)))
	case kInt16:
		return uint64(int64(int16(f)))
	case kInt32:
		return uint64(int64(int32(f)))
	case kInt64:
		return uint64(int64(f))
	case kUint8:
		return uint64(uint8(f))
	case kUint16:
		return uint64(uint16(f))
	case kUint32:
		return uint64(uint32(f))
	}
	return uint64(f)
}
