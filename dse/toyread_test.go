package dse_test

import "nearmiss/dse"

// Word compares elements of a list with a text: no decision, as the number of
// elements is what it is. It counts as condition cond.
func (m *toyMachine) Word(cond, list, from, to int, text string) bool {
	l := m.p.Lists[list-1]
	holds := to-from == len(text)
	word := make([]uint64, len(text))
	key := m.context*31 + uint64(cond)
	for i := range word {
		word[i] = uint64(text[i])
		key = key*131 + word[i]
		if holds {
			v, _ := m.env(l.Len + 1 + from + i)
			holds = v.Bits == word[i]
		}
	}
	m.covered = append(m.covered, uint32(2*cond+sideIndex(holds)))
	m.happened(cond, holds)
	m.reading.Compared = append(m.reading.Compared, dse.Compared{
		List: list, Index: from, Len: to - from, Key: key, Holds: holds, From: from, To: to, Word: word,
	})
	return holds
}

// happened is an event.
func (m *toyMachine) happened(cond int, side bool) {
	if e := m.context*31 + uint64(2*cond+sideIndex(side)); !m.p.events[e] {
		m.p.events[e], m.reading.NewEvent = true, true
	}
}
