package types

import (
	"errors"
	"sync"
)

// Stack has at most max elements.
type Stack struct {
	items []int
	max   int
}

// NewStack makes a stack.
func NewStack(max uint8) *Stack { return &Stack{max: int(max % 8)} }

// Push says whether there was room.
func (s *Stack) Push(x int) bool {
	if len(s.items) >= s.max {
		return false
	}
	s.items = append(s.items, x)
	return true
}

// Sorted compares neighbours.
func (s *Stack) Sorted(at uint8) bool {
	if len(s.items) > s.max {
		return false // never
	}
	for i := 1; i < len(s.items); i++ {
		if s.items[i-1] > s.items[i] {
			return false
		}
	}
	return int(at) < len(s.items)
}

// List is a list of nodes in order.
type List struct {
	head *node
	n    int
	mu   sync.Mutex
}

type node struct {
	next *node
	key  int
}

// Insert keeps the order.
func (l *List) Insert(key int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := &l.head
	for *at != nil && (*at).key < key {
		at = &(*at).next
	}
	*at = &node{*at, key}
	l.n++
}

// Third is the third key.
func (l *List) Third() int {
	if l.n < 3 {
		return 0
	}
	n := l.head.next.next
	if n.key == 42 {
		return 1
	}
	if n.key < l.head.key {
		return 2 // never
	}
	return 3
}

// Table is a value with a map.
type Table struct {
	of   map[string]int
	last string
	rate float32
}

// MakeTable makes one entry.
func MakeTable(key string, value int) Table { return Table{of: map[string]int{key: value}, last: key} }

// Put adds an entry.
func (t *Table) Put(key string, value int, rate float32) {
	if t.of == nil {
		t.of = map[string]int{}
	}
	t.of[key], t.last, t.rate = value, key, rate
}

// Get looks a key up.
func (t Table) Get(key string) int { return t.of[key] }

// Merge has an object for an argument.
func (s *Stack) Merge(other *Stack) bool {
	if other == nil {
		return false
	}
	return len(s.items)+len(other.items) > 3
}

// Hidden is made by nothing but its zero value, and never changes.
type Hidden struct{ x int }

// Get compares.
func (h *Hidden) Get() bool { return h.x > 3 }

// Broken has a constructor that always fails.
type Broken struct{ x int }

// NewBroken fails.
func NewBroken(x int) (*Broken, error) { return nil, errors.New("always") }

// Get compares.
func (b *Broken) Get() bool { return b.x > 3 }

// Stuck has a constructor that always fails, and takes nothing.
type Stuck struct{ x int }

// NewStuck fails.
func NewStuck() (*Stuck, error) { return nil, errors.New("always") }

// Get compares.
func (s *Stuck) Get() bool { return s.x > 3 }

// Slow has a method that does not return.
type Slow struct{ x int }

// Wait does not return.
func (s *Slow) Wait(n int) {
	for s.x = n; n > 3; {
	}
}

// Add adds.
func (s *Slow) Add(n int) { s.x += n }

// Get compares.
func (s *Slow) Get() bool { return s.x == 77 }

// Sorter has fields that no literal can show.
type Sorter struct {
	less func(a, b int) bool
	with any
	n    int
}

// NewSorter has a function.
func NewSorter(n int, down bool) *Sorter {
	s := &Sorter{n: n}
	if down {
		s.less = func(a, b int) bool { return a > b }
	}
	return s
}

// Count compares.
func (s *Sorter) Count() bool { return s.less == nil && s.n == 1234 }

// Large does not look at the function.
func (s *Sorter) Large() bool { return s.n > 4321 }

// Ring leads to itself.
type Ring struct {
	next *Ring
	v    int
}

// NewRing makes a ring of one, or a chain.
func NewRing(v int, closed bool) *Ring {
	r := &Ring{v: v}
	if closed {
		r.next = r
	}
	return r
}

// Get compares.
func (r *Ring) Get() bool { return r.next == nil && r.v == 1234 }

// Plain is no method.
func Plain(s *Stack) bool { return s == nil }
