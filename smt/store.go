package smt

import (
	"iter"

	"nearmiss/term"
)

// store keeps the last so many items, each found by terms.
type store[T any] struct {
	items []kept[T] // a ring
	made  int       // items ever put
	find  map[*term.Term][]int
}

type kept[T any] struct {
	item T
	keys []*term.Term
}

func newStore[T any](size int) store[T] {
	return store[T]{items: make([]kept[T], 0, size), find: make(map[*term.Term][]int)}
}

// put adds an item under keys, in the place of the oldest if there are too
// many.
func (s *store[T]) put(item T, keys ...*term.Term) {
	n, size := s.made, cap(s.items)
	if n < size {
		s.items = append(s.items, kept[T]{item, keys})
	} else {
		s.drop(n - size)
		s.items[n%size] = kept[T]{item, keys}
	}
	for _, k := range keys {
		if f := s.find[k]; len(f) == 0 || f[len(f)-1] != n {
			s.find[k] = append(f, n)
		}
	}
	s.made++
}

// drop takes the oldest item, number n, off its keys, where it is first.
func (s *store[T]) drop(n int) {
	for _, k := range s.items[n%cap(s.items)].keys {
		f := s.find[k]
		switch {
		case len(f) == 0 || f[0] != n:
		case len(f) == 1:
			delete(s.find, k)
		default:
			s.find[k] = f[1:]
		}
	}
}

// of are the items under a key, the last one first.
func (s *store[T]) of(key *term.Term) iter.Seq[*T] {
	return func(yield func(*T) bool) {
		f := s.find[key]
		for i := len(f) - 1; i >= 0; i-- {
			if !yield(&s.items[f[i]%cap(s.items)].item) {
				return
			}
		}
	}
}

// marks is a set of slots.
type marks struct {
	stamp []uint32
	now   uint32
	list  []int32
}

func (m *marks) clear() {
	m.now++
	if m.now == 0 {
		clear(m.stamp)
		m.now = 1
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
	if m.stamp[s] != m.now {
		m.stamp[s] = m.now
		m.list = append(m.list, s)
	}
}

func (m *marks) has(slot int) bool { return slot < len(m.stamp) && m.stamp[slot] == m.now }
