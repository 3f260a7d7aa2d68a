package symexec

import (
	"go/types"
)

// box is a value of a type as an interface.
func (m *machine) box(t *rtype, v []cell) (c [2]cell, ok bool) {
	c[0].r = t
	switch t.size {
	case 0:
	case 1:
		c[1] = v[0]
	default:
		o := m.alloc(t, t.size)
		if o == nil {
			return c, false
		}
		copy(o.cells, v)
		c[1].r = o
	}
	return c, true
}

// unbox is the value in an interface that holds a t; it is not to be changed.
func unbox(t *rtype, payload cell) []cell {
	switch t.size {
	case 0:
		return nil
	case 1:
		return []cell{payload}
	}
	return payload.r.(*object).cells
}

func (m *machine) makeIface(r []cell, in *instr) bool {
	t := in.aux.(*rtype)
	if t.size == 1 {
		r[in.dst+1] = r[in.a]
		r[in.dst] = cell{r: t}
		return true
	}
	c, ok := m.box(t, r[in.a:int(in.a)+t.size])
	copy(r[in.dst:], c[:])
	return ok
}

// typeAssert executes x.(T).
func (m *machine) typeAssert(r []cell, in *instr) bool {
	a := in.aux.(*assertion)
	if isUnknown(r[in.a]) {
		return m.odd(r[in.a])
	}
	t := dynamicOf(r[in.a])
	payload := r[in.a+1]
	var holds bool
	iface, toIface := a.to.t.Underlying().(*types.Interface)
	if toIface {
		holds = t != nil && m.satisfies(t, a.to, iface)
	} else {
		holds = t == a.to
	}
	if !holds && !a.commaOk {
		return m.throwAssertion(a, t, iface)
	}
	dst := r[in.dst:]
	n := a.to.size
	switch {
	case !holds:
		clear(dst[:n])
	case toIface:
		dst[0], dst[1] = cell{r: t}, payload
	case n == 1:
		dst[0] = payload
	default:
		copy(dst[:n], unbox(t, payload))
	}
	if a.commaOk {
		dst[n] = truth(holds)
	}
	return true
}

// satisfies reports whether a dynamic type has the methods of an interface.
func (m *machine) satisfies(t, to *rtype, i *types.Interface) bool {
	if i.NumMethods() == 0 {
		return true
	}
	key := [2]int{t.id, to.id}
	v, ok := m.satisfied[key]
	if !ok {
		v = types.Implements(t.t, i)
		m.satisfied[key] = v
	}
	return v
}

// throwAssertion panics as a failed assertion does.
func (m *machine) throwAssertion(a *assertion, t *rtype, iface *types.Interface) bool {
	text := "interface conversion: "
	switch from := qualified(a.from.t); {
	case t == nil && iface != nil:
		text += "interface is nil, not " + qualified(a.to.t)
	case t == nil:
		text += ifaceName(a.from, from) + " is nil, not " + qualified(a.to.t)
	case iface == nil:
		text += ifaceName(a.from, from) + " is " + qualified(t.t) + ", not " + qualified(a.to.t)
	default:
		missing, _ := types.MissingMethod(t.t, iface, true)
		text += qualified(t.t) + " is not " + qualified(a.to.t) + ": missing method " + missing.Name()
	}
	return m.throwPlain(text)
}

func ifaceName(t *rtype, name string) string {
	if name == "any" {
		return "interface {}"
	}
	return name
}

func qualified(t types.Type) string {
	s := types.TypeString(t, func(p *types.Package) string { return p.Name() })
	if s == "any" {
		return "interface {}"
	}
	return s
}
