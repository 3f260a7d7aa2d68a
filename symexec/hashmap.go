package symexec

import (
	"maps"
	"math"
	"slices"

	"nearmiss/term"
)

// A hashmap is a Go map. A range visits its entries in the order of insertion.
type hashmap struct {
	entries      []entry
	index        map[any]int // index in entries by the identity of the key
	symbolicKeys int         // number of entries with symbolic keys
	epoch        uint32      // run that made or saved the map; 0 for the initial state
}

// An entry is an entry of a map.
type entry struct {
	key, val []cell
	deleted  bool
	id       any // identity of the key (see keyOf)
}

func (h *hashmap) clone() hashmap {
	c := *h
	c.entries = make([]entry, len(h.entries))
	for i, e := range h.entries {
		e.val = append([]cell(nil), e.val...)
		c.entries[i] = e
	}
	c.index = maps.Clone(h.index)
	return c
}

func (h *hashmap) len() int {
	if h == nil {
		return 0
	}
	return len(h.index)
}

// get returns the value of a key. ok is false if the key has none.
func (h *hashmap) get(id any) (value []cell, ok bool) {
	if h == nil {
		return nil, false
	}
	i, ok := h.index[id]
	if !ok {
		return nil, false
	}
	return h.entries[i].val, true
}

// put sets the value of a key.
func (m *machine) put(table *hashmap, id any, key, val []cell) {
	m.saveMap(table)
	if i, ok := table.index[id]; ok {
		copy(table.entries[i].val, val)
		return
	}
	if _, isOpen := id.(*openKey); isOpen {
		table.symbolicKeys++
	}
	m.cellsLeft -= int64(len(key)+len(val)) + 2
	if table.index == nil {
		table.index = map[any]int{}
	}
	table.index[id] = len(table.entries)
	e := entry{id: id, key: append([]cell(nil), key...), val: make([]cell, len(val))}
	copy(e.val, val)
	table.entries = append(table.entries, e)
}

func (m *machine) remove(h *hashmap, id any) {
	if h == nil {
		return
	}
	if i, ok := h.index[id]; ok {
		m.saveMap(h)
		if _, isOpen := id.(*openKey); isOpen {
			h.symbolicKeys--
		}
		h.entries[i] = entry{deleted: true}
		delete(h.index, id)
	}
}

func (m *machine) clearMap(h *hashmap) {
	if h != nil {
		m.saveMap(h)
		for i := range h.entries {
			h.entries[i] = entry{deleted: true}
		}
		clear(h.index)
		h.symbolicKeys = 0
	}
}

// nextEntry stores the next entry of a map in dst, or that there is none.
func (it *iterator) nextEntry(x *access, dst []cell) {
	for it.m != nil && it.pos < len(it.m.entries) {
		e := &it.m.entries[it.pos]
		it.pos++
		if e.deleted {
			continue
		}
		dst[0] = truth(true)
		if x.keySize > 0 {
			copy(dst[x.keyOff:], e.key)
		}
		if x.valSize > 0 {
			copy(dst[x.valOff:], e.val)
		}
		return
	}
	dst[0] = truth(false)
}

type (
	pairKey  struct{ first, other any }
	ifaceKey struct {
		t *rtype
		k any
	}
	reference struct {
		n uint64
		r any
	}
)

// keyOf returns a Go value that identifies a key: two such values are equal exactly if the keys
// are. Symbolic parts become concrete.
func (m *machine) keyOf(typ *rtype, cells []cell) (any, bool) {
	switch k := typ.kind; {
	case k.float(), k.complex():
		if k.complex() {
			k = k.part()
		}
		return m.floatKey(k, cells)
	case k.scalar():
		if cells[0].r == nil {
			return cells[0].n, true
		}
		n, ok := m.concretize(k, cells[0])
		return n, ok
	case k == kString:
		return m.concretizeString(cells[0])
	case k == kInterface:
		d := referent[rtype](cells[0])
		if d == nil {
			return ifaceKey{}, true
		}
		if name, bad := d.incomparable(); bad {
			return nil, m.throw("hash of unhashable type " + name)
		}
		id, ok := m.keyOf(d, unbox(d, cells[1]))
		return ifaceKey{d, id}, ok
	case k == kArray:
		var all any
		for i := range typ.length {
			id, ok := m.keyOf(typ.elem, cells[i*typ.elem.size:(i+1)*typ.elem.size])
			if !ok {
				return nil, false
			}
			all = pairKey{id, all}
		}
		return all, true
	case k == kStruct:
		var all any
		for _, f := range typ.fields {
			if f.blank {
				continue
			}
			id, ok := m.keyOf(f.typ, cells[f.offset:f.offset+f.typ.size])
			if !ok {
				return nil, false
			}
			all = pairKey{id, all}
		}
		return all, true
	}
	return reference{cells[0].n, cells[0].r}, true
}

