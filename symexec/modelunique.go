package symexec

// uniqueModels have one pointer for each value.
func uniqueModels() map[string]Model {
	made := map[*rtype]map[any]*object{}
	return map[string]Model{
		"unique.Make": func(c *Call) bool {
			t := c.param(0)
			id, ok := c.m.keyOf(t, c.Args[:t.size])
			if !ok {
				return false
			}
			if made[t] == nil {
				made[t] = map[any]*object{}
			}
			o := made[t][id]
			if o == nil {
				if o = c.m.alloc(t, t.size); o == nil {
					return false
				}
				c.m.settle(o.cells, t, c.Args[:t.size])
				made[t][id] = o
			}
			c.Results[0] = cell{r: o}
			return true
		},
	}
}

// settle copies a value of which all is concrete by now: what outlives the run
// must not hold its terms.
func (m *machine) settle(dst []cell, t *rtype, v []cell) {
	switch t.kind {
	case kArray:
		for i := range t.length {
			m.settle(dst[i*t.elem.size:], t.elem, v[i*t.elem.size:(i+1)*t.elem.size])
		}
	case kStruct:
		for _, f := range t.fields {
			m.settle(dst[f.off:], f.typ, v[f.off:f.off+f.typ.size])
		}
	case kString:
		s, _ := m.textUnderWitness(v[0])
		dst[0] = makeStr(s)
	default:
		for i := range t.size {
			dst[i] = v[i]
			if symbolic(v[i]) {
				k := t.kind
				if k.complex() {
					k = k.part()
				}
				dst[i] = word(m.wordUnderWitness(k, v[i]))
			}
		}
	}
}
