package smt

import "nearmiss/term"

// marks is a set of slots or clauses.
type marks struct {
	stamp []uint32 // by element: the value of round when the element was added
	round uint32   // number of the current set: clear increments it
	list  []int32
}

func (m *marks) clear() {
	m.round++
	if m.round == 0 {
		clear(m.stamp)
		m.round = 1
	}
	m.list = m.list[:0]
}

func (m *marks) add(t *term.Term) {
	for _, s := range t.Slots() {
		m.put(s)
	}
}

func (m *marks) put(s int32) {
	for int(s) >= len(m.stamp) {
		m.stamp = append(m.stamp, make([]uint32, s+1)...)
	}
	if m.stamp[s] != m.round {
		m.stamp[s] = m.round
		m.list = append(m.list, s)
	}
}

func (m *marks) has(slot int) bool { return slot < len(m.stamp) && m.stamp[slot] == m.round }