func (m *machine) floatKey(k kind, v []cell) (any, bool) {
	var all any
	for _, c := range v {
		n, ok := m.concretize(k, c)
		if !ok {
			return nil, false
		}
		switch f := math.Float64frombits(n); {
		case f != f:
			return new(int), true // NaN equals no key
		case f == 0:
			n = 0
		}
		all = pairKey{n, all}
	}
	return all, true
}

// concretizeString makes all bytes of a string concrete.
func (m *machine) concretizeString(c cell) (string, bool) {
	if s, ok := concreteStr(c); ok {
		return s, true
	}
	c, ok := m.settleText(c)
	if !ok {
		return "", false
	}
	b := make([]byte, strLen(c))
	for i := range b {
		n, ok := m.concretize(kUint8, byteAt(c, i))
		if !ok {
			return "", false
		}
		b[i] = byte(n)
	}
	return string(b), true
}

func (m *machine) mapLookup(r []cell, in *instr) bool {
	x := in.aux.(*access)
	h := referent[hashmap](r[in.a])
	id, ok := m.findKey(h, x.key, r[in.b:int(in.b)+x.key.size])
	if !ok {
		return false
	}
	dst := r[in.dst : int(in.dst)+x.elem.size+1-b2i(!x.commaOk)]
	v, found := h.get(id)
	if found {
		copy(dst, v)
	} else {
		clear(dst[:x.elem.size])
	}
	if x.commaOk {
		dst[x.elem.size] = truth(found)
	}
	return true
}

func (m *machine) mapUpdate(regs []cell, in *instr) bool {
	x := in.aux.(*access)
	h := referent[hashmap](regs[in.a])
	if h == nil {
		return m.throwPlain("assignment to entry in nil map")
	}
	key := regs[in.b : int(in.b)+x.key.size]
	id, ok := m.findKey(h, x.key, key)
	if !ok {
		return false
	}
	m.put(h, id, key, regs[x.value:int(x.value)+x.elem.size])
	return true
}

// An openKey identifies a symbolic key that the path has distinguished from all earlier keys of
// its map.
type openKey struct{ _ byte }

// maxComparedKeys is the largest number of entries that a symbolic key is compared with. In a
// larger map the key becomes concrete.
const maxComparedKeys = 64

// findKey returns the identity of a key in a map. With Options.Fork it compares a symbolic key
// with the entries in the order of insertion, each by a branch; a key that equals none stays
// symbolic. Without Fork the key becomes concrete. A concrete key that is not in the index is
// compared with the symbolic keys of the map in the same way.
func (m *machine) findKey(table *hashmap, typ *rtype, key []cell) (id any, ok bool) {
	isOpen := m.opts.Fork && table.len() <= maxComparedKeys && comparedByParts(typ) && isSymbolic(typ, key)
	if !isOpen {
		if m.opts.Reader != nil {
			m.readKeys(table, typ, key)
		}
		id, ok = m.keyOf(typ, key)
		if !ok || table == nil || table.symbolicKeys == 0 {
			return id, ok
		}
		if _, there := table.index[id]; there {
			return id, true
		}
	}
	if table != nil {
		for i := range table.entries {
			e := &table.entries[i]
			_, wasOpen := e.id.(*openKey)
			if e.deleted || !isOpen && !wasOpen {
				continue
			}
			cond, ok := m.equal(typ, key, e.key)
			if !ok {
				return nil, false
			}
			same := cond.n != 0
			if c, symbolic := cond.r.(*term.Term); symbolic {
				if same, ok = m.branch(m.currentSite(), m.asSort(c, term.BoolSort), true); !ok {
					return nil, false
				}
			}
			if same {
				return e.id, true
			}
		}
	}
	if isOpen {
		id = new(openKey)
	}
	return id, true
}

// comparedByParts reports whether keys of a type consist of numbers and strings only.
func comparedByParts(t *rtype) bool {
	switch k := t.kind; {
	case k.scalar(), k.complex(), k == kString:
		return true
	case k == kArray:
		return comparedByParts(t.elem)
	case k == kStruct:
		return !slices.ContainsFunc(t.fields, func(f rfield) bool { return !f.blank && !comparedByParts(f.typ) })
	}
	return false
}

// isSymbolic reports whether a part of a key is symbolic.
func isSymbolic(t *rtype, key []cell) bool {
	for _, c := range key[:t.size] {
		switch r := c.r.(type) {
		case *term.Term, *openStr:
			return true
		case *str:
			if _, concrete := concreteStr(c); !concrete && r != nil {
				return true
			}
		}
	}
	return false
}
