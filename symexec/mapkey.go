package symexec

import "nearmiss/term"

// An openKey is the identity of a symbolic key that differs, as the path says,
// from all that were in its map.
type openKey struct{ _ byte }

// mostCompared is how many entries a symbolic key is compared with; with more
// it becomes concrete.
const mostCompared = 64

// find is the identity of a key in a map. With Options.Fork a symbolic key is
// compared with the entries, in the order of insertion, each a branch; what
// equals none keeps its symbolic value. Otherwise it becomes concrete.
func (m *machine) find(h *hashmap, t *rtype, key []cell) (id any, ok bool) {
	open := m.opts.Fork && h.len() <= mostCompared && comparedByParts(t) && isSymbolic(t, key)
	if !open {
		if m.opts.Reader != nil {
			m.readKeys(h, t, key)
		}
		id, ok = m.keyOf(t, key)
		if !ok || h == nil || h.open == 0 {
			return id, ok
		}
		if _, there := h.index[id]; there {
			return id, true
		}
	}
	if h != nil {
		for i := range h.entries {
			e := &h.entries[i]
			_, wasOpen := e.id.(*openKey)
			if e.deleted || !open && !wasOpen {
				continue
			}
			is, ok := m.equal(t, key, e.key)
			if !ok {
				return nil, false
			}
			same := is.n != 0
			if c, symbolic := is.r.(*term.Term); symbolic {
				if same, ok = m.branch(m.here(), m.sorted(c, term.BoolSort), true); !ok {
					return nil, false
				}
			}
			if same {
				return e.id, true
			}
		}
	}
	if open {
		id = new(openKey)
	}
	return id, true
}

// comparedByParts reports whether keys of a type are made of numbers and
// strings alone.
func comparedByParts(t *rtype) bool {
	switch k := t.kind; {
	case k.scalar(), k.complex(), k == kString:
		return true
	case k == kArray:
		return comparedByParts(t.elem)
	case k == kStruct:
		for _, f := range t.fields {
			if !f.blank && !comparedByParts(f.typ) {
				return false
			}
		}
		return true
	}
	return false
}

// isSymbolic reports whether some part of a key is symbolic.
func isSymbolic(t *rtype, key []cell) bool {
	for _, c := range key[:t.size] {
		switch r := c.r.(type) {
		case *term.Term, *open:
			return true
		case *str:
			if _, concrete := concreteStr(c); !concrete && r != nil {
				return true
			}
		}
	}
	return false
}
