// Package ordered is a map from numbers to numbers, in the order of its keys.
//
// Invariant of Map: entries are nodes of a linked list whose keys grow, n is their number, and last is the node of the
// greatest key, nil exactly if there is none.
package ordered

// node is an entry.
type node struct {
	key, value int
	next       *node
}

// Map is an ordered map. The zero value is empty.
type Map struct {
	first, last *node
	n           int
}

// New makes an empty map.
func New() *Map { return &Map{} }

// Of makes a map with one entry.
func Of(key, value int) *Map {
	m := New()
	m.Put(key, value)
	return m
}

// Put sets the value of a key, and reports whether the key is new.
func (m *Map) Put(key, value int) bool {
	if (m.first == nil) != (m.last == nil) {
		panic("ordered: a list with one end")
	}
	switch {
	case m.last != nil && key > m.last.key: // often
		m.last.next = &node{key: key, value: value}
		m.last = m.last.next
		m.n++
		return true
	case m.first == nil || key < m.first.key:
		m.first = &node{key, value, m.first}
		if m.last == nil {
			m.last = m.first
		}
		m.n++
		return true
	}
	at := m.first
	for at.next != nil && at.next.key <= key {
		at = at.next
	}
	if at.key == key {
		at.value = value
		return false
	}
	at.next = &node{key, value, at.next}
	m.n++
	return true
}

// Get is the value of a key.
func (m *Map) Get(key int) (int, bool) {
	for at := m.first; at != nil && at.key <= key; at = at.next {
		if at.key == key {
			return at.value, true
		}
	}
	return 0, false
}

// Delete takes a key away.
func (m *Map) Delete(key int) bool {
	var before *node
	for at := m.first; at != nil; before, at = at, at.next {
		if at.key > key {
			return false
		}
		if at.key < key {
			continue
		}
		if before == nil {
			m.first = at.next
		} else {
			before.next = at.next
		}
		if at.next == nil {
			if at != m.last {
				panic("ordered: another last entry")
			}
			m.last = before
		}
		if m.n--; m.n < 0 {
			panic("ordered: fewer entries than none")
		}
		return true
	}
	return false
}

// Floor is the greatest key that is not above a number.
func (m *Map) Floor(key int) (int, bool) {
	if m.first == nil || m.first.key > key {
		return 0, false
	}
	if m.last.key <= key {
		return m.last.key, true
	}
	at := m.first
	for at.next.key <= key {
		at = at.next
	}
	return at.key, true
}

// Steady reports whether there are three and more entries, and values grow with their keys.
func (m *Map) Steady() bool {
	if m.n < 3 {
		return false
	}
	for at := m.first; at.next != nil; at = at.next {
		if at.next.key <= at.key {
			panic("ordered: out of order")
		}
		if at.next.value <= at.value {
			return false
		}
	}
	return true
}
