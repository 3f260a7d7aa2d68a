package symexec

import (
	"math"
	"strconv"
	"strings"

	"nearmiss/term"
)

// render is a value as fmt prints it without its methods, for what programs
// panic with.
func (m *machine) render(t *rtype, v []cell) string {
	switch k := t.kind; {
	case k == kBool:
		return strconv.FormatBool(m.wordUnderWitness(k, v[0]) != 0)
	case k.signed():
		return strconv.FormatInt(int64(m.wordUnderWitness(k, v[0])), 10)
	case k.integer():
		return strconv.FormatUint(m.wordUnderWitness(k, v[0]), 10)
	case k.float():
		bits := 64
		if k == kFloat32 {
			bits = 32
		}
		return strconv.FormatFloat(math.Float64frombits(m.wordUnderWitness(k, v[0])), 'g', -1, bits)
	case k == kString:
		s, _ := m.textUnderWitness(v[0])
		return s
	case k == kStruct:
		var parts []string
		for _, f := range t.fields {
			parts = append(parts, m.render(f.typ, v[f.off:f.off+f.typ.size]))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case k == kInterface:
		if d, ok := v[0].r.(*rtype); ok {
			return m.render(d, unbox(d, v[1]))
		}
		return "<nil>"
	}
	return "(" + t.String() + ")"
}

// wordUnderWitness is a scalar under the present witness.
func (m *machine) wordUnderWitness(k kind, c cell) uint64 {
	if t, ok := c.r.(*term.Term); ok {
		bits, _ := m.wit.eval.Bits(m.sorted(t, kindSorts[k]))
		return bits
	}
	return c.n
}

// textUnderWitness is a string under the present witness; ok is false if it
// has symbolic bytes.
func (m *machine) textUnderWitness(c cell) (s string, ok bool) {
	if s, ok := concreteStr(c); ok {
		return s, true
	}
	if o, isOpen := c.r.(*open); isOpen {
		n := m.wordUnderWitness(kInt64, cell{r: o.length})
		s, _ := m.textUnderWitness(substr(o.base, 0, int(n)))
		return s, false
	}
	b := make([]byte, strLen(c))
	for i := range b {
		b[i] = byte(m.wordUnderWitness(kUint8, byteAt(c, i)))
	}
	return string(b), false
}
